import type { JsonValue } from '../../json/value.ts'
import type { Conversation, Message } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'

/** Where makers put what a model shall go on from, or draw, or embed. */
export const promptFields = ['prompt', 'inputText', 'inputImage', 'text_prompts', 'image'] as const

/** What a model without a conversation is asked. */
export function readPrompt(body: JsonValue | undefined): Conversation {
  const messages = [
    ...promptFields.flatMap((field) => readField(body, [field])),
    // Titan's and Nova's image generators: `{ taskType: 'TEXT_IMAGE', textToImageParams: { text } }`.
    ...['textToImageParams', 'imageVariationParams', 'inPaintingParams', 'outPaintingParams'].flatMap(
      (params) => readField(body, [params, 'text']),
    ),
    ...readField(body, ['singleEmbeddingParams', 'text', 'value']),
  ]
  return { system: [], messages, tools: [] }
}

function readField(body: JsonValue | undefined, path: readonly string[]): Message[] {
  const value = path.reduce<JsonValue | undefined>((at, key) => fieldIn(at, key), body)
  if (typeof value === 'string') {
    const isImage = /image$/i.test(path[0] ?? '')
    const part = isImage
      ? ({ kind: 'media', label: mediaLabel('image', { data: value }) } as const)
      : ({ kind: 'text', text: value } as const)
    return [{ role: 'user', parts: [part], path: [...path] }]
  }
  // Stability weighs several texts.
  return listIn(body, path[0] as string).map((item, at) => ({
    role: 'user',
    parts: [{ kind: 'text', text: textIn(item, 'text') ?? '' }],
    path: [...path, at],
  }))
}
