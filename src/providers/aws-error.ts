import type { RecordedCall } from '../cassette/records.ts'
import type { AnswerBody } from './answer-body.ts'
import type { Answer } from './dialect.ts'
import { textIn } from './fields.ts'
import { readError } from './read-error.ts'

/**
 * The error of an answer from AWS, which names its type in a header (`ThrottlingException:http://…`), in `__type` of the
 * body, or in an exception inside a stream; see `readError`.
 */
export function readAwsError(call: RecordedCall, body: AnswerBody): Answer['error'] {
  const error = readError(call, body)
  if (!error || error.type !== null) return error
  const header = call.response?.headers.find(([name]) => name === 'x-amzn-errortype')?.[1]
  const type = header ?? (body.kind === 'json' ? textIn(body.json, '__type') : null)
  const message = body.kind === 'json' ? textIn(body.json, 'Message') : null
  return {
    type: type?.replace(/^.*#/, '').replace(/:.*$/, '') ?? null,
    message: message ?? error.message,
  }
}
