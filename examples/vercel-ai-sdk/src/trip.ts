import { anthropic } from '@ai-sdk/anthropic'
import { openai } from '@ai-sdk/openai'
import { generateText, Output, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'

const weather = tool({
  description: 'The forecast for a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, celsius: city === 'Oslo' ? 4 : 21 }),
})

/** Compares the weather of places; calls its tool once for each of them, in parallel. */
export async function compareWeather(question: string) {
  const { text, steps } = await generateText({
    model: openai('gpt-5-mini'),
    tools: { weather },
    stopWhen: stepCountIs(4),
    prompt: question,
  })
  return { text, cities: steps.flatMap(({ toolCalls }) => toolCalls.map((call) => call.input)) }
}

/** A packing list as data. */
export async function packingList(trip: string) {
  const { output } = await generateText({
    model: anthropic('claude-sonnet-4-5'),
    output: Output.object({ schema: z.object({ items: z.array(z.string()), suitcase: z.boolean() }) }),
    prompt: trip,
  })
  return output
}

/** A story about a trip, word by word. */
export function tellStory(trip: string): AsyncIterable<string> {
  return streamText({ model: anthropic('claude-sonnet-4-5'), prompt: trip }).textStream
}
