interface ToolCall {
  id: string
  function: { name: string; arguments: string }
}

type Message =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

/** A tool: what the model is told of it, and what it does. */
export interface Tool {
  description: string
  parameters: object
  run(input: never): unknown
}

/** The provider said no. */
export class ProviderError extends Error {
  constructor(status: number) {
    super(
      status === 429 ? 'Too many questions right now. Please try again.' : `The model answered ${status}.`,
    )
  }
}

/** A conversation with tools, on plain `fetch`: no SDK. */
export class Chat {
  readonly messages: Message[]
  readonly #tools: Record<string, Tool>

  constructor(system: string, tools: Record<string, Tool>) {
    this.messages = [{ role: 'system', content: system }]
    this.#tools = tools
  }

  /** Says something and returns the answer; the model may use its tools as often as it likes before. */
  async say(text: string): Promise<string> {
    this.messages.push({ role: 'user', content: text })
    for (;;) {
      const message = await this.#complete()
      this.messages.push(message)
      if (!message.tool_calls) return message.content ?? ''
      for (const { id, function: call } of message.tool_calls) {
        const result = await this.#tools[call.name]?.run(JSON.parse(call.arguments) as never)
        this.messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) })
      }
    }
  }

  async #complete(): Promise<Message & { role: 'assistant' }> {
    const tools = Object.entries(this.#tools).map(([name, { description, parameters }]) => ({
      type: 'function',
      function: { name, description, parameters },
    }))
    const response = await fetch('https://api.openai.com/v1/chat/completions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${process.env.OPENAI_API_KEY}`,
      },
      body: JSON.stringify({ model: 'gpt-5-mini', messages: this.messages, tools }),
    })
    if (!response.ok) throw new ProviderError(response.status)
    const { choices } = (await response.json()) as { choices: { message: Message & { role: 'assistant' } }[] }
    const [choice] = choices
    if (!choice) throw new Error('The model gave no answer.')
    const { role, content, tool_calls } = choice.message
    return tool_calls ? { role, content, tool_calls } : { role, content }
  }
}
