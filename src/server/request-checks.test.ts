import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loggablePath, checkRequest } from './request-checks.ts'

const paths = new Map([
  ['/', ['GET', 'HEAD']],
  ['/_/token', ['GET', 'POST', 'PUT', 'DELETE']],
  ['/_/token/value', ['GET']],
])
const allowed = {
  methodsOf: (path: string) => paths.get(path),
  hosts: new Set(['127.0.0.1', '[::1]', 'admin.example:8443']),
}
const host = ['Host', '127.0.0.1:4173']
const json = ['Content-Type', 'application/json']

function refused(method: string, url: string, rawHeaders: string[] = host) {
  return checkRequest({ method, url, rawHeaders }, allowed)?.status
}

describe('the target', () => {
  test.each(['/_/token', '/_/token?', '/_/token/value?name=a%2Fb%zz+c', "/_/token/value?name=it's", '/'])(
    '%s passes as it was sent',
    (target) => expect(refused('GET', target)).toBeUndefined(),
  )

  test.each([
    '/a/../_/token',
    '/_/./token',
    '//_/token',
    '/_//token',
    '/%5f/token',
    '/_/toke%6e',
    '/_/token/',
    '/_/token;x=1',
    '/_\\token',
    '/_/token#x',
    '/_/TOKEN',
    '/_/typo',
    '/_/token/value/../../../etc/passwd',
  ])('%s is nothing that this server has', (target) => expect(refused('GET', target)).toBe(404))

  test.each(['http://127.0.0.1/_/token', '*', '', '127.0.0.1:80', '_/token'])('%s is no path at all', (target) =>
    expect(refused('GET', target)).toBe(400),
  )

  test.each(['/_/token?a=<b>', '/_/token?a b', '/_/token?ü', '/_/token?a="', '/_/token?a#b'])(
    '%s holds what a URL parser would rewrite',
    (target) => expect(refused('GET', target)).toBe(400),
  )

  test('no other spelling of any path passes', () => {
    const pieces = fc.constantFrom('/', '_', 'token', 'value', '..', '.', '%2e', '%2f', '%5f', '\\', ';', '//', 'user')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const target = parts.join('')
        expect(refused('GET', target) === undefined).toBe(paths.has(target))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the method', () => {
  test.each(['PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'get', 'PROPFIND'])(
    '%s of a token is refused with a list',
    (method) => {
      const refusal = checkRequest({ method, url: '/_/token', rawHeaders: host }, allowed)
      expect(refusal).toEqual({ status: 405, error: 'method-not-allowed', allow: ['GET', 'POST', 'PUT', 'DELETE'] })
    },
  )
})

describe('the name this server is called by', () => {
  test.each([['127.0.0.1'], ['127.0.0.1:80'], ['[::1]:4173'], ['ADMIN.example:8443']])('%s is one of its own', (name) =>
    expect(refused('GET', '/', ['host', name])).toBeUndefined(),
  )

  test.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'admin.example',
    'admin.example:1',
    'a@127.0.0.1',
    '127.0.0.1:x',
    '',
  ])('a page under %s cannot talk to it', (name) => expect(refused('GET', '/', ['Host', name])).toBe(421))

  test('two names, or none, are refused even when both are right', () => {
    expect(refused('GET', '/', [...host, ...host])).toBe(421)
    expect(refused('GET', '/', [])).toBe(421)
  })
})

describe('where a body begins and ends', () => {
  test.each([
    ['length and chunks', ['Content-Length', '3', 'Transfer-Encoding', 'chunked']],
    ['a coding that is not chunks', ['Transfer-Encoding', 'gzip, chunked']],
    ['a coding in disguise', ['Transfer-Encoding', 'chunked\x0b']],
    ['two codings', ['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked']],
    ['two lengths', ['Content-Length', '3', 'Content-Length', '3']],
    ['a list of lengths', ['Content-Length', '3, 3']],
    ['a signed length', ['Content-Length', '+3']],
    ['two credentials', ['Authorization', 'Bearer a', 'Authorization', 'Bearer b']],
    ['an upgrade', ['Upgrade', 'websocket']],
  ])('%s: nobody may read it in two ways', (_what, headers) =>
    expect(refused('POST', '/_/token', [...host, ...headers])).toBe(400),
  )

  test('a question has no body', () => {
    expect(refused('GET', '/_/token', [...host, 'Content-Length', '1'])).toBe(400)
    expect(refused('GET', '/_/token', [...host, 'Transfer-Encoding', 'chunked'])).toBe(400)
    expect(refused('GET', '/_/token', [...host, 'Content-Length', '0'])).toBeUndefined()
  })

  test('64 KiB pass and one byte more does not', () => {
    expect(refused('PUT', '/_/token', [...host, ...json, 'Content-Length', '65536'])).toBeUndefined()
    expect(refused('PUT', '/_/token', [...host, ...json, 'Content-Length', '65537'])).toBe(413)
  })

  test.each([
    ['application/json', undefined],
    ['Application/JSON; charset=utf-8', undefined],
    ['application/json ;a', undefined],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=application/json', 415],
    ['text/plain; application/json', 415],
    ['application/jsonp', 415],
    ['application/json, text/plain', 415],
    ['', 415],
  ])('a body called %o: %s', (type, status) => {
    for (const body of [
      ['Content-Length', '2'],
      ['Transfer-Encoding', 'chunked'],
    ]) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        expect(refused(method, '/_/token', [...host, ...body, 'Content-Type', type])).toBe(status)
      }
    }
  })

  test('no body needs no name', () => {
    expect(refused('DELETE', '/_/token', host)).toBeUndefined()
    expect(refused('POST', '/_/token', [...host, 'Content-Length', '0'])).toBeUndefined()
    expect(refused('POST', '/_/token', [...host, 'Content-Length', '2'])).toBe(415)
  })
})

test('a log names only paths that exist, since a mistyped one may be a secret', () => {
  const logged = (url: string) => loggablePath({ method: 'GET', url, rawHeaders: host }, allowed)
  expect(logged('/_/token/value?name=secret')).toBe('/_/token/value')
  expect(logged('/eyJhbGciOi.secret')).toBe('(other)')
})
