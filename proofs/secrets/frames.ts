import { awsChunk, awsEvent } from '../../examples/provider/aws-frames.ts'
import { cut } from './streams.ts'

/** The kinds of binary stream over which a text can be split: the path of the dialect and one frame. */
export const frameKinds: Record<string, { path: string; frame: (delta: string) => Buffer; json?: true }> = {
  'bedrock text': {
    path: '/model/m/converse-stream',
    frame: (text) => awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text }, p: 'abcd' }),
  },
  'bedrock thought': {
    path: '/model/m/converse-stream',
    frame: (text) =>
      awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text } } }),
  },
  'bedrock tool input': {
    path: '/model/m/converse-stream',
    frame: (input) => awsEvent('contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input } } }),
    json: true,
  },
  'bedrock message': {
    path: '/model/m/invoke-with-response-stream',
    frame: (text) => awsChunk({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  },
  'bedrock completion': {
    path: '/model/m/invoke-with-response-stream',
    frame: (completion) => awsChunk({ completion, stop_reason: null }),
  },
}

/** A stream that says `text` in frames of 1 to `most` characters, cut into raw pieces of 1 to `widest` bytes, in base64. */
export function framesOf(kind: string, text: string, { most = 5, widest = 400 } = {}): string[] {
  const { frame } = frameKinds[kind] as (typeof frameKinds)[string]
  const body = Buffer.concat(cut(text, most).map(frame)).toString('latin1')
  return cut(body, widest).map((piece) => Buffer.from(piece, 'latin1').toString('base64'))
}
