import type { JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, textIn } from '../fields.ts'
import { namedInPath } from '../model-in-path.ts'
import { nameField } from './name-field.ts'
import { countHeaders, metricsField, readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** What a body must have one of: the models of many makers are invoked here. */
const askedFields = [
  'messages',
  'prompt',
  'inputText',
  'inputImage',
  'message',
  'texts',
  'query',
  'text_prompts',
  'taskType',
]

/** Amazon Bedrock's InvokeModel and InvokeModelWithResponseStream, with the payloads of whoever made the model. */
export const bedrockInvoke: Dialect = {
  id: 'bedrock-invoke',
  label: 'bedrock invoke',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'bedrock-invoke',
  ownsBody: (body: JsonValue) => askedFields.some((field) => fieldIn(body, field) !== undefined),
  model: (url) => namedInPath(url, /\/model\/(.+)\/(?:invoke|invoke-with-response-stream)\/?$/),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: [
    'text',
    'outputText',
    'completion',
    'generation',
    'input',
    'content',
    'arguments',
    'tool_plan',
  ],
  contentPaths: [],
  isTerminal: ({ event, data }) =>
    event === 'exception' || fieldIn(data, metricsField) !== undefined || isLast(data),
  incidentalPaths: [],
  responseHeaders: [
    ...countHeaders,
    // The client of the AWS SDK hands it on, of a stream as of an answer.
    'x-amzn-bedrock-content-type',
    'x-amzn-bedrock-performanceconfig-latency',
    'x-amzn-bedrock-service-tier',
  ],
}

function isLast(data: JsonValue): boolean {
  return textIn(data, 'type') === 'message_stop'
}
