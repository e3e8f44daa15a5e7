import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageHeader, pageHeaderValue } from '#contract/console-host.ts'
import { refusedOrigin } from './origin.ts'

const own = 'http://127.0.0.1:4173'
const page = { [pageHeader]: pageHeaderValue }

function passes(headers: Record<string, string> | Headers, isFile: boolean, address = own): boolean {
  return refusedOrigin(new Request(`${address}/_/token`, { headers }), isFile) === undefined
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
    expect([passes(headers, true), passes(headers, false)]).toEqual([file, call])
  })

  test('is believed before Origin and before the header of the page', () => {
    const crossed = { 'sec-fetch-site': 'cross-site', origin: own, ...page }
    expect([passes(crossed, true), passes(crossed, false)]).toEqual([false, false])
    expect(passes({ 'sec-fetch-site': 'same-origin' }, false)).toBe(true)
  })
})

describe('a client that does not say it', () => {
  test('gets files, and calls only with the header of the page', () => {
    expect([passes({}, true), passes({}, false), passes(page, false)]).toEqual([true, false, true])
    expect(passes({ [pageHeader]: 'yes' }, false)).toBe(false)
  })

  test.each([
    ['http://127.0.0.1:4174', false],
    ['https://127.0.0.1:4173', false],
    ['http://localhost:4173', false],
    ['https://evil.example', false],
    ['null', false],
    ['', false],
    [own, true],
  ])('and names %o as its origin: %s', (origin, expected) => {
    expect([passes({ ...page, origin }, false), passes({ origin }, true)]).toEqual([expected, expected])
  })

  test('is held to the scheme by which this host is reached', () => {
    const address = 'https://admin.example'
    expect(passes({ ...page, origin: address }, false, address)).toBe(true)
    expect(passes({ ...page, origin: 'http://admin.example' }, false, address)).toBe(false)
  })
})

test('no words of these headers but the right ones let a call through', () => {
  const site = fc.constantFrom(undefined, 'same-origin', 'same-site', 'cross-site', 'none', 'Same-Origin')
  const mode = fc.constantFrom(undefined, 'navigate', 'cors', 'no-cors', 'same-origin')
  const origin = fc.constantFrom(undefined, own, 'null', 'http://127.0.0.1', 'https://evil.example')
  const said = fc.constantFrom(undefined, pageHeaderValue, '0')
  fc.assert(
    fc.property(site, mode, origin, said, (fetchSite, fetchMode, from, marked) => {
      const headers = new Headers()
      const given = { 'sec-fetch-site': fetchSite, 'sec-fetch-mode': fetchMode, origin: from, [pageHeader]: marked }
      for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value)
      const bySite = fetchSite === 'same-origin'
      const byHeader = fetchSite === undefined && marked === pageHeaderValue && (from ?? own) === own
      expect(passes(headers, false)).toBe(bySite || byHeader)
    }),
    { numRuns: 500 },
  )
})
