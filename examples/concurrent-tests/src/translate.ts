import OpenAI from 'openai'

/** Translates a text into several languages at once: one call each, in whatever order the answers come. */
export async function translate(text: string, languages: readonly string[]): Promise<Record<string, string>> {
  const client = new OpenAI()
  const entries = languages.map(async (language) => {
    const answer = await client.chat.completions.create({
      model: 'gpt-5-mini',
      messages: [
        { role: 'system', content: `Translate into ${language}.` },
        { role: 'user', content: text },
      ],
    })
    return [language, answer.choices[0]?.message.content ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
