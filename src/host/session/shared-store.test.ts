import { readFileSync, readdirSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limits as real } from '#host/limits.ts'
import { openStore, storeProgram } from '#host/testing/session-store.ts'
import { connectStore } from './connect-store.ts'
import { sealingKey } from './sealing.ts'
import { createSessions, StoreUnreachable } from './sessions.ts'
import { createSharedGuessers, createSharedStore } from './shared-store.ts'
import { createSignInLimit } from './sign-in-limit.ts'

const service = 'https://query.example/'
const minute = 60_000
const limits = { idle: 15 * minute, absolute: 8 * 60 * minute, most: 100, each: 3 }

async function openReplicas() {
  const store = await openStore()
  onTestFinished(() => store.close())
  const secret = randomBytes(32)
  /** A console server that shares the store. `secrets`: its keys, the current one first. */
  const replica = async (
    { secrets = [secret], at = service, ...changed } = {} as Partial<typeof limits> & {
      secrets?: Buffer[]
      at?: string
    },
  ) => {
    const connection = await connectStore(store.url)
    onTestFinished(() => connection.close())
    const [first = secret, ...former] = secrets
    const keys = [sealingKey(first, at), ...former.map((each) => sealingKey(each, at))] as const
    const parts = { ...connection, keys }
    const sessions = createSessions(createSharedStore(parts), { ...limits, ...changed }, Date.now, at)
    const signIns = createSignInLimit(createSharedGuessers(parts), Date.now, real)
    return { sessions, signIns }
  }
  return { store, secret, replica }
}

type Begun = NonNullable<
  Awaited<ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof openReplicas>>['replica']>>['sessions']['begin']>>
>

const presented = ({ id, proof }: Begun) => ({ ids: [id], proof })

describe.skipIf(storeProgram === undefined)('sessions that several console servers share', () => {
  const begin = async (
    { sessions }: { sessions: ReturnType<typeof createSessions> },
    bearer = 'a-bearer',
    email?: string,
  ) => {
    const begun = await sessions.begin(bearer, email)
    if (begun === undefined) throw new Error('full')
    return begun
  }

  test('open on each of them, with both halves alone', async () => {
    const { replica } = await openReplicas()
    const [first, second] = [await replica(), await replica()]
    const begun = await begin(first, 'a-bearer', 'root@example.test')
    expect(await second.sessions.find(presented(begun))).toMatchObject({
      session: { bearer: 'a-bearer', email: 'root@example.test' },
    })
    expect(await second.sessions.find({ ids: [begun.id], proof: 'x'.repeat(43) })).toBe('other')
    expect(await second.sessions.find({ ids: ['x'.repeat(43)], proof: begun.proof })).toBe('none')
  })

  test('that end on one end on the others, with what runs in them', async () => {
    const { replica } = await openReplicas()
    const [first, second] = [await replica(), await replica()]
    const begun = await begin(first)
    const found = await second.sessions.find(presented(begun))
    if (typeof found !== 'object') throw new Error('not found')
    const ended = new Promise((resolve) => found.session.ending.signal.addEventListener('abort', resolve))
    await first.sessions.endAll(begun.session.person)
    await ended
    expect(await second.sessions.find(presented(begun))).toBe('none')
  })

  test('are not revived by input that comes late', async () => {
    const { replica } = await openReplicas()
    const [first, second] = [await replica(), await replica()]
    const begun = await begin(first)
    await second.sessions.end(begun.session)
    expect(await first.sessions.touch(begun.session)).toBeUndefined()
    expect(await first.sessions.find(presented(begun))).toBe('none')
  })

  test('are counted together: the oldest of a person ends, and nobody is one too many', async () => {
    const { replica } = await openReplicas()
    const [first, second] = [await replica({ most: 4 }), await replica({ most: 4 })]
    const begun = [await begin(first), await begin(second), await begin(first), await begin(second)]
    const found = await Promise.all(begun.map((each) => first.sessions.find(presented(each))))
    expect(found.map((each) => typeof each)).toEqual(['string', 'object', 'object', 'object'])
    const others = await Promise.all(
      [first, second, first, second].map(({ sessions }, at) => sessions.begin(`of-${at}`, undefined)),
    )
    expect(others.filter((other) => other !== undefined)).toHaveLength(1)
  })

  test('last as long as input goes on, and no longer', async () => {
    const { replica } = await openReplicas()
    const [first, second] = [await replica({ idle: 600 }), await replica({ idle: 600 })]
    const begun = await begin(first)
    for (const at of [first, second, first, second]) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await at.sessions.touch(begun.session)).toBeDefined()
    }
    await expect.poll(() => first.sessions.find(presented(begun)), { timeout: 5000 }).toBe('none')
    expect(await first.sessions.of(begun.session.person)).toEqual([])
  })

  test('stay through a restart of the store, and are gone when it is emptied', async () => {
    const { store, replica } = await openReplicas()
    const { sessions } = await replica()
    const begun = await begin({ sessions })
    await store.stop()
    await expect(sessions.find(presented(begun))).rejects.toThrow(StoreUnreachable)
    await expect(sessions.begin('another', undefined)).rejects.toThrow(StoreUnreachable)
    await store.start()
    await expect
      .poll(() => sessions.find(presented(begun)).catch(() => 'unreachable'), { timeout: 5000 })
      .toMatchObject({
        session: { bearer: 'a-bearer' },
      })
  })

  test('of a former key stay open to their end, counted and ended with those of the new one', async () => {
    const { replica, secret } = await openReplicas()
    const first = await replica()
    const old = await begin(first)
    const rotated = randomBytes(32)
    const both = await replica({ secrets: [rotated, secret] })
    const young = await begin(both)
    const openAt = async ({ sessions }: typeof first) =>
      Promise.all([old, young].map(async (each) => typeof (await sessions.find(presented(each))) === 'object'))
    expect(await both.sessions.touch(old.session)).toBeDefined()
    expect(await openAt(both)).toEqual([true, true])
    expect(await both.sessions.count()).toBe(2)
    expect(await openAt(first), 'a console server that has not heard of the new key').toEqual([true, false])
    expect(await openAt(await replica({ secrets: [rotated] })), 'after the rotation').toEqual([false, true])
    const found = await both.sessions.find(presented(young))
    await first.sessions.endAll(old.session.person)
    await both.sessions.endAll(old.session.person)
    expect(typeof found === 'object' && found.session.ending.signal.aborted).toBe(true)
    expect(await openAt(both)).toEqual([false, false])
  })

  test('begun on two console servers at once are never one too many of a person', async () => {
    const { replica } = await openReplicas()
    const both = [await replica(), await replica()]
    for (let round = 0; round < 3; round += 1) await Promise.all(both.map((each) => begin(each)))
    const { person } = (await begin(both[0] ?? (await replica()))).session
    await Promise.all(both.map((each) => begin(each)))
    expect(await both[0]?.sessions.of(person)).toHaveLength(limits.each)
  })

  test('of one service are none of another, and a copy of the store tells nothing', async () => {
    const { store, replica } = await openReplicas()
    const first = await replica()
    const begun = await begin(first, 'the-access-token', 'root@example.test')
    const attempt = await first.signIns.begin('192.0.2.77')
    if ('failed' in attempt) await attempt.failed()
    const elsewhere = await replica({ at: 'https://other.example/' })
    expect(await elsewhere.sessions.find(presented(begun))).toBe('none')
    await first.sessions.touch(begun.session)
    await store.stop()
    const copy = readdirSync(store.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n')
    expect(copy).toContain('query-admin:session:')
    const { session, id, proof } = begun
    const { key, person, identity, fingerprintKey, proofDigest, logId } = session
    const secrets = [id, proof, key, person, identity, fingerprintKey, proofDigest, logId]
    for (const secret of [...secrets, 'the-access-token', 'root@example.test', '192.0.2.77'])
      expect(copy).not.toContain(secret)
  })

  test('wrong passwords are counted together, whichever console server they reach', async () => {
    const { replica } = await openReplicas()
    const [first, second] = [await replica(), await replica()]
    const twelve = Array.from({ length: 6 }, () => [first, second]).flat()
    const attempts = await Promise.all(twelve.map(({ signIns }) => signIns.begin('192.0.2.1')))
    const heard = attempts.flatMap((attempt) => ('failed' in attempt ? [attempt] : []))
    expect(heard).toHaveLength(5)
    for (const attempt of heard) await attempt.failed()
    expect(await second.signIns.begin('192.0.2.1')).toMatchObject({ retryAfter: expect.any(Number) as number })
  })
})
