/**
 * The one answer that every SDK surfaces at once, with the message, and none retries: measured over the OpenAI,
 * Anthropic, Groq, Mistral, Cohere, Google, Ollama and Bedrock clients. `text/plain` is for ollama, the top-level
 * `message` for Bedrock, the top-level `type` for @ai-sdk/anthropic.
 */
export function refusalResponse(error: Error): Response {
  const message = error.message.startsWith(error.name) ? error.message : `${error.name}: ${error.message}`
  const type = 'code' in error ? String(error.code).toLowerCase() : 'retake_refused'
  const body = {
    type: 'error',
    message,
    error: { message, type, code: 400, status: 'INVALID_ARGUMENT' },
  }
  return new Response(JSON.stringify(body), {
    status: 400,
    statusText: headerLine(message),
    headers: { 'content-type': 'text/plain', 'x-should-retry': 'false' },
  })
}

/** The first line, in the characters that a status line may hold. */
function headerLine(text: string): string {
  return (text.split('\n', 1)[0] as string).replace(/[^\t\x20-\x7e\xa0-\xff]/g, '?').slice(0, 300)
}
