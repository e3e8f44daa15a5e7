import { readFileSync, readdirSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limits as real } from '#server/limits.ts'
import { openSessionStore, storeProgram } from '#server/testing/session-store.ts'
import { encryptionKey } from './encryption.ts'
import { createSessions, StoreUnreachable } from './sessions.ts'
import {
  connectStore,
  createSharedCounters,
  createSharedStore,
  storeErrorMessages,
  type StoreError,
  type RunCommands,
} from './shared-store.ts'
import { createSignInRateLimit } from './sign-in-rate-limit.ts'

const service = 'https://query.example/'
const minute = 60_000
const limits = { idle: 15 * minute, absolute: 8 * 60 * minute, maxSessions: 100, maxPerPerson: 3 }

async function openReplicas(...flags: string[]) {
  const store = await openSessionStore(...flags)
  onTestFinished(() => store.close())
  const secret = randomBytes(32)
  const messages: string[] = []
  /** Wrong passwords count by minutes of the clock: here all are in one. */
  const openedAt = Date.now()
  /** A console server that shares the store. `around`: between it and the store. */
  const replica = async ({
    serviceUrl = service,
    around = (run: RunCommands) => run,
    url = store.url,
    ...changed
  }: Partial<typeof limits> & {
    serviceUrl?: string
    around?: (run: RunCommands) => RunCommands
    url?: string
  } = {}) => {
    const connection = await connectStore(url, (sentence) => messages.push(sentence))
    onTestFinished(() => connection.close())
    const [run, key] = [around(connection.run), encryptionKey(secret, serviceUrl)]
    const sessions = createSessions(createSharedStore(run, key), { ...limits, ...changed }, Date.now, serviceUrl)
    const signIns = createSignInRateLimit(createSharedCounters(run, key), () => openedAt, real)
    return { sessions, signIns, run: connection.run, fault: connection.fault }
  }
  return { store, replica, messages: messages }
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

  test('that end on one are gone on the others, and what runs in them ends there with their next request', async () => {
    const { replica } = await openReplicas()
    const [first, second] = [await replica(), await replica()]
    const begun = await begin(first)
    const found = await second.sessions.find(presented(begun))
    if (typeof found !== 'object') throw new Error('not found')
    await first.sessions.endAll(begun.session.person)
    expect(await second.sessions.find(presented(begun))).toBe('none')
    expect(found.session.abortController.signal.aborted).toBe(true)
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
    const [first, second] = [await replica({ maxSessions: 4 }), await replica({ maxSessions: 4 })]
    const begun = [await begin(first), await begin(second), await begin(first), await begin(second)]
    const found = await Promise.all(begun.map((each) => first.sessions.find(presented(each))))
    expect(found.map((each) => typeof each)).toEqual(['string', 'object', 'object', 'object'])
    const others = await Promise.all(
      [first, second, first, second].map(({ sessions }, index) => sessions.begin(`of-${index}`, undefined)),
    )
    expect(others.filter((other) => other !== undefined)).toHaveLength(1)
  })

  test('last as long as input goes on, and no longer', async () => {
    const { replica } = await openReplicas()
    const [first, second] = [await replica({ idle: 600 }), await replica({ idle: 600 })]
    const begun = await begin(first)
    for (const consoleServer of [first, second, first, second]) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await consoleServer.sessions.touch(begun.session)).toBeDefined()
    }
    await expect.poll(() => first.sessions.find(presented(begun)), { timeout: 5000 }).toBe('none')
    expect(await first.sessions.listByPerson(begun.session.person)).toEqual([])
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

  test('begun on two console servers at once are never one too many of a person', async () => {
    const { replica } = await openReplicas()
    const both = [await replica(), await replica()]
    for (let round = 0; round < 3; round += 1) await Promise.all(both.map((each) => begin(each)))
    const { person } = (await begin(both[0] ?? (await replica()))).session
    await Promise.all(both.map((each) => begin(each)))
    expect(await both[0]?.sessions.listByPerson(person)).toHaveLength(limits.maxPerPerson)
  })

  test('of one service are none of another, and a copy of the store tells nothing', async () => {
    const { store, replica } = await openReplicas()
    const first = await replica()
    const begun = await begin(first, 'the-access-token', 'root@example.test')
    const attempt = await first.signIns.begin('192.0.2.77')
    expect(attempt).toHaveProperty('giveBack')
    const elsewhere = await replica({ serviceUrl: 'https://other.example/' })
    expect(await elsewhere.sessions.find(presented(begun))).toBe('none')
    await first.sessions.touch(begun.session)
    await store.stop()
    const copy = readdirSync(store.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n')
    expect(copy).toContain('query-admin:2:session:')
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
    expect(attempts.filter((attempt) => 'giveBack' in attempt)).toHaveLength(5)
    expect(await second.signIns.begin('192.0.2.1')).toMatchObject({ retryAfter: expect.any(Number) as number })
  })

  test('leave nothing in the store without its end, wherever a console server is killed', async () => {
    const { replica } = await openReplicas()
    const { run } = await replica()
    /** As if the process died before or behind its call of this number. */
    const killedAt = async (calls: number) => {
      let made = 0
      const around = (run: RunCommands): RunCommands => {
        return (...commands) => (made++ < calls ? run(...commands) : Promise.reject(new StoreUnreachable()))
      }
      const { sessions, signIns } = await replica({ around, maxPerPerson: 1 })
      const acts = async () => {
        const [right, wrong] = [await signIns.begin('192.0.2.1'), await signIns.begin('192.0.2.2')]
        if ('giveBack' in right) await right.giveBack()
        expect(wrong).toHaveProperty('giveBack')
        for (let guess = 0; guess < 6; guess += 1) await signIns.begin('192.0.2.3')
        const [old, young] = [await begin({ sessions }), await begin({ sessions })]
        expect(await sessions.touch(young.session)).toBeDefined()
        expect(await sessions.touch(old.session)).toBeUndefined()
        await sessions.endAll(young.session.person)
      }
      const isWhole = await acts().then(
        () => true,
        (error) => expect(error).toBeInstanceOf(StoreUnreachable),
      )
      const [keys] = (await run(['KEYS', '*'])) as [string[]]
      for (const key of keys)
        expect([key, Number((await run(['TTL', key]))[0])]).toEqual([key, expect.toSatisfy(isTime)])
      await run(['FLUSHALL'])
      return isWhole === true
    }
    const isTime = (ttl: number) => ttl >= 0 && ttl <= 86_400
    let calls = 0
    while (!(await killedAt(calls))) calls += 1
    expect(calls).toBeGreaterThan(15)
  })

  test.each([
    ['has ended', 'stop', 'start'],
    ['takes calls and answers none', 'pause', 'resume'],
  ] as const)('while their store %s, one line says so at each change', async (_fault, begins, ends) => {
    const { store, replica, messages } = await openReplicas()
    const { sessions, fault } = await replica()
    const begun = await begin({ sessions })
    expect([messages, fault()]).toEqual([[], undefined])
    await store[begins]()
    await expect(sessions.find(presented(begun))).rejects.toThrow(StoreUnreachable)
    await expect(sessions.find(presented(begun))).rejects.toThrow(StoreUnreachable)
    expect([messages.splice(0), fault()]).toEqual([[storeErrorMessages.unreachable], storeErrorMessages.unreachable])
    await store[ends]()
    await expect.poll(fault, { timeout: 5_000 }).toBeUndefined()
    expect(messages).toEqual(['The session store serves again.'])
    expect(await sessions.find(presented(begun))).toMatchObject({ session: { key: begun.session.key } })
  })

  test.each<[StoreError, string[], string[]]>([
    ['full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['read-only', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    ['failing', ['CONFIG', 'SET', 'min-replicas-to-write', '1'], ['CONFIG', 'SET', 'min-replicas-to-write', '0']],
  ])(
    'while the store is %s, that is said once, and calls are refused until a write succeeds; nobody is signed out',
    async (fault, begins, ends) => {
      const { store, replica, messages } = await openReplicas()
      const server = await replica()
      const begun = await begin(server)
      await store.command(...begins)
      await expect(server.sessions.touch(begun.session)).rejects.toThrow(StoreUnreachable)
      for (let call = 0; call < 3; call += 1) {
        await expect(server.sessions.find(presented(begun))).rejects.toThrow(StoreUnreachable)
        await expect(server.signIns.begin('192.0.2.1')).rejects.toThrow(StoreUnreachable)
      }
      const late = await replica()
      await expect.poll(late.fault).toBe(storeErrorMessages[fault])
      expect(messages.splice(0)).toEqual([storeErrorMessages[fault], storeErrorMessages[fault]])
      await store.command(...ends)
      await expect.poll(() => [server.fault(), late.fault()], { timeout: 10_000 }).toEqual([undefined, undefined])
      expect(messages).toEqual(['The session store serves again.', 'The session store serves again.'])
      const { lastInput, key } = begun.session
      expect(await server.sessions.find(presented(begun))).toMatchObject({ session: { lastInput, key } })
    },
  )

  test('go on with the new primary after a failover, without a restart', async () => {
    const { store: former, replica, messages } = await openReplicas()
    const next = await openSessionStore()
    onTestFinished(() => next.close())
    await next.command('REPLICAOF', '127.0.0.1', `${former.port}`)
    let port = former.port
    const front = createServer((socket) => {
      const upstream = connect(port, '127.0.0.1')
      socket.pipe(upstream).pipe(socket)
      for (const end of [socket, upstream]) end.on('error', () => socket.destroy())
    })
    const address = await new Promise<string>((resolve) => {
      front.listen(0, '127.0.0.1', () => resolve(`redis://127.0.0.1:${(front.address() as AddressInfo).port}`))
    })
    onTestFinished(() => void front.close())
    const server = await replica({ url: address })
    const begun = await begin(server)
    await former.command('WAIT', '1', '0')
    port = next.port
    await next.command('REPLICAOF', 'NO', 'ONE')
    await former.command('REPLICAOF', '127.0.0.1', `${next.port}`)
    await expect(server.sessions.touch(begun.session)).rejects.toThrow(StoreUnreachable)
    await expect.poll(server.fault, { timeout: 5_000 }).toBeUndefined()
    expect(await server.sessions.touch(begun.session)).toBeDefined()
    expect(messages).toEqual([storeErrorMessages['read-only'], 'The session store serves again.'])
  })

  test('cannot be kept in a cluster: the start says so, once, also when this server holds every key', async () => {
    const { store, replica, messages } = await openReplicas('--cluster-enabled', 'yes')
    const { sessions, fault } = await replica()
    await expect.poll(fault).toBe(storeErrorMessages.cluster)
    await store.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    for (let call = 0; call < 3; call += 1)
      await expect(sessions.begin('a-bearer', undefined)).rejects.toThrow(StoreUnreachable)
    expect(messages).toEqual([storeErrorMessages.cluster])
  })

  test('with a wrong password the start says so, and repeats nothing of it', async () => {
    const { store, replica, messages } = await openReplicas()
    await store.command('CONFIG', 'SET', 'requirepass', 'right')
    const wrong = await replica({ url: store.url.replace('redis://', 'redis://:geheim@') })
    expect([messages, wrong.fault()]).toEqual([[storeErrorMessages.refused], storeErrorMessages.refused])
    const without = await replica()
    await expect.poll(without.fault).toBe(storeErrorMessages.refused)
    expect(messages).toEqual([storeErrorMessages.refused, storeErrorMessages.refused])
    const right = await replica({ url: store.url.replace('redis://', 'redis://:right@') })
    expect([await begin(right), right.fault()]).toEqual([expect.anything(), undefined])
  })
})
