import { expect, test } from 'vitest'
import { forwarded, HostMarker, hostHeader, sentHeader, serviceDateHeader } from './console-host.ts'

test('only our own host’s word is taken for it', () => {
  const marker = { host: 'query-admin', service: { address: 'http://s', example: true } }
  expect(HostMarker.parse({ ...marker, more: 1 })).toEqual(marker)
  for (const other of [{ ...marker, host: 'nginx' }, { host: 'query-admin' }, '<html>', null])
    expect(HostMarker.safeParse(other).success).toBe(false)
})

test('the host forwards the eight documented calls and the two optional ones, and no other', () => {
  const calls = forwarded.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`))
  expect(calls).toHaveLength(10)
  expect(new Set(calls).size).toBe(10)
  expect(calls).toContain('GET /_/user')
  expect(calls).toContain('POST /_/user/token/value')
})

test('the host’s headers are three, as HTTP spells them', () => {
  expect(
    new Set([hostHeader, sentHeader, serviceDateHeader].map((name) => /^x-query-admin-[a-z]+$/.exec(name)?.[0])).size,
  ).toBe(3)
})
