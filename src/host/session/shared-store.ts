import * as z from 'zod'
import type { SealingKey } from './sealing.ts'
import { StoreUnreachable, type SessionRecord, type SessionStore } from './sessions.ts'
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
  /** The key that is used, and the former one, with which stored sessions still open. */
  keys: readonly [SealingKey, ...SealingKey[]]
}

const Keys = z.object({ key: z.string(), proofDigest: z.string() })

const Stored = z.object({
  ...Keys.shape,
  bearer: z.string(),
  email: z.optional(z.string()),
  browser: z.string(),
  identity: z.string(),
  person: z.string(),
  former: z.optional(Keys),
  fingerprintKey: z.string(),
  logId: z.string(),
  since: z.number(),
  lastInput: z.number(),
})

/**
 * Keeps sessions in Redis or Valkey, for several console servers. Names are HMACs and sessions are encrypted, so that a
 * copy of the store holds no id, access token, proof, email or address.
 */
export function createSharedStore({ client, listen, keys }: Parts): SessionStore {
  const [current] = keys
  const channel = `query-admin:ended:${current.nameOf('channel', '')}`
  /** The names of a session, the current key's first. */
  const placesOf = (key: string) => keys.map((sealing) => `query-admin:session:${sealing.nameOf('session', key)}`)
  const personsOf = (person: string) => keys.map((sealing) => `query-admin:person:${sealing.nameOf('person', person)}`)
  const everybody = keys.map((sealing) => `query-admin:sessions:${sealing.nameOf('sessions', '')}`)
  const opened = (sealed: string | null | undefined, place: string): SessionRecord | undefined => {
    const text = sealed && keys.map((sealing) => sealing.open(sealed, place)).find((opens) => opens !== undefined)
    const stored = text ? Stored.parse(JSON.parse(text)) : undefined
    return stored && { ...stored, email: stored.email, former: stored.former }
  }
  const put = async (session: SessionRecord, lasts: number, script: string, ...more: string[]) => {
    const places = placesOf(session.key)
    const [place = ''] = places
    const sealed = current.seal(JSON.stringify(session), place)
    const names = [...places, ...personsOf(session.person), ...everybody]
    const values = [String(keys.length), sealed, String(Math.max(1, Math.ceil(lasts))), ...more]
    return (await reached(client.eval(script, { keys: names, arguments: values }))) === 1
  }
  return {
    async get(key) {
      const places = placesOf(key)
      const sealed = await reached(client.mGet(places))
      return places.map((place, at) => opened(sealed[at], place)).find((session) => session !== undefined)
    },
    add: (session, lasts, most) => put(session, lasts, adding, String(most)),
    update: (session, lasts) => put(session, lasts, updating),
    async delete({ key, person }) {
      const names = [...placesOf(key), ...personsOf(person), ...everybody]
      const message = current.seal(key, channel)
      const values = [String(keys.length), channel, message]
      await reached(client.eval(deleting, { keys: names, arguments: values }))
    },
    async of(person) {
      const lists = await Promise.all(personsOf(person).map((name) => reached(client.zRange(name, 0, -1))))
      const places = lists.flat()
      const sealed = places.length === 0 ? [] : await reached(client.mGet(places))
      return places.flatMap((place, at) => opened(sealed[at], place) ?? [])
    },
    count: async () =>
      Number(await reached(client.eval(counting, { keys: everybody, arguments: [String(keys.length)] }))),
    watch(ended) {
      listen(channel, (message) => {
        const key =
          message && keys.map((sealing) => sealing.open(message, channel)).find((opens) => opens !== undefined)
        if (message === undefined || key !== undefined) ended(key)
      })
    },
  }
}

/** Remembers guessers in Redis or Valkey: the networks by HMAC. */
export function createSharedGuessers({ client, keys: [current] }: Pick<Parts, 'client' | 'keys'>): GuesserStore {
  return {
    async change(networks, change, lasts) {
      const names = networks.map((network) => `query-admin:guesser:${current.nameOf('guesser', network)}`)
      for (;;) {
        const before = await reached(client.mGet(names))
        const { guessers, result } = change(
          before.map((text) => (text ? StoredGuesser.parse(JSON.parse(text)) : newGuesser)),
        )
        const values = [
          String(lasts),
          ...before.map((text) => text ?? ''),
          ...guessers.map((one) => JSON.stringify(one)),
        ]
        if ((await reached(client.eval(exchanging, { keys: names, arguments: values }))) === 1) return result
      }
    },
  }
}

const StoredGuesser: z.ZodType<Guesser> = z.object({
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

// KEYS of the first three: the places of a session, the lists of its person, and the lists of all sessions, each under
// the current key and then the former one. ARGV[1]: how many keys there are.

const time = `
local n = tonumber(ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`

const storing = `
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
for _, list in ipairs({KEYS[n + 1], KEYS[2 * n + 1]}) do
  redis.call('ZREMRANGEBYSCORE', list, '-inf', now)
  redis.call('ZADD', list, now + ARGV[3], KEYS[1])
  redis.call('PEXPIREAT', list, tonumber(redis.call('ZRANGE', list, -1, -1, 'WITHSCORES')[2]))
end
return 1
`

const adding = `${time}
local count = 0
for at = 2 * n + 1, 3 * n do count = count + redis.call('ZCOUNT', KEYS[at], '(' .. now, '+inf') end
if count >= tonumber(ARGV[4]) then return 0 end
${storing}`

const removing = `
for at = 1, n do
  redis.call('DEL', KEYS[at])
  for list = n + 1, 3 * n do redis.call('ZREM', KEYS[list], KEYS[at]) end
end
`

const updating = `${time}
local found = 0
for at = 1, n do found = found + redis.call('EXISTS', KEYS[at]) end
if found == 0 then return 0 end
${removing}${storing}`

const counting = `${time}
local count = 0
for _, list in ipairs(KEYS) do count = count + redis.call('ZCOUNT', list, '(' .. now, '+inf') end
return count
`

const deleting = `${time}${removing}
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1
`

const exchanging = `
for at, name in ipairs(KEYS) do
  if (redis.call('GET', name) or '') ~= ARGV[1 + at] then return 0 end
end
for at, name in ipairs(KEYS) do redis.call('SET', name, ARGV[1 + #KEYS + at], 'PX', ARGV[1]) end
return 1
`
