import Anthropic from '@anthropic-ai/sdk'

export type Shelf = (subject: string) => string[]

const tools: Anthropic.Tool[] = [
  {
    name: 'search_books',
    description: 'Titles on a subject',
    input_schema: {
      type: 'object',
      properties: { subject: { type: 'string', enum: ['lighthouses', 'bees', 'glaciers'] } },
      required: ['subject'],
    },
  },
]

/** Recommends books from a shelf, streaming its answer to `onText` as it is written. */
export async function recommend(
  question: string,
  shelf: Shelf,
  onText: (text: string) => void,
): Promise<string> {
  const client = new Anthropic()
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }]
  for (;;) {
    const stream = client.messages.stream({
      model: 'claude-sonnet-4-5',
      max_tokens: 500,
      system: 'You are a librarian. Recommend only books that the search finds.',
      messages,
      tools,
    })
    stream.on('text', onText)
    const message = await stream.finalMessage()
    if (message.stop_reason !== 'tool_use')
      return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    const uses = message.content.filter((block) => block.type === 'tool_use')
    const results = uses.map(({ id, input }): Anthropic.ToolResultBlockParam => {
      const { subject } = input as { subject: string }
      return { type: 'tool_result', tool_use_id: id, content: JSON.stringify({ titles: shelf(subject) }) }
    })
    messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results })
  }
}
