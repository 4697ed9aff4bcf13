import { type FieldPath, formatPath } from '../../json/path.ts'
import { answerText, readAnswerBody } from '../answer-body.ts'
import type { Dialect } from '../dialect.ts'
import { textIn } from '../fields.ts'
import { readError } from '../read-error.ts'

/** A format that no dialect knows: recorded, compared and replayed like any other, only not understood. */
export const plain: Dialect = {
  id: 'plain',
  label: 'plain',
  ownsPath: () => false,
  ownsBody: () => false,
  model: (_url, body) => textIn(body, 'model'),
  readRequest: () => ({ system: [], messages: [], tools: [] }),
  readAnswer(call) {
    const failed = (call.response?.status ?? 200) >= 400
    const error = failed ? readError(call, readAnswerBody(call)) : null
    const text = failed ? '' : answerText(call)
    const choices = text === '' ? [] : [{ parts: [{ kind: 'text' as const, text }], stop: null }]
    return { choices, usage: null, model: null, error }
  },
  nameField: (_body, path: FieldPath) => ({
    words: path.length === 1 && path[0] === 'model' ? 'the model' : formatPath(path) || 'the request body',
    rest: [],
  }),
  deltaFields: [],
  contentPaths: [],
  isTerminal: ({ data }) => data === '[DONE]',
  incidentalPaths: [],
  responseHeaders: [],
}
