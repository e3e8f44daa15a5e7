import { describe, expect, test } from 'vitest'
import { createMemoryStore, createSessions } from './sessions.ts'

const minute = 60_000
const limits = { idle: 15 * minute, absolute: 8 * 60 * minute, most: 3 }

function opened() {
  let at = 1_800_000_000_000
  const now = () => at
  const store = createMemoryStore(now)
  const sessions = createSessions(store, limits, now)
  const begin = async (bearer = 'a-bearer', email?: string) => {
    const begun = await sessions.begin(bearer, email)
    if (begun === undefined) throw new Error('full')
    return begun
  }
  return { store, sessions, begin, pass: (ms: number) => void (at += ms) }
}

const jwt = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`

describe('an id', () => {
  test('is 256 random bits, another one each time, also for the same bearer', async () => {
    const { begin, sessions } = opened()
    const [one, two] = [await begin(), await begin()]
    for (const { id } of [one, two]) expect(Buffer.from(id, 'base64url')).toHaveLength(32)
    expect(one.id).not.toBe(two.id)
    expect(await sessions.find(one.id)).toMatchObject({ bearer: 'a-bearer' })
    expect(await sessions.find('x'.repeat(43))).toBeUndefined()
  })
})

describe('the limits', () => {
  test('15 minutes without input end a session, not a moment earlier', async () => {
    const { begin, sessions, pass } = opened()
    const { id } = await begin()
    pass(15 * minute - 1)
    expect(await sessions.find(id)).toBeDefined()
    pass(1)
    expect(await sessions.find(id)).toBeUndefined()
    expect(await sessions.touch(id)).toBeUndefined()
  })

  test('input prolongs it, looking does not', async () => {
    const { begin, sessions, pass } = opened()
    const { id } = await begin()
    pass(10 * minute)
    const touched = await sessions.touch(id)
    expect(touched && sessions.told(touched).idle.left).toBe(15 * minute)
    pass(10 * minute)
    const found = await sessions.find(id)
    expect(found && sessions.told(found).idle.left).toBe(5 * minute)
    pass(5 * minute)
    expect(await sessions.find(id)).toBeUndefined()
  })

  test('8 hours end it, whatever input there is', async () => {
    const { begin, sessions, pass } = opened()
    const { id } = await begin()
    for (let at = 0; at < 8 * 60 - 5; at += 5) {
      pass(5 * minute)
      expect(await sessions.touch(id)).toBeDefined()
    }
    pass(5 * minute)
    expect(await sessions.touch(id)).toBeUndefined()
  })

  test('there are never more than so many; an ended or an expired one makes room', async () => {
    const { begin, sessions, store, pass } = opened()
    const [first] = [await begin(), await begin(), await begin()]
    expect(await sessions.begin('one-more', undefined)).toBeUndefined()
    await sessions.end(first.id)
    await begin()
    expect(await sessions.begin('one-more', undefined)).toBeUndefined()
    pass(15 * minute)
    await begin()
    expect(await store.count()).toBe(1)
  })

  test('an expired bearer is forgotten without anybody asking', async () => {
    const { begin, store, pass } = opened()
    const { id } = await begin()
    pass(15 * minute)
    store.forgetOld()
    pass(-15 * minute)
    expect(await store.get(id)).toBeUndefined()
  })
})

describe('what the page is told', () => {
  test('is no credential: who it is comes as a word that says nothing elsewhere', async () => {
    const { begin, sessions } = opened()
    const { session } = await begin(jwt({ sub: 'uuid-of-somebody' }), 'root@example.test')
    const told = sessions.told(session)
    expect(told).toEqual({
      identity: expect.stringMatching(/^[\w-]{22}$/) as string,
      email: 'root@example.test',
      age: 0,
      idle: { left: limits.idle, limit: limits.idle },
      absolute: { left: limits.absolute, limit: limits.absolute },
    })
    const elsewhere = await opened().begin(jwt({ sub: 'uuid-of-somebody' }), 'root@example.test')
    expect(elsewhere.session.identity).not.toBe(session.identity)
  })

  test('the same person is the same one, by password or by bearer; others are not', async () => {
    const { begin, sessions } = opened()
    const of = async (bearer: string, email?: string) => {
      const { id, session } = await begin(bearer, email)
      await sessions.end(id)
      return session.identity
    }
    const here = await of(jwt({ sub: 'u1', iat: 1 }), 'root@example.test')
    expect(await of(jwt({ sub: 'u1', iat: 2 }))).toBe(here)
    expect(await of(jwt({ sub: 'u2', iat: 2 }))).not.toBe(here)
    expect(await of('opaque-1', 'root@example.test')).toBe(await of('opaque-2', 'root@example.test'))
    expect(await of('opaque-1')).not.toBe(await of('opaque-2'))
  })
})
