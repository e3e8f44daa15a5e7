import type { EncryptionKey } from './encryption.ts'
import { SessionRecord, StoreUnreachable, type SessionStore } from './sessions.ts'
import type { CounterStore } from './sign-in-rate-limit.ts'

/** Runs commands in Redis or Valkey: one alone, more as a transaction. Rejects with `StoreUnreachable`. */
export type RunCommands = (...commands: string[][]) => Promise<readonly unknown[]>

/** Why the store does not serve. */
export type StoreError = 'unreachable' | 'refused' | 'full'

/** For the log and for whoever watches the console server. */
export const storeErrorMessages: Record<StoreError, string> = {
  unreachable: 'The session store cannot be reached: nobody can sign in, and nobody is signed out.',
  refused: 'The session store refuses the user or the password in SESSION_STORE: nobody can sign in.',
  full: 'The session store is full: nobody can sign in, and input prolongs no session.',
}

/** How long one call may take, and connecting, in milliseconds. */
const patience = 1_000

/** How long until it is tried again, in milliseconds. */
const pause = 250

/**
 * Connects to Redis or Valkey and stays connected: while it is lost, calls reject at once, and it is tried again until
 * `close`. `url`: `redis://` or `rediss://`. Resolves whether or not it could be reached. `tell` gets a sentence when it
 * does not serve, and when it does again.
 */
export async function connectStore(url: string, tell: (sentence: string) => void) {
  const { createClient } = await import('@redis/client')
  const socket = { connectTimeout: patience, reconnectStrategy: pause }
  const client = createClient({ url, disableOfflineQueue: true, pingInterval: 10_000, socket })
  let fault: StoreError | undefined
  const turn = (now: StoreError | undefined) => {
    if (now !== fault) tell(now === undefined ? 'The session store serves again.' : storeErrorMessages[now])
    fault = now
  }
  const run: RunCommands = async (...commands) => {
    const [only = []] = commands
    try {
      const sent =
        commands.length === 1
          ? client.sendCommand(only).then((reply) => [reply])
          : commands.reduce((all, command) => all.addCommand(command), client.multi()).exec()
      const replies = await within(patience, sent)
      // A full store answers everything that writes nothing.
      if (fault !== 'full' || commands.some(([name]) => name === 'SET')) turn(undefined)
      return replies
    } catch (error) {
      const now = client.isReady ? faultOf(error) : (fault ?? 'unreachable') // the reason is that of connecting
      turn(now)
      throw new StoreUnreachable(storeErrorMessages[now]) // the client's own message may hold an address
    }
  }
  client.on('error', (error) => turn(faultOf(error)))
  client.on('ready', () => void run(['PING']).catch(() => undefined))
  await within(patience, client.connect()).catch(() => turn(fault ?? 'unreachable'))
  return { run, fault: () => fault && storeErrorMessages[fault], close: () => client.destroy() }
}

function faultOf(error: unknown): StoreError {
  const text = error instanceof Error ? error.message : ''
  if (text.startsWith('OOM ')) return 'full'
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR .*password)/.test(text) ? 'refused' : 'unreachable'
}

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Lists of sessions outlive each session, which lasts a day at most. In seconds. */
const day = '86400'

/**
 * Keeps sessions in Redis or Valkey, for several console servers: each under a key of its own that expires with it, and
 * a set of those of a person. Names are HMACs and sessions are encrypted, so that a copy of the store holds no id,
 * access token, proof, email or address.
 */
export function createSharedStore(run: RunCommands, sealing: EncryptionKey): SessionStore {
  const placeOf = (key: string) => `query-admin:2:session:${sealing.nameOf('session', key)}`
  const personOf = (person: string) => `query-admin:2:person:${sealing.nameOf('person', person)}`
  const everybody = `query-admin:2:sessions:${sealing.nameOf('sessions', '')}`
  const sealed = (session: SessionRecord) => sealing.seal(JSON.stringify(session), placeOf(session.key))
  const whole = (ms: number) => String(Math.max(1, Math.ceil(ms)))
  const set = (session: SessionRecord, lasts: number) =>
    ['SET', placeOf(session.key), sealed(session), 'PX', whole(lasts)] as string[]
  /** Counts it until its end. */
  const counted = (session: SessionRecord, lasts: number) =>
    ['ZADD', everybody, whole(Date.now() + lasts), placeOf(session.key)] as string[]
  const read = async (places: readonly string[]) => {
    const texts = places.length === 0 ? [] : ((await run(['MGET', ...places]))[0] as (string | null)[])
    return places.map((place, at) => {
      const text = sealing.open(texts[at] ?? '', place)
      return text === undefined ? undefined : SessionRecord.safeParse(JSON.parse(text)).data
    })
  }
  return {
    get: async (key) => (await read([placeOf(key)]))[0],
    async put(session, lasts) {
      const person = personOf(session.person)
      const replies = await run(
        set(session, lasts),
        ['SADD', person, placeOf(session.key)],
        ['EXPIRE', person, day],
        ['ZREMRANGEBYSCORE', everybody, '-inf', whole(Date.now())],
        counted(session, lasts),
        ['EXPIRE', everybody, day],
        ['ZCARD', everybody],
      )
      return Number(replies.at(-1))
    },
    async touch(session, lasts) {
      const [reply] = await run([...set(session, lasts), 'XX'])
      if (reply !== null) await run(counted(session, lasts), ['EXPIRE', everybody, day])
      return reply !== null
    },
    async end({ key, person }) {
      const place = placeOf(key)
      await run(['DEL', place], ['SREM', personOf(person), place], ['ZREM', everybody, place])
    },
    async of(person) {
      const places = (await run(['SMEMBERS', personOf(person)]))[0] as string[]
      const sessions = await read(places)
      const gone = places.filter((_, at) => sessions[at] === undefined)
      if (gone.length > 0) await run(['SREM', personOf(person), ...gone])
      return sessions.filter((session) => session !== undefined)
    },
    count: async () => Number((await run(['ZCOUNT', everybody, whole(Date.now()), '+inf']))[0]),
  }
}

/** Counts wrong sign-ins in Redis or Valkey: each counter gets its end in the step that begins it. */
export function createSharedCounters(run: RunCommands, sealing: EncryptionKey): CounterStore {
  return {
    async add(counters, by) {
      const commands = counters.flatMap(({ name, seconds }) => {
        const key = `query-admin:2:guesses:${sealing.nameOf('guesses', name)}`
        return [
          ['SET', key, '0', 'EX', String(seconds), 'NX'],
          [by === 1 ? 'INCR' : 'DECR', key],
        ]
      })
      return (await run(...commands)).flatMap((reply, at) => (at % 2 === 1 ? [Number(reply)] : []))
    },
  }
}
