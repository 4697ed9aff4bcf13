import OpenAI from 'openai'

const tools: OpenAI.Responses.Tool[] = [
  {
    type: 'function',
    name: 'find_order',
    description: 'Finds an order by its number',
    strict: true,
    parameters: {
      type: 'object',
      properties: { number: { type: 'integer' } },
      required: ['number'],
      additionalProperties: false,
    },
  },
]

/** Answers questions about orders. The Responses API, with a tool and a conversation kept by the provider. */
export async function askAboutOrder(
  question: string,
  findOrder: (number: number) => unknown,
): Promise<string> {
  const client = new OpenAI()
  const model = 'gpt-5-mini'
  let response = await client.responses.create({ model, tools, input: question })
  for (;;) {
    const results = response.output
      .filter((item) => item.type === 'function_call')
      .map((call): OpenAI.Responses.ResponseInputItem => {
        const order = findOrder(JSON.parse(call.arguments).number)
        return { type: 'function_call_output', call_id: call.call_id, output: JSON.stringify(order) }
      })
    if (results.length === 0) return response.output_text
    response = await client.responses.create({
      model,
      tools,
      previous_response_id: response.id,
      input: results,
    })
  }
}
