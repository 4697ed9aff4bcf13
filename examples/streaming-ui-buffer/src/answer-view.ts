import OpenAI from 'openai'

/** What a chat window shows of an answer that is still being written. */
export interface AnswerView {
  text: string
  state: 'writing' | 'done' | 'stopped'
}

/**
 * Streams an answer into a buffer and hands every new state of it to `render`. Aborting `signal` is the stop button: what
 * was written so far stays.
 */
export async function streamAnswer(
  question: string,
  render: (view: AnswerView) => void,
  signal?: AbortSignal,
): Promise<AnswerView> {
  const client = new OpenAI()
  const view: AnswerView = { text: '', state: 'writing' }
  const show = (change: Partial<AnswerView>) => render({ ...Object.assign(view, change) })
  try {
    const stream = await client.chat.completions.create(
      { model: 'gpt-5-mini', messages: [{ role: 'user', content: question }], stream: true },
      { signal },
    )
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content
      if (piece) show({ text: view.text + piece })
    }
    show({ state: signal?.aborted ? 'stopped' : 'done' })
  } catch (error) {
    if (!signal?.aborted) throw error
    show({ state: 'stopped' })
  }
  return view
}
