import { describe, expect, test } from 'vitest'
import { createMemoryStore, createSessions, StoreUnreachable, type SessionLimits } from './sessions.ts'

const minute = 60_000
const limits = { idle: 15 * minute, absolute: 8 * 60 * minute, maxSessions: 3, maxPerPerson: 3 }

function opened(changed: Partial<SessionLimits> = {}, service = 'https://query.example/') {
  let time = 1_800_000_000_000
  const now = () => time
  const store = createMemoryStore(now)
  const sessions = createSessions(store, { ...limits, ...changed }, now, service)
  const begin = async (bearer = 'a-bearer', email?: string) => {
    const begun = await sessions.begin(bearer, email)
    if (begun === undefined) throw new Error('full')
    return begun
  }
  const findSession = async ({ id, proof }: { id: string; proof: string }) => {
    const result = await sessions.find({ ids: [id], proof })
    return typeof result === 'object' ? result.session : undefined
  }
  return { store, sessions, begin, findSession, pass: (ms: number) => void (time += ms) }
}

const jwt = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`

describe('an id', () => {
  test('is 256 random bits, different each time, even for the same access token', async () => {
    const { begin, findSession } = opened()
    const [first, second] = [await begin(), await begin()]
    for (const half of [first.id, first.proof, second.id, second.proof])
      expect(Buffer.from(half, 'base64url')).toHaveLength(32)
    expect(new Set([first.id, first.proof, second.id, second.proof]).size).toBe(4)
    expect(await findSession(first)).toMatchObject({ bearer: 'a-bearer' })
    expect(await findSession({ ...first, id: 'x'.repeat(43) })).toBeUndefined()
  })
})

describe('the limits', () => {
  test.each([
    ['idle', 15 * minute, {}],
    ['longest', 10 * minute, { absolute: 10 * minute }],
  ])(
    'the %s one ends what runs in a session also while the store cannot be reached',
    async (_which, lasts, changed) => {
      const { store, begin, sessions, pass } = opened(changed)
      const { id, proof, session } = await begin()
      store.get = () => Promise.reject(new StoreUnreachable())
      pass(lasts - 1)
      await sessions.removeExpired()
      expect(session.abortController.signal.aborted).toBe(false)
      pass(1)
      await sessions.removeExpired()
      expect(session.abortController.signal.aborted).toBe(true)
      await expect(sessions.find({ ids: [id], proof })).rejects.toThrow(StoreUnreachable)
    },
  )

  test('15 minutes without input end a session, not a moment earlier', async () => {
    const { begin, sessions, findSession, pass } = opened()
    const begun = await begin()
    pass(15 * minute - 1)
    expect(await findSession(begun)).toBeDefined()
    pass(1)
    expect(await findSession(begun)).toBeUndefined()
    expect(await sessions.touch(begun.session)).toBeUndefined()
  })

  test('input prolongs it, looking does not', async () => {
    const { begin, sessions, findSession, pass } = opened()
    const begun = await begin()
    pass(10 * minute)
    const touched = await sessions.touch(begun.session)
    expect(touched && sessions.publicView(touched).idle.left).toBe(15 * minute)
    pass(10 * minute)
    const looked = await findSession(begun)
    expect(looked && sessions.publicView(looked).idle.left).toBe(5 * minute)
    pass(5 * minute)
    expect(await findSession(begun)).toBeUndefined()
  })

  test('8 hours end it, whatever the activity', async () => {
    const { begin, sessions, pass } = opened()
    const { session } = await begin()
    for (let minutes = 0; minutes < 8 * 60 - 5; minutes += 5) {
      pass(5 * minute)
      expect(await sessions.touch(session)).toBeDefined()
    }
    pass(5 * minute)
    expect(await sessions.touch(session)).toBeUndefined()
  })

  test('hold for a session that the store keeps for longer, and end what runs in it', async () => {
    let time = 1_800_000_000_000
    const clockOfStore = () => 0
    const sessions = createSessions(createMemoryStore(clockOfStore), limits, () => time)
    for (const request of ['find', 'removeExpired'] as const) {
      const begun = await sessions.begin('a-bearer', undefined)
      const presented = { ids: [begun?.id ?? ''], proof: begun?.proof ?? null }
      time += 15 * minute - 1
      expect(await sessions.find(presented)).toMatchObject({ session: { bearer: 'a-bearer' } })
      time += 1
      await sessions[request](presented)
      expect(begun?.session.abortController.signal.aborted).toBe(true)
      expect(await sessions.find(presented)).toBe('none')
    }
  })

  test('there are never more than so many; an ended or an expired one makes room', async () => {
    const { begin, sessions, pass } = opened()
    const [first] = [await begin(), await begin(), await begin()]
    expect(await sessions.begin('one-more', undefined)).toBeUndefined()
    await sessions.end(first.session)
    await begin()
    expect(await sessions.begin('one-more', undefined)).toBeUndefined()
    pass(15 * minute)
    const { session } = await begin()
    expect(await sessions.listByPerson(session.person)).toHaveLength(1)
  })

  test('an expired access token is removed without any request', async () => {
    const { begin, sessions, store, pass } = opened()
    const { session } = await begin()
    pass(15 * minute)
    await sessions.removeExpired()
    pass(-15 * minute)
    expect(await store.get(session.key)).toBeUndefined()
    expect(session.abortController.signal.aborted).toBe(true)
  })
})

describe('a session', () => {
  test('opens by both halves alone, also among ids that another program added', async () => {
    const { begin, sessions } = opened()
    const [mine, other] = [await begin(), await begin('another-bearer')]
    expect(await sessions.find({ ids: [mine.id], proof: null })).toBe('none')
    expect(await sessions.find({ ids: [], proof: mine.proof })).toBe('none')
    expect(await sessions.find({ ids: ['x'.repeat(43)], proof: mine.proof })).toBe('none')
    expect(await sessions.find({ ids: [mine.id], proof: other.proof })).toBe('other')
    expect(await sessions.find({ ids: [mine.id], proof: '' })).toBe('other')
    expect(await sessions.find({ ids: [other.id], proof: mine.proof })).toBe('other')
    for (const ids of [
      [other.id, mine.id],
      [mine.id, other.id],
      ['x'.repeat(43), mine.id],
    ])
      expect(await sessions.find({ ids, proof: mine.proof })).toMatchObject({
        session: { key: mine.session.key, bearer: 'a-bearer' },
      })
  })

  test('of a person with too many ends with the next one, the oldest first; other people keep theirs', async () => {
    const { begin, sessions, findSession, pass } = opened({ maxSessions: 100, maxPerPerson: 3 })
    const other = await begin('of-another-person')
    const begun = []
    for (let time = 0; time < 5; time += 1) {
      begun.push(await begin())
      pass(1000)
    }
    const alive = await Promise.all(begun.map(async (entry) => (await findSession(entry)) !== undefined))
    expect(alive).toEqual([false, false, true, true, true])
    expect(begun.map(({ session }) => session.abortController.signal.aborted)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(await findSession(other)).toBeDefined()
    const all = await sessions.listByPerson(begun[0]?.session.identity ?? '')
    expect(all.map((session) => sessions.publicView(session).age)).toEqual([1000, 2000, 3000])
  })

  test('begun many times at once is never one too many', async () => {
    const { sessions } = opened({ maxSessions: 100, maxPerPerson: 3 })
    const begun = await Promise.all(Array.from({ length: 20 }, () => sessions.begin('a-bearer', undefined)))
    expect(await sessions.listByPerson(begun[0]?.session.person ?? '')).toHaveLength(3)
  })

  test('ends everywhere at once, and what runs in it with it', async () => {
    const { begin, sessions, findSession, pass } = opened()
    const [first, second, other] = [await begin(), await begin(), await begin('of-another-person')]
    await sessions.endAll(first.session.identity)
    expect([await findSession(first), await findSession(second)]).toEqual([undefined, undefined])
    expect(await findSession(other)).toBeDefined()
    const aborted = () => [first, second, other].map(({ session }) => session.abortController.signal.aborted)
    expect(aborted()).toEqual([true, true, false])
    pass(15 * minute)
    await findSession(other)
    expect(aborted()).toEqual([true, true, true])
  })

  test('of one person is found, counted and ended whichever way the email is spelled', async () => {
    const { begin, sessions, findSession } = opened({ maxSessions: 100, maxPerPerson: 2 })
    const spellings = ['Root@example.test', 'root@example.test ', '\uff52oot@example.test']
    const begun = [
      await begin('says-nothing', spellings[0]),
      await begin('says-nothing', spellings[1]),
      await begin('says-nothing', spellings[2]),
    ]
    const alive = async () => Promise.all(begun.map(async (entry) => (await findSession(entry)) !== undefined))
    expect(await alive()).toEqual([false, true, true])
    expect(new Set(begun.map(({ session }) => session.identity)).size).toBe(3)
    await sessions.endAll(begun[2]?.session.person ?? '')
    expect(await alive()).toEqual([false, false, false])
  })

  test('ends with the next sign-in of its browser, also if three of them run at once', async () => {
    const { begin, sessions, findSession } = opened({ maxSessions: 100, maxPerPerson: 100 })
    const [before, elsewhere] = [await begin(), await begin()]
    const presented = { ids: [before.id], proof: before.proof }
    const begun = await Promise.all([1, 2, 3].map(() => sessions.begin('a-bearer', undefined, presented)))
    expect(await sessions.listByPerson(before.session.person)).toHaveLength(2)
    expect(await findSession(elsewhere)).toBeDefined()
    const last = begun[2]
    expect(last && (await findSession(last))).toBeDefined()
  })

  test('of a browser is not ended by a sign-in that has its cookie and not its proof', async () => {
    const { begin, sessions, findSession } = opened()
    const mine = await begin()
    await sessions.begin('another-bearer', undefined, { ids: [mine.id], proof: 'x'.repeat(43) })
    expect(await findSession(mine)).toBeDefined()
  })

  test('that ends while its idle limit starts anew stays ended', async () => {
    const { begin, sessions, findSession } = opened()
    const begun = await begin()
    const touching = sessions.touch(begun.session)
    await sessions.end(begun.session)
    expect(await touching).toBeUndefined()
    expect(await findSession(begun)).toBeUndefined()
  })
})

describe('what the page may know', () => {
  test('is no credential: who it is comes as a word that says nothing elsewhere', async () => {
    const { begin, sessions } = opened()
    const { session } = await begin(jwt({ sub: 'uuid-of-somebody' }), 'root@example.test')
    const view = sessions.publicView(session)
    expect(view).toEqual({
      identity: expect.stringMatching(/^[\w-]{22}$/) as string,
      email: 'root@example.test',
      age: 0,
      idle: { left: limits.idle, limit: limits.idle },
      absolute: { left: limits.absolute, limit: limits.absolute },
    })
    const identityOf = async (service?: string) =>
      (await opened({}, service).begin(jwt({ sub: 'uuid-of-somebody' }), 'root@example.test')).session.identity
    expect(await identityOf('https://elsewhere.example/')).not.toBe(session.identity)
    expect(await identityOf(), 'after a restart').toBe(session.identity)
  })

  test('one person has one identity, by password or by access token; others differ', async () => {
    const { begin, sessions } = opened()
    const identityOf = async (bearer: string, email?: string) => {
      const { session } = await begin(bearer, email)
      await sessions.end(session)
      return session.identity
    }
    const here = await identityOf(jwt({ sub: 'u1', iat: 1 }), 'root@example.test')
    expect(await identityOf(jwt({ sub: 'u1', iat: 2 }))).toBe(here)
    expect(await identityOf(jwt({ sub: 'u2', iat: 2 }))).not.toBe(here)
    expect(await identityOf('opaque-1', 'root@example.test')).toBe(await identityOf('opaque-2', 'root@example.test'))
    expect(await identityOf('opaque-1')).not.toBe(await identityOf('opaque-2'))
  })
})
