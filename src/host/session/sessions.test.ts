import { describe, expect, test } from 'vitest'
import { createSessions, type SessionLimits } from './sessions.ts'

const minute = 60_000
const limits = { idle: 15 * minute, absolute: 8 * 60 * minute, most: 3, each: 3 }

function opened(changed: Partial<SessionLimits> = {}, service = 'https://query.example/') {
  let at = 1_800_000_000_000
  const now = () => at
  const sessions = createSessions({ ...limits, ...changed }, now, service)
  const begin = (bearer = 'a-bearer', email?: string) => {
    const begun = sessions.begin(bearer, email)
    if (begun === undefined) throw new Error('full')
    return begun
  }
  const found = ({ id, proof }: { id: string; proof: string }) => {
    const one = sessions.find([id], proof)
    return typeof one === 'object' ? one.session : undefined
  }
  return { sessions, begin, found, pass: (ms: number) => void (at += ms) }
}

const jwt = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`

describe('an id', () => {
  test('is 256 random bits, different each time, even for the same access token', () => {
    const { begin, found } = opened()
    const [one, two] = [begin(), begin()]
    for (const half of [one.id, one.proof, two.id, two.proof]) expect(Buffer.from(half, 'base64url')).toHaveLength(32)
    expect(new Set([one.id, one.proof, two.id, two.proof]).size).toBe(4)
    expect(found(one)).toMatchObject({ bearer: 'a-bearer' })
    expect(found({ ...one, id: 'x'.repeat(43) })).toBeUndefined()
  })
})

describe('the limits', () => {
  test('15 minutes without input end a session, not a moment earlier', () => {
    const { begin, sessions, found, pass } = opened()
    const begun = begin()
    pass(15 * minute - 1)
    expect(found(begun)).toBeDefined()
    pass(1)
    expect(found(begun)).toBeUndefined()
    expect(sessions.touch(begun.id)).toBeUndefined()
  })

  test('input prolongs it, looking does not', () => {
    const { begin, sessions, found, pass } = opened()
    const begun = begin()
    pass(10 * minute)
    const touched = sessions.touch(begun.id)
    expect(touched && sessions.publicView(touched).idle.left).toBe(15 * minute)
    pass(10 * minute)
    const looked = found(begun)
    expect(looked && sessions.publicView(looked).idle.left).toBe(5 * minute)
    pass(5 * minute)
    expect(found(begun)).toBeUndefined()
  })

  test('8 hours end it, whatever the activity', () => {
    const { begin, sessions, pass } = opened()
    const { id } = begin()
    for (let at = 0; at < 8 * 60 - 5; at += 5) {
      pass(5 * minute)
      expect(sessions.touch(id)).toBeDefined()
    }
    pass(5 * minute)
    expect(sessions.touch(id)).toBeUndefined()
  })

  test('there are never more than so many; an ended or an expired one makes room', () => {
    const { begin, sessions, pass } = opened()
    const [first] = [begin(), begin(), begin()]
    expect(sessions.begin('one-more', undefined)).toBeUndefined()
    sessions.end(first.id)
    begin()
    expect(sessions.begin('one-more', undefined)).toBeUndefined()
    pass(15 * minute)
    const { session } = begin()
    expect(sessions.of(session.identity)).toEqual([session])
  })

  test('an expired access token is removed without any request', () => {
    const { begin, sessions, found, pass } = opened()
    const begun = begin()
    pass(15 * minute)
    sessions.forgetOld()
    pass(-15 * minute)
    expect(found(begun)).toBeUndefined()
  })
})

describe('a session', () => {
  test('opens by both halves alone, also among ids that another program added', () => {
    const { begin, sessions } = opened()
    const [mine, other] = [begin(), begin('another-bearer')]
    expect(sessions.find([mine.id], null)).toBe('none')
    expect(sessions.find([], mine.proof)).toBe('none')
    expect(sessions.find(['x'.repeat(43)], mine.proof)).toBe('none')
    expect(sessions.find([mine.id], other.proof)).toBe('other')
    expect(sessions.find([mine.id], '')).toBe('other')
    expect(sessions.find([other.id], mine.proof)).toBe('other')
    for (const ids of [
      [other.id, mine.id],
      [mine.id, other.id],
      ['x'.repeat(43), mine.id],
    ])
      expect(sessions.find(ids, mine.proof)).toMatchObject({ id: mine.id, session: { bearer: 'a-bearer' } })
  })

  test('of a person with too many ends with the next one, the oldest first; other people keep theirs', () => {
    const { begin, sessions, found, pass } = opened({ most: 100, each: 3 })
    const other = begin('of-another-person')
    const begun = []
    for (let time = 0; time < 5; time += 1) {
      begun.push(begin())
      pass(1000)
    }
    const alive = begun.map((one) => found(one) !== undefined)
    expect(alive).toEqual([false, false, true, true, true])
    expect(begun.map(({ session }) => session.ending.signal.aborted)).toEqual([true, true, false, false, false])
    expect(found(other)).toBeDefined()
    const all = sessions.of(begun[0]?.session.identity ?? '')
    expect(all.map((session) => sessions.publicView(session).age)).toEqual([1000, 2000, 3000])
  })

  test('begun many times is never one too many', () => {
    const { sessions, begin } = opened({ most: 100, each: 3 })
    const begun = Array.from({ length: 20 }, () => begin())
    expect(sessions.of(begun[0]?.session.identity ?? '')).toHaveLength(3)
  })

  test('ends everywhere at once, and what runs in it with it', () => {
    const { begin, sessions, found, pass } = opened()
    const [one, two, other] = [begin(), begin(), begin('of-another-person')]
    sessions.endAll(one.session.identity)
    expect([found(one), found(two)]).toEqual([undefined, undefined])
    expect(found(other)).toBeDefined()
    const aborted = () => [one, two, other].map(({ session }) => session.ending.signal.aborted)
    expect(aborted()).toEqual([true, true, false])
    pass(15 * minute)
    found(other)
    expect(aborted()).toEqual([true, true, true])
  })
})

describe('what the page may know', () => {
  test('is no credential: who it is comes as a word that says nothing elsewhere', () => {
    const { begin, sessions } = opened()
    const { session } = begin(jwt({ sub: 'uuid-of-somebody' }), 'root@example.test')
    const told = sessions.publicView(session)
    expect(told).toEqual({
      identity: expect.stringMatching(/^[\w-]{22}$/) as string,
      email: 'root@example.test',
      age: 0,
      idle: { left: limits.idle, limit: limits.idle },
      absolute: { left: limits.absolute, limit: limits.absolute },
    })
    const of = (service?: string) =>
      opened({}, service).begin(jwt({ sub: 'uuid-of-somebody' }), 'root@example.test').session.identity
    expect(of('https://elsewhere.example/')).not.toBe(session.identity)
    expect(of(), 'after a restart').toBe(session.identity)
  })

  test('one person has one identity, by password or by access token; others differ', () => {
    const { begin, sessions } = opened()
    const of = (bearer: string, email?: string) => {
      const { id, session } = begin(bearer, email)
      sessions.end(id)
      return session.identity
    }
    const here = of(jwt({ sub: 'u1', iat: 1 }), 'root@example.test')
    expect(of(jwt({ sub: 'u1', iat: 2 }))).toBe(here)
    expect(of(jwt({ sub: 'u2', iat: 2 }))).not.toBe(here)
    expect(of('opaque-1', 'root@example.test')).toBe(of('opaque-2', 'root@example.test'))
    expect(of('opaque-1')).not.toBe(of('opaque-2'))
  })
})
