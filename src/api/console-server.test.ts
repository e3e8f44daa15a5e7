import { expect, test } from 'vitest'
import {
  forwardedCalls,
  ServerMarker,
  protocolHeader,
  proofHeader,
  pageHeader,
  deliveryHeader,
  serviceDateHeader,
  sessionHeader,
} from './console-server.ts'

test('only a console server is taken for one', () => {
  const service = { address: 'http://s', example: true }
  const marker = { host: 'query-admin', service, sessions: { idle: 1, absolute: 2 } }
  expect(ServerMarker.parse(marker)).toEqual(marker)
  for (const other of [{ ...marker, host: 'nginx' }, { ...marker, more: 1 }, { host: 'query-admin' }, '<html>', null])
    expect(ServerMarker.safeParse(other).success).toBe(false)
})

test('the console server forwards the eight documented calls and the list of users, and no other: signing in is its own business', () => {
  const calls = forwardedCalls.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`))
  expect(calls).toHaveLength(9)
  expect(new Set(calls).size).toBe(9)
  expect(calls).toContain('GET /_/user')
  expect(calls).not.toContain('POST /_/user/token/value')
})

test('the console server’s headers are six, as HTTP spells them', () => {
  expect(
    new Set(
      [protocolHeader, deliveryHeader, serviceDateHeader, pageHeader, proofHeader, sessionHeader].map(
        (name) => /^x-query-admin-[a-z]+$/.exec(name)?.[0],
      ),
    ).size,
  ).toBe(6)
})
