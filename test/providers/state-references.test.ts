import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { stateReferences } from '../../src/providers/state-references.ts'
import { recordedCall } from './recorded-call.ts'

const inBody = (body: JsonValue) => stateReferences(recordedCall({ body }).request)
const inUrl = (url: string) => stateReferences(recordedCall({ url, method: 'GET' }).request)

test.each<[string, JsonValue, [field: string, value: string][]]>([
  ['a response before', { previous_response_id: 'resp_1', input: 'x' }, [['previous_response_id', 'resp_1']]],
  ['a conversation', { conversation: { id: 'conv_1' } }, [['conversation.id', 'conv_1']]],
  [
    'files, in content and in tools',
    {
      input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] }],
      tools: [{ type: 'file_search', vector_store_ids: ['vs_1', 'vs_2'] }],
    },
    [
      ['input[0].content[0].file_id', 'file-1'],
      ['tools[0].vector_store_ids[0]', 'vs_1'],
      ['tools[0].vector_store_ids[1]', 'vs_2'],
    ],
  ],
  [
    'an item of an earlier answer',
    { input: [{ type: 'item_reference', id: 'msg_1' }] },
    [['input[0].id', 'msg_1']],
  ],
  ['a batch of a file', { input_file_id: 'file-1', endpoint: '/v1/x' }, [['input_file_id', 'file-1']]],
  [
    'Anthropic: files and containers',
    { container: 'container_1', messages: [{ content: [{ source: { type: 'file', file_id: 'file_1' } }] }] },
    [
      ['container', 'container_1'],
      ['messages[0].content[0].source.file_id', 'file_1'],
    ],
  ],
  [
    'Gemini: cached contents and files',
    {
      cachedContent: 'cachedContents/1',
      contents: [{ parts: [{ fileData: { fileUri: 'https://x/files/1' } }] }],
    },
    [
      ['cachedContent', 'cachedContents/1'],
      ['contents[0].parts[0].fileData.fileUri', 'https://x/files/1'],
    ],
  ],
])('names %s', (_, body, wanted) => {
  expect(inBody(body).map(({ field, value }) => [field, value])).toEqual(wanted)
})

test.each([
  ['https://api.openai.com/v1/files/file-1/content', 'file-1'],
  ['https://api.openai.com/v1/batches/batch_1', 'batch_1'],
  ['https://api.anthropic.com/v1/messages/batches/msgbatch_1/results', 'msgbatch_1'],
  ['https://generativelanguage.googleapis.com/v1beta/cachedContents/abc', 'abc'],
  ['https://api.mistral.ai/v1/batch/jobs/job-1', 'job-1'],
])('names the id in %s', (url, value) => {
  expect(inUrl(url)).toEqual([{ field: 'url.path', value }])
})

test('says nothing of what a tool is given, of data, of settings, and of endpoints that have a verb there', () => {
  expect(
    inBody({
      messages: [{ tool_calls: [{ function: { arguments: { file_id: 'x' } } }] }],
      tools: [
        { parameters: { properties: { file_id: { type: 'string' } } } },
        { container: { type: 'auto' } },
      ],
      contents: [{ fileUri: 'data:text/plain,x' }],
      conversation: null,
    }),
  ).toEqual([])
  expect(inUrl('https://api.openai.com/v1/responses/input_tokens')).toEqual([])
  expect(inUrl('https://api.openai.com/v1/files')).toEqual([])
})
