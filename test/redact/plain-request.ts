/** A request in a format that no dialect reads, without a body, to put one in. */
export const plainRequest = {
  provider: 'openai',
  dialect: 'plain',
  model: null,
  method: 'POST',
  url: 'https://h.test/',
  headers: [],
}
