import { describe, expect, test } from 'vitest'
import type { IgnoreName } from '../../../src/match/ignore/names.ts'
import type { Places } from '../../../src/match/ignore/ready-rule.ts'
import { readyRules } from '../../../src/match/ignore/ready-rules.ts'
import { rewriteRequest } from '../../../src/match/ignore/rewrite-request.ts'
import { chatRequest } from '../requests.ts'
import { dateForms } from './volatile-requests.ts'

function rewritten(text: string, name: IgnoreName, places: Places = {}): unknown {
  const request = chatRequest({}, { body: { text } })
  return (rewriteRequest(request, readyRules([name]), places).body as { text: string }).text
}

describe('dates', () => {
  test('are found in every form in which programs write them', () => {
    for (const form of dateForms) {
      for (const day of ['1999-01-09T01:02:03.004Z', '2026-11-30T23:05:00Z', '2099-12-31T12:00:00Z']) {
        const text = form(new Date(day))
        expect([text, rewritten(`on ${text}, maybe`, 'dates')]).toEqual([text, 'on ‹date›, maybe'])
      }
    }
  })

  test.each([
    'Nov 30th, 2026',
    '30th of November 2026',
    'Monday, November 30',
    '2026-11-30 (Monday)',
    '30-Nov-2026',
    '20261130T101500Z',
    '2026-11-30T10:15:00+01:00[Europe/Paris]',
    '11/30/2026, 9:05:00 AM',
    'November 30, 2026 at 10:42 p.m.',
    '2026/11/30',
  ])('%s is one', (text) => {
    expect(rewritten(`(${text})`, 'dates')).toBe('(‹date›)')
  })

  test.each([
    'version 1.2.3',
    '10:00-11:00',
    '00:05:30',
    '20261130',
    '1764460800',
    'gpt-4o-2024-08-06',
    'log_2026-11-30',
    '2026-13-01',
    '2026-11-30-rc1',
    '1/2 cup',
    'Monday',
    'you may 5 times',
    'room 2026',
    '2026-11-305',
  ])('%s is none', (text) => {
    expect(rewritten(text, 'dates')).toBe(text)
  })

  test('leave a span of time and a word beside them alone', () => {
    expect(rewritten('2026-11-30 10:00-11:00', 'dates')).toBe('‹date› 10:00-11:00')
    expect(rewritten('2026-11-30 10:00 NOT', 'dates')).toBe('‹date› NOT')
  })
})

describe('ids', () => {
  test.each([
    'call_gNB6lcZNKqzR5GZ4bQeYfrcv',
    'toolu_01A09q90qw90lq917835lq9',
    'resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b',
    'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    'msg_V1StGXR8_Z5jdHi6B-myT',
    'call_12345678',
    'run-3b241101-e2bb-4255-8caf-4136c566a962',
  ])('%s is one, and its prefix stays', (id) => {
    expect(rewritten(`${id} ${id}`, 'ids')).toBe(
      `${id.replace(/[_-].*/, (tail) => tail[0] as string)}‹id 1› `.repeat(2).trim(),
    )
  })

  test.each([
    'call_weather',
    'call_customer_service2',
    'call_getCustomerDetails',
    'run_simulation_for_customer_12',
    'file-management',
    'step_by_step_instructions',
    'call_1',
    'recall_gNB6lcZNKqzR5GZ4bQeYfrcv',
    '9e107d9d372bb6826bd81d3542a419d6',
  ])('%s is none', (text) => {
    expect(rewritten(text, 'ids')).toBe(text)
  })

  test('of JSON-RPC messages are whatever their client counts; other ids are not', () => {
    const json = [{ jsonrpc: '2.0', id: 5, result: { id: 5 } }, { jsonrpc: '2.0', id: '5' }, { id: 5 }]
    const { body } = rewriteRequest(chatRequest({}, { body: { json } }), readyRules(['ids']), {})
    expect(body).toEqual({
      json: [
        { jsonrpc: '2.0', id: '‹id 1›', result: { id: 5 } },
        { jsonrpc: '2.0', id: '‹id 2›' },
        { id: 5 },
      ],
    })
  })
})

test('UUIDs are counted by what they are, whatever their case', () => {
  const [a, b] = ['3b241101-e2bb-4255-8caf-4136c566a962', '0190163d-8694-739b-aea5-966c26f8ad91']
  expect(rewritten(`${a} ${b} ${a.toUpperCase()} x${a}`, 'uuids')).toBe(`‹uuid 1› ‹uuid 2› ‹uuid 1› x${a}`)
})

describe('directories', () => {
  const posix = { cwd: '/home/ann/proj', home: '/home/ann' }
  const windows = { cwd: 'C:\\Users\\ann\\proj' }

  test.each([
    ['in /home/ann/proj.', 'in ‹cwd›.'],
    ['/home/ann/proj/src/a.ts', '‹cwd›/src/a.ts'],
    ['file:///home/ann/proj/a', 'file://‹cwd›/a'],
    ['{"text":"\\n/home/ann/proj\\n"}', '{"text":"\\n‹cwd›\\n"}'],
    ['/home/ann/project', '/home/ann/project'],
    ['/home/ann/proj.bak', '/home/ann/proj.bak'],
    ['/mnt/home/ann/proj', '/mnt/home/ann/proj'],
  ])('%s becomes %s', (text, expected) => {
    expect(rewritten(text, 'cwd', posix)).toBe(expected)
  })

  test.each([
    ['C:\\Users\\ann\\proj\\src\\a.ts now', '‹cwd›/src/a.ts now'],
    ['c:/Users/ann/proj/src/a.ts', '‹cwd›/src/a.ts'],
    ['{"p":"C:\\\\Users\\\\ann\\\\proj\\\\a.ts\\nb"}', '{"p":"‹cwd›/a.ts\\nb"}'],
    ['file:///C:/Users/ann/proj/a', 'file:///‹cwd›/a'],
  ])('%s becomes %s on Windows', (text, expected) => {
    expect(rewritten(text, 'cwd', windows)).toBe(expected)
  })

  test('the working directory goes before the home directory that it stands in', () => {
    const request = chatRequest({}, { body: { text: '/home/ann/proj/a /home/ann/.cache' } })
    expect(rewriteRequest(request, readyRules(['home', 'cwd']), posix).body).toEqual({
      text: '‹cwd›/a ‹home›/.cache',
    })
  })
})

test('line endings are one inside text, also in JSON that a text holds; a lone CR stays', () => {
  expect(rewritten('a\r\nb\rc\n', 'line-endings')).toBe('a\nb\rc\n')
  expect(rewritten('{"a":"b\\r\\nc\\\\r\\n"}', 'line-endings')).toBe('{"a":"b\\nc\\\\r\\n"}')
  expect(rewritten('write \\r\\n at the end', 'line-endings')).toBe('write \\r\\n at the end')
})

test('a request in which a rule finds nothing comes back as it is', () => {
  const request = chatRequest()
  expect(rewriteRequest(request, readyRules(['dates', 'ids', 'uuids', 'line-endings']), {})).toBe(request)
})
