import type { RecordedRequest } from '../../cassette/records.ts'
import { readRequest as readMessages } from '../anthropic-messages/read-request.ts'
import { readConversation } from '../bedrock-converse/read-request.ts'
import { readRequest as readCohere } from '../cohere/read-request.ts'
import type { Conversation } from '../dialect.ts'
import { readRequest as readChat } from '../openai-chat/read-request.ts'
import { requestJson } from '../request-body.ts'
import { familyOf } from './family.ts'
import { readPrompt } from './read-prompt.ts'

/** See `Dialect.readRequest`. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  switch (familyOf(body, request.model)) {
    case 'anthropic':
      return readMessages(request)
    case 'chat':
      return readChat(request)
    case 'cohere':
      return readCohere(request)
    case 'converse':
      return readConversation(body)
    case 'prompt':
      return readPrompt(body)
  }
}
