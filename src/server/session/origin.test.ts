import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageHeader } from '#api/console-server.ts'
import { type RequestKind, refusedOrigin } from './origin.ts'

const ownOrigin = 'http://127.0.0.1:4173'
const page = { [pageHeader]: '/' }

function passes(
  headers: Record<string, string> | Headers,
  kind: RequestKind,
  address = ownOrigin,
  method = 'GET',
): boolean {
  return refusedOrigin(new Request(`${address}/`, { headers, method }), kind) === undefined
}

describe('a browser that says where a request comes from', () => {
  test.each([
    ['same-origin', 'cors', true, true],
    ['same-origin', 'navigate', true, true],
    ['none', 'navigate', true, false],
    ['none', 'cors', false, false],
    ['none', 'no-cors', false, false],
    ['same-site', 'navigate', false, false],
    ['same-site', 'cors', false, false],
    ['cross-site', 'navigate', false, false],
    ['cross-site', 'no-cors', false, false],
    ['same-origin, cross-site', 'cors', false, false],
    ['', 'navigate', false, false],
  ])('%s (%s): a file %s, a call %s', (site, mode, file, call) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode }
    expect([passes(headers, 'file'), passes(headers, 'call')]).toEqual([file, call])
  })

  test('is believed before Origin and before the header of the page', () => {
    const crossed = { 'sec-fetch-site': 'cross-site', origin: ownOrigin, ...page }
    expect([passes(crossed, 'file'), passes(crossed, 'call')]).toEqual([false, false])
    expect(passes({ 'sec-fetch-site': 'same-origin' }, 'call')).toBe(true)
  })
})

describe('a link of another site', () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  test.each([
    ['in a whole tab', {}, 'GET', true],
    ['of another port', { 'sec-fetch-site': 'same-site' }, 'GET', true],
    ['in a frame', { 'sec-fetch-dest': 'iframe' }, 'GET', false],
    ['as a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 'GET', false],
    ['as a form', { origin: 'https://evil.example' }, 'POST', false],
  ])('%s: the page %s', (_, changed, method, opens) => {
    const headers = { ...link, ...changed }
    expect(passes(headers, 'page', ownOrigin, method)).toBe(opens)
    expect([passes(headers, 'file', ownOrigin, method), passes(headers, 'call', ownOrigin, method)]).toEqual([
      false,
      false,
    ])
  })
})

test('a request that is of this site and names another origin is refused, whatever it asks for', () => {
  const headers = {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    origin: 'http://127.0.0.1:4174',
    ...page,
  }
  for (const kind of ['page', 'file', 'call'] as const) expect(passes(headers, kind)).toBe(false)
})

describe('a client that does not say it', () => {
  test('gets files, and calls only with the header of the page', () => {
    expect([passes({}, 'file'), passes({}, 'call'), passes(page, 'call')]).toEqual([true, false, true])
    expect(passes({ [pageHeader]: 'yes' }, 'call')).toBe(false)
  })

  test.each([
    ['http://127.0.0.1:4174', false],
    ['https://127.0.0.1:4173', false],
    ['http://localhost:4173', false],
    ['https://evil.example', false],
    ['null', false],
    ['', false],
    [ownOrigin, true],
  ])('and names %o as its origin: %s', (origin, expected) => {
    expect([passes({ ...page, origin }, 'call'), passes({ origin }, 'file')]).toEqual([expected, expected])
  })

  test('is held to the scheme by which this server is reached', () => {
    const address = 'https://admin.example'
    expect(passes({ ...page, origin: address }, 'call', address)).toBe(true)
    expect(passes({ ...page, origin: 'http://admin.example' }, 'call', address)).toBe(false)
  })
})

test('no words of these headers but the right ones let a call through', () => {
  const site = fc.constantFrom(undefined, 'same-origin', 'same-site', 'cross-site', 'none', 'Same-Origin')
  const mode = fc.constantFrom(undefined, 'navigate', 'cors', 'no-cors', 'same-origin')
  const origin = fc.constantFrom(undefined, ownOrigin, 'null', 'http://127.0.0.1', 'https://evil.example')
  const marker = fc.constantFrom(undefined, '/', '0')
  fc.assert(
    fc.property(site, mode, origin, marker, (fetchSite, fetchMode, from, marked) => {
      const headers = new Headers()
      const headerValues = {
        'sec-fetch-site': fetchSite,
        'sec-fetch-mode': fetchMode,
        origin: from,
        [pageHeader]: marked,
      }
      for (const [name, value] of Object.entries(headerValues)) if (value !== undefined) headers.set(name, value)
      const isFrom = fetchSite === 'same-origin' || (fetchSite === undefined && marked === '/')
      expect(passes(headers, 'call')).toBe(isFrom && (from ?? ownOrigin) === ownOrigin)
    }),
    { numRuns: 500 },
  )
})
