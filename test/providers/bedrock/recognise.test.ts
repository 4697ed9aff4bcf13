import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../src/json/value.ts'
import { identityHeaders } from '../../../src/match/identity-headers.ts'
import { canonicalUrl } from '../../../src/match/request-url.ts'
import { matchHost } from '../../../src/providers/hosts.ts'
import { mightBeCall } from '../../../src/providers/might-be-call.ts'
import { recogniseCall } from '../../../src/providers/recognise.ts'

const runtime = 'https://bedrock-runtime.us-east-1.amazonaws.com'
const messages = [{ role: 'user', content: [{ text: 'Hi' }] }]

describe('an address of Bedrock', () => {
  test.each([
    'bedrock-runtime.us-east-1.amazonaws.com',
    'bedrock-runtime.us-gov-west-1.amazonaws.com',
    'bedrock-runtime-fips.us-east-1.amazonaws.com',
    'bedrock-runtime.eu-central-1.api.aws',
    'bedrock-runtime-fips.ca-central-1.api.aws',
    'bedrock-runtime.cn-north-1.amazonaws.com.cn',
    'bedrock-runtime.cn-north-1.api.amazonwebservices.com.cn',
    'bedrock-runtime.eusc-de-east-1.amazonaws.eu',
    'vpce-0a1b2c-3d4e.bedrock-runtime.us-east-1.vpce.amazonaws.com',
    'vpce-0a1b2c-3d4e.bedrock-runtime-fips.us-east-1.vpce.amazonaws.com',
    'bedrock-mantle.us-east-1.api.aws',
  ])('%s', (hostname) => {
    expect(matchHost({ hostname })?.name).toBe('bedrock')
  })

  test.each([
    // Agents and knowledge bases are applications that call models at AWS, out of sight.
    'bedrock-agent-runtime.us-east-1.amazonaws.com',
    'bedrock.us-east-1.amazonaws.com',
    's3.us-east-1.amazonaws.com',
    'vpce-0a1b2c-3d4e.s3.us-east-1.vpce.amazonaws.com',
    'bedrock-runtime.us-east-1.amazonaws.com.evil.example',
    'bedrock-runtime.amazonaws.com',
  ])('is not %s', (hostname) => {
    expect(matchHost({ hostname })).toBeNull()
  })
})

describe('a call of Bedrock', () => {
  test.each([
    ['/model/amazon.nova-lite-v1%3A0/converse', 'bedrock-converse', 'amazon.nova-lite-v1:0'],
    ['/model/amazon.nova-lite-v1:0/converse-stream', 'bedrock-converse', 'amazon.nova-lite-v1:0'],
    [
      '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
      'bedrock-invoke',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    ],
    ['/model/global.meta.llama4/invoke-with-response-stream', 'bedrock-invoke', 'global.meta.llama4'],
    [
      '/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A111122223333%3Aapplication-inference-profile%2Fabc/converse',
      'bedrock-converse',
      'arn:aws:bedrock:us-east-1:111122223333:application-inference-profile/abc',
    ],
    [
      '/model/arn:aws:bedrock:us-east-1:111122223333:provisioned-model/abc/invoke',
      'bedrock-invoke',
      'arn:aws:bedrock:us-east-1:111122223333:provisioned-model/abc',
    ],
    ['/model/anthropic.claude-v2/count-tokens', 'bedrock-converse', 'anthropic.claude-v2'],
    ['/guardrail/abc123/version/DRAFT/apply', 'bedrock-guardrail', 'abc123'],
    ['/openai/v1/chat/completions', 'openai-chat', 'openai.gpt-oss-20b-1:0'],
    ['/async-invoke', 'plain', null],
  ])('%s is %s of %s', (path, dialect, model) => {
    const body = dialect === 'openai-chat' ? { model: 'openai.gpt-oss-20b-1:0' } : {}
    const found = recogniseCall(new URL(runtime + path), 'POST', body)
    expect(found).toMatchObject({ telemetry: false, provider: 'bedrock', dialect: { id: dialect } })
    expect(found?.telemetry === false && found.dialect.model(new URL(runtime + path), body)).toBe(model)
  })

  test('is the same with a colon as it is, and escaped', () => {
    const [escaped, plain] = ['%3A', ':'].map((colon) =>
      canonicalUrl(`${runtime}/model/a.b-v1${colon}0/converse`),
    )
    expect(escaped).toBe(plain)
    expect(canonicalUrl(`${runtime}/model/a.b-v2:0/converse`)).not.toBe(plain)
  })

  test('has no part of its signature in its identity, but for the guardrail it names', () => {
    const headers: [string, string][] = [
      ['Authorization', 'AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/bedrock/aws4_request'],
      ['X-Amz-Date', '20260101T000000Z'],
      ['X-Amz-Security-Token', 'token'],
      ['X-Amz-Content-Sha256', 'abc'],
      ['X-Amz-User-Agent', 'aws-sdk-js'],
      ['amz-sdk-invocation-id', '1'],
      ['amz-sdk-request', 'attempt=2; max=3'],
      ['X-Amzn-Bedrock-GuardrailIdentifier', 'abc'],
    ]
    expect(identityHeaders(headers)).toEqual([['x-amzn-bedrock-guardrailidentifier', 'abc']])
  })

  test.each<[path: string, body: JsonValue, dialect: string]>([
    ['/model/m/converse', { messages }, 'bedrock-converse'],
    ['/model/m/converse', { promptVariables: { city: { text: 'Oslo' } } }, 'bedrock-converse'],
    ['/model/m/count-tokens', { input: { converse: { messages } } }, 'bedrock-converse'],
    ['/gateway/model/m/invoke', { anthropic_version: 'bedrock-2023-05-31', messages }, 'bedrock-invoke'],
    ['/model/m/invoke-with-response-stream', { prompt: 'Hi' }, 'bedrock-invoke'],
    ['/guardrail/g/version/1/apply', { source: 'INPUT', content: [] }, 'bedrock-guardrail'],
  ])('at an unknown host is told by path and body: %s %j', (path, body, dialect) => {
    const url = new URL(`http://127.0.0.1:4010${path}`)
    expect(mightBeCall(url, 'POST')).toBe(true)
    expect(recogniseCall(url, 'POST', body)).toMatchObject({
      provider: 'bedrock-compatible',
      dialect: { id: dialect },
    })
    expect(recogniseCall(url, 'POST', { name: 'a model train', scale: 'H0' })).toBeNull()
    expect(recogniseCall(url, 'GET', body)).toBeNull()
  })
})
