/** The tool that every client offers, and what it answers. */
export const weather = {
  name: 'get_weather',
  description: 'The forecast for a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Its name' } },
    required: ['city'],
  },
}

export const weatherReport = { rain: true, mm: 12 }
