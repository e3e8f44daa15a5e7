import * as z from 'zod/mini'
import type { SealingKey } from './sealing.ts'
import { SessionRecord, StoreUnreachable, type SessionStore } from './sessions.ts'
import { newGuesser, type Guesser, type GuesserStore } from './sign-in-limit.ts'

/** What is used of a client of Redis or Valkey. Every call rejects while the store cannot be reached. */
export interface StoreClient {
  mGet(keys: string[]): Promise<(string | null)[]>
  zRange(key: string, from: number, to: number): Promise<string[]>
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
}

/** Hears what console servers publish. `onMessage` gets undefined when messages may have been missed. */
export type Listen = (channel: string, onMessage: (message: string | undefined) => void) => void

interface Parts {
  client: StoreClient
  listen: Listen
  /** The key for what is new, and another one: what is stored under it stays there until its end. */
  keys: readonly [SealingKey, ...SealingKey[]]
}

const channel = 'query-admin:ended'

/**
 * Keeps sessions in Redis or Valkey, for several console servers. Names are HMACs and sessions are encrypted, so that a
 * copy of the store holds no id, access token, proof, email or address.
 */
export function createSharedStore({ client, listen, keys }: Parts): SessionStore {
  const [current] = keys
  const placeOf = (sealing: SealingKey, key: string) => `query-admin:session:${sealing.nameOf('session', key)}`
  const personOf = (sealing: SealingKey, person: string) => `query-admin:person:${sealing.nameOf('person', person)}`
  const everybodyOf = (sealing: SealingKey) => `query-admin:sessions:${sealing.nameOf('sessions', '')}`
  const run = (sealing: SealingKey, script: string, { key, person }: SessionRecord, ...values: string[]) => {
    const names = [placeOf(sealing, key), personOf(sealing, person), everybodyOf(sealing)]
    return reached(client.eval(script, { keys: names, arguments: values }))
  }
  const put = async (sealing: SealingKey, session: SessionRecord, lasts: number, most = '') => {
    const sealed = sealing.seal(JSON.stringify(session), placeOf(sealing, session.key))
    return (await run(sealing, putting, session, sealed, String(Math.max(1, Math.ceil(lasts))), most)) === 1
  }
  const read = async (places: string[]) => {
    const sealed = places.length === 0 ? [] : await reached(client.mGet(places))
    return places.flatMap((place, at) => {
      const text = openedBy(keys, sealed[at] ?? '', place)
      return text === undefined ? [] : (SessionRecord.safeParse(JSON.parse(text)).data ?? [])
    })
  }
  return {
    get: async (key) => (await read(keys.map((sealing) => placeOf(sealing, key))))[0],
    add: (session, lasts, most) => put(current, session, lasts, String(most)),
    async update(session, lasts) {
      for (const sealing of keys) if (await put(sealing, session, lasts)) return true
      return false
    },
    async delete(session) {
      const message = current.seal(session.key, channel)
      for (const sealing of keys) await run(sealing, deleting, session, channel, message)
    },
    async of(person) {
      const lists = keys.map((sealing) => reached(client.zRange(personOf(sealing, person), 0, -1)))
      return read((await Promise.all(lists)).flat())
    },
    count: async () => Number(await reached(client.eval(counting, { keys: keys.map(everybodyOf), arguments: [] }))),
    watch(ended) {
      listen(channel, (message) => {
        const key = message && openedBy(keys, message, channel)
        if (message === undefined || key !== undefined) ended(key)
      })
    },
  }
}

function openedBy(keys: readonly SealingKey[], sealed: string, place: string): string | undefined {
  return keys.map((sealing) => sealing.open(sealed, place)).find((text) => text !== undefined)
}

/** Remembers guessers in Redis or Valkey: the networks by HMAC. */
export function createSharedGuessers({ client, keys: [current] }: Pick<Parts, 'client' | 'keys'>): GuesserStore {
  return {
    async change(networks, change, lasts) {
      const names = networks.map((network) => `query-admin:guesser:${current.nameOf('guesser', network)}`)
      for (;;) {
        const before = await reached(client.mGet(names))
        const guessers = change(before.map((text) => (text ? StoredGuesser.parse(JSON.parse(text)) : newGuesser)))
        const values = [
          String(lasts),
          ...before.map((text) => text ?? ''),
          ...guessers.map((one) => JSON.stringify(one)),
        ]
        if ((await reached(client.eval(exchanging, { keys: names, arguments: values }))) === 1) return
      }
    },
  }
}

const StoredGuesser: z.ZodMiniType<Guesser> = z.object({
  failures: z.array(z.number()),
  pending: z.array(z.number()),
  wait: z.number(),
  until: z.number(),
})

/** What a client reports while the store cannot be reached says nothing that helps, and may hold an address. */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch {
    throw new StoreUnreachable('The session store cannot be reached.')
  }
}

// KEYS of the first two: the place of a session, the list of its person, the list of all. Lists are in the order of the
// ends, in seconds since 1970, and outlive each session, which lasts a day at most.

/** ARGV: the sealed session, how long it lasts, and how many there may be; empty: it is there and is replaced. */
const putting = `
local now = tonumber(redis.call('TIME')[1])
for at = 2, 3 do redis.call('ZREMRANGEBYSCORE', KEYS[at], '-inf', now) end
if ARGV[3] == '' and redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if ARGV[3] ~= '' and redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
for at = 2, 3 do
  redis.call('ZADD', KEYS[at], now + ARGV[2] / 1000, KEYS[1])
  redis.call('EXPIRE', KEYS[at], 86400)
end
return 1
`

const deleting = `
redis.call('DEL', KEYS[1])
for at = 2, 3 do redis.call('ZREM', KEYS[at], KEYS[1]) end
redis.call('PUBLISH', ARGV[1], ARGV[2])
`

/** KEYS: the lists of all. */
const counting = `
local count = 0
for _, list in ipairs(KEYS) do count = count + redis.call('ZCOUNT', list, redis.call('TIME')[1], '+inf') end
return count
`

/** ARGV: how long they last, what was read of each, and what takes its place. */
const exchanging = `
for at, name in ipairs(KEYS) do
  if (redis.call('GET', name) or '') ~= ARGV[1 + at] then return 0 end
end
for at, name in ipairs(KEYS) do redis.call('SET', name, ARGV[1 + #KEYS + at], 'PX', ARGV[1]) end
return 1
`
