import type { RecordedCall, RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { readAnswerBody } from '../answer-body.ts'
import { readAwsError } from '../aws-error.ts'
import { readAssessments } from '../bedrock-converse/guardrail.ts'
import { readContent } from '../bedrock-converse/read-block.ts'
import type { Answer, Conversation, Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { namedInPath } from '../model-in-path.ts'
import { nameOther } from '../name-field.ts'
import { requestJson } from '../request-body.ts'

/** Amazon Bedrock's ApplyGuardrail: a text is put before a guardrail, without a model. */
export const bedrockGuardrail: Dialect = {
  id: 'bedrock-guardrail',
  label: 'bedrock guardrail',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'bedrock-guardrail',
  ownsBody: (body: JsonValue) => ['INPUT', 'OUTPUT'].includes(textIn(body, 'source') ?? ''),
  model: (url) => namedInPath(url, /\/guardrail\/(.+)\/version\/[^/]+\/apply\/?$/),
  readRequest,
  readAnswer,
  nameField: (_body, path) => {
    const [first, at, kind, field, ...inside] = path
    if (first !== 'content' || typeof at !== 'number') return nameOther(path)
    return { words: `content ${at + 1}`, rest: kind === 'text' && field === 'text' ? inside : path.slice(2) }
  },
  deltaFields: [],
  contentPaths: [],
  isTerminal: () => false,
  incidentalPaths: [],
  responseHeaders: [],
}

function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const role = textIn(body, 'source') === 'OUTPUT' ? 'assistant' : 'user'
  const messages = listIn(body, 'content').map((block, at) => ({
    role,
    parts: readContent([{ guardContent: block }], new Map()),
    path: ['content', at],
  }))
  return { system: [], messages, tools: [] }
}

function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const json = body.kind === 'json' ? body.json : null
  const outputs = listIn(json, 'outputs').map((output) => ({
    kind: 'text' as const,
    text: textIn(output, 'text') ?? '',
  }))
  const parts = [...outputs, ...readAssessments(fieldIn(json, 'assessments'))]
  const action = textIn(json, 'action')
  return {
    choices: parts.length > 0 || action !== null ? [{ parts, stop: action }] : [],
    usage: null,
    model: null,
    error: readAwsError(call, body),
  }
}
