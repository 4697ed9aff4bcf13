import { describe, expect, test } from 'vitest'
import { canonicalUrl, recordedUrl } from '../../src/match/request-url.ts'

describe('a recorded URL', () => {
  test.each([
    ['http://localhost:4711/v1/x?a=1', 'http://localhost/v1/x?a=1'],
    ['http://127.0.0.1:4711/v1', 'http://127.0.0.1/v1'],
    ['http://[::1]:80/v1', 'http://[::1]/v1'],
    ['https://proxy.example:8443/v1', 'https://proxy.example:8443/v1'],
    ['https://user:pass@api.example/v1#part', 'https://api.example/v1'],
  ])('of %s is %s', (url, expected) => {
    expect(recordedUrl(url)).toBe(expected)
    expect(recordedUrl(expected)).toBe(expected)
  })

  test('must be absolute', () => {
    expect(() => recordedUrl('/v1')).toThrow(TypeError)
  })
})

describe('URLs ask the same', () => {
  test.each([
    ['whatever the loopback address', 'http://localhost/v1', 'http://127.0.0.1/v1'],
    ['whatever the loopback address, version 6', 'http://localhost/v1', 'http://[::1]/v1'],
    ['whatever needless escapes', 'https://h/model/a%3A0/x', 'https://h/model/a:0/x'],
    ['whatever the case of escapes', 'https://h/a%2fb', 'https://h/a%2Fb'],
    ['whatever the order of parameters', 'https://h/?b=2&a=1', 'https://h/?a=1&b=2'],
    ['whatever the writing of a space', 'https://h/?a=b+c', 'https://h/?a=b%20c'],
    ['whatever the case of the host', 'https://API.example/', 'https://api.example/'],
    ['with or without a key', 'https://h/?key=%5Bsecret%20removed%5D&alt=sse', 'https://h/?alt=sse'],
  ])('%s', (_, a, b) => {
    expect(canonicalUrl(a)).toBe(canonicalUrl(b))
  })

  test.each([
    ['another order of one parameter', 'https://h/?a=1&a=2', 'https://h/?a=2&a=1'],
    ['an escaped slash', 'https://h/a%2Fb', 'https://h/a/b'],
    ['an escaped plus', 'https://h/?a=b%2Bc', 'https://h/?a=b+c'],
    ['an escaped ampersand', 'https://h/?a=1%26b=2', 'https://h/?a=1&b=2'],
    ['case in the path', 'https://h/A', 'https://h/a'],
    ['another name below localhost', 'http://a.localhost/', 'http://b.localhost/'],
    ['a port of another host', 'https://h:1/', 'https://h:2/'],
  ])('but not with %s', (_, a, b) => {
    expect(canonicalUrl(a)).not.toBe(canonicalUrl(b))
  })
})
