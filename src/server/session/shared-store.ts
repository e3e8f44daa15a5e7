import { setTimeout } from 'node:timers/promises'
import type { EncryptionKey } from './encryption.ts'
import { SessionRecord, StoreUnreachable, type SessionStore } from './sessions.ts'
import type { CounterStore } from './sign-in-rate-limit.ts'

/** Runs commands in Redis or Valkey: one alone, more as a transaction. Rejects with `StoreUnreachable`. */
export type RunCommands = (...commands: string[][]) => Promise<readonly unknown[]>

/** Why the store does not serve. */
export type StoreError = 'unreachable' | 'refused' | 'full' | 'read-only' | 'cluster' | 'failing'

/** For the log and for whoever watches the console server. */
export const storeErrorMessages: Record<StoreError, string> = {
  unreachable: 'The session store cannot be reached: nobody can sign in, and nobody is signed out.',
  refused: 'The session store refuses the user or the password in SESSION_STORE: nobody can sign in.',
  full: 'The session store is full: nobody can sign in, and no call is accepted until it can be written.',
  'read-only':
    'The session store is read-only: nobody can sign in, and no call is accepted. SESSION_STORE must name the primary, not a replica.',
  cluster:
    'The session store is a cluster: nobody can sign in, and no call is accepted. SESSION_STORE must name a server that runs without cluster mode.',
  failing: 'The session store rejects commands, and its log says why: nobody can sign in, and no call is accepted.',
}

/** How long one call may take, and connecting, in milliseconds. */
const timeoutMs = 1_000

/** How long until it is tried again, in milliseconds. */
const reconnectDelayMs = 250

/** How often a connection is used at least, in milliseconds: so often a store that fails is tried again. */
const checkIntervalMs = 3_000

/**
 * Writes that show whether the store serves. A read shows nothing: a replica and a full store answer it. Two keys,
 * because a cluster may accept a single one.
 */
const writeCheck = ['first', 'second'].map((name) => ['SET', `query-admin:2:write-check:${name}`, '', 'EX', '60'])

/**
 * Connects to Redis or Valkey and stays connected: while it is lost, calls reject at once, and it is tried again until
 * `close`. `url`: `redis://` or `rediss://`. Resolves whether or not it could be reached. `report` gets a sentence when it
 * does not serve, and when it does again. After a failure every call rejects until the store accepts a write again, so
 * that a session which can't be extended gives no access either.
 */
export async function connectStore(url: string, report: (sentence: string) => void) {
  const { createClient, DisconnectsClientError, ErrorReply } = await import('@redis/client')
  const socket = { connectTimeout: timeoutMs, reconnectStrategy: reconnectDelayMs }
  const client = createClient({ url, disableOfflineQueue: true, pingInterval: checkIntervalMs, socket })
  let fault: StoreError | undefined
  let isClosed = false
  let reconnecting: Promise<unknown> | undefined
  const setFault = (newFault: StoreError | undefined) => {
    if (newFault !== fault)
      report(newFault === undefined ? 'The session store serves again.' : storeErrorMessages[newFault])
    fault = newFault
  }
  const send = (commands: readonly string[][]) =>
    commands.reduce((all, command) => all.addCommand(command), client.multi()).exec()
  /** The address may lead to another server by now: after a failover, the former primary is a replica. */
  const reconnect = async () => {
    client.destroy()
    await setTimeout(reconnectDelayMs)
    if (!isClosed) await client.connect().catch(() => undefined) // closed meanwhile
  }
  const faultOf = (error: unknown) => (error instanceof ErrorReply ? storeErrorOf(error.message) : 'unreachable')
  /** Without a command: only checks. */
  const run: RunCommands = async (...commands) => {
    const [firstCommand] = commands
    try {
      if (fault !== undefined || firstCommand === undefined) {
        const replies = await withTimeout(timeoutMs, send([...writeCheck, ...commands]))
        setFault(undefined)
        return replies.slice(writeCheck.length)
      }
      const responses =
        commands.length === 1 ? client.sendCommand(firstCommand).then((reply) => [reply]) : send(commands)
      return await withTimeout(timeoutMs, responses)
    } catch (error) {
      const newFault = client.isReady ? faultOf(error) : (fault ?? 'unreachable') // the reason is that of connecting
      setFault(newFault)
      if (newFault === 'read-only') reconnecting ??= reconnect().finally(() => (reconnecting = undefined))
      throw new StoreUnreachable(storeErrorMessages[newFault]) // the client's own message may hold an address
    }
  }
  const check = () => void run().catch(() => undefined)
  client.on('error', (error) => error instanceof DisconnectsClientError || setFault(faultOf(error)))
  client.on('ready', check)
  client.on('ping-interval', () => fault !== undefined && check())
  await withTimeout(timeoutMs, client.connect()).catch(() => setFault(fault ?? 'unreachable'))
  const close = () => {
    isClosed = true
    client.destroy()
  }
  return { run, fault: () => fault && storeErrorMessages[fault], close }
}

/** What an error of the store itself means, by its first word. */
function storeErrorOf(message: string): StoreError {
  const text = message.replace(/^EXECABORT Transaction discarded because of: /, '')
  if (text.startsWith('OOM ')) return 'full'
  if (text.startsWith('READONLY ')) return 'read-only'
  if (/^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|CROSSSLOT) /.test(text)) return 'cluster'
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR .*password)/.test(text) ? 'refused' : 'failing'
}

function withTimeout<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = globalThis.setTimeout(() => reject(new Error('late')), ms)
  })
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}

/** Lists of sessions outlive each session, which lasts a day at most. In seconds. */
const day = '86400'

/**
 * Keeps sessions in Redis or Valkey, for several console servers: each under a key of its own that expires with it, and
 * a set of those of a person. Names are HMACs and sessions are encrypted, so that a copy of the store holds no id,
 * access token, proof, email or address.
 */
export function createSharedStore(run: RunCommands, encryption: EncryptionKey): SessionStore {
  const sessionKey = (key: string) => `query-admin:2:session:${encryption.nameOf('session', key)}`
  const personKey = (person: string) => `query-admin:2:person:${encryption.nameOf('person', person)}`
  const allSessionsKey = `query-admin:2:sessions:${encryption.nameOf('sessions', '')}`
  const encryptSession = (session: SessionRecord) =>
    encryption.encrypt(JSON.stringify(session), sessionKey(session.key))
  const toWholeMs = (ms: number) => String(Math.max(1, Math.ceil(ms)))
  const setCommand = (session: SessionRecord, lifetimeMs: number) =>
    ['SET', sessionKey(session.key), encryptSession(session), 'PX', toWholeMs(lifetimeMs)] as string[]
  /** Counts it until its end. */
  const countCommand = (session: SessionRecord, lifetimeMs: number) =>
    ['ZADD', allSessionsKey, toWholeMs(Date.now() + lifetimeMs), sessionKey(session.key)] as string[]
  const read = async (keys: readonly string[]) => {
    const texts = keys.length === 0 ? [] : ((await run(['MGET', ...keys]))[0] as (string | null)[])
    return keys.map((place, index) => {
      const text = encryption.decrypt(texts[index] ?? '', place)
      return text === undefined ? undefined : SessionRecord.safeParse(JSON.parse(text)).data
    })
  }
  return {
    get: async (key) => (await read([sessionKey(key)]))[0],
    async put(session, lifetimeMs) {
      const person = personKey(session.person)
      const replies = await run(
        setCommand(session, lifetimeMs),
        ['SADD', person, sessionKey(session.key)],
        ['EXPIRE', person, day],
        ['ZREMRANGEBYSCORE', allSessionsKey, '-inf', toWholeMs(Date.now())],
        countCommand(session, lifetimeMs),
        ['EXPIRE', allSessionsKey, day],
        ['ZCARD', allSessionsKey],
      )
      return Number(replies.at(-1))
    },
    async touch(session, lifetimeMs) {
      const [reply] = await run([...setCommand(session, lifetimeMs), 'XX'])
      if (reply !== null) await run(countCommand(session, lifetimeMs), ['EXPIRE', allSessionsKey, day])
      return reply !== null
    },
    async end({ key, person }) {
      const place = sessionKey(key)
      await run(['DEL', place], ['SREM', personKey(person), place], ['ZREM', allSessionsKey, place])
    },
    async listByPerson(person) {
      const keys = (await run(['SMEMBERS', personKey(person)]))[0] as string[]
      const sessions = await read(keys)
      const missingKeys = keys.filter((_, index) => sessions[index] === undefined)
      if (missingKeys.length > 0) await run(['SREM', personKey(person), ...missingKeys])
      return sessions.filter((session) => session !== undefined)
    },
    count: async () => Number((await run(['ZCOUNT', allSessionsKey, toWholeMs(Date.now()), '+inf']))[0]),
  }
}

/** Counts wrong sign-ins in Redis or Valkey: each counter gets its end in the step that begins it. */
export function createSharedCounters(run: RunCommands, encryption: EncryptionKey): CounterStore {
  return {
    async add(counters, delta) {
      const commands = counters.flatMap(({ name, seconds }) => {
        const key = `query-admin:2:guesses:${encryption.nameOf('guesses', name)}`
        return [
          ['SET', key, '0', 'EX', String(seconds), 'NX'],
          [delta === 1 ? 'INCR' : 'DECR', key],
        ]
      })
      return (await run(...commands)).flatMap((reply, index) => (index % 2 === 1 ? [Number(reply)] : []))
    },
  }
}
