import OpenAI from 'openai'
import { forecast } from './forecast.ts'

const SYSTEM = 'Answer in one sentence. Use the weather tool when asked.'

const tools: OpenAI.ChatCompletionFunctionTool[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The forecast for a city',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, day: { type: 'string' } },
        required: ['city'],
      },
    },
  },
]

/** Answers a question about the weather, looking up what it needs. */
export async function ask(question: string): Promise<string> {
  const client = new OpenAI()
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: question },
  ]
  for (;;) {
    const answer = await client.chat.completions.create({ model: 'gpt-5-mini', messages, tools })
    const message = answer.choices[0]?.message
    if (!message?.tool_calls) return message?.content ?? ''
    messages.push(message)
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue
      const { city } = JSON.parse(call.function.arguments)
      messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(forecast(city)) })
    }
  }
}
