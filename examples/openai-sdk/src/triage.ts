import OpenAI from 'openai'

export interface Triage {
  team: 'billing' | 'shipping' | 'support'
  urgent: boolean
}

const schema = {
  type: 'object',
  properties: {
    team: { type: 'string', enum: ['billing', 'shipping', 'support'] },
    urgent: { type: 'boolean' },
  },
  required: ['team', 'urgent'],
  additionalProperties: false,
}

/** Says which team a customer's message is for. Chat completions with structured output. */
export async function triage(message: string): Promise<Triage> {
  const client = new OpenAI()
  const answer = await client.chat.completions.create({
    model: 'gpt-5-mini',
    messages: [
      { role: 'system', content: 'Sort messages of customers of an online shop.' },
      { role: 'user', content: message },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'triage', strict: true, schema } },
  })
  return JSON.parse(answer.choices[0]?.message.content ?? '')
}
