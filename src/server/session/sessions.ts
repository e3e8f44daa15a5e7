import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { identityOf } from '#api/jwt.ts'
import type { ServerSession } from '#api/console-server.ts'

/** What opens a session: the digests of its id and of its proof. Both are stored nowhere. */
const SessionKeys = z.object({ key: z.string(), proofDigest: z.string() })
type SessionKeys = z.infer<typeof SessionKeys>

/**
 * What is stored of a session: plain, and all that is needed, so that every console server that shares the store can
 * serve it. The access token is here and nowhere else.
 */
export const SessionRecord = z.object({
  ...SessionKeys.shape,
  bearer: z.string(),
  /** Known after a sign-in by password. */
  email: z.optional(z.string()),
  /** `Chrome on Linux`. */
  browser: z.string(),
  /** Identifies the person; see `ServerSession`. */
  identity: z.string(),
  /** The same for every spelling of an email: all sessions of a person are counted, listed and ended by it. */
  person: z.string(),
  /** The session of the same browser that this sign-in ended. */
  former: z.optional(SessionKeys),
  /** The key for fingerprints in this session. */
  fingerprintKey: z.string(),
  /** A random id for the log. */
  logId: z.string(),
  /** Milliseconds since 1970. */
  since: z.number(),
  lastInput: z.number(),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** A session as it runs here. */
export interface LiveSession extends SessionRecord {
  /** Aborted when the session ends here, or has ended elsewhere by its next request: what runs in it ends with it. */
  abortController: AbortController
}

/** What a request brings: the ids in its cookies, and a proof. */
export interface PresentedCredentials {
  ids: readonly string[]
  proof: string | null
}

const noCredentials: PresentedCredentials = { ids: [], proof: null }

function isPresented({ key, proofDigest }: SessionKeys, { ids, proof }: PresentedCredentials): boolean {
  if (proof === null || !ids.some((id) => digestOf(id) === key)) return false
  return timingSafeEqual(Buffer.from(digestOf(proof)), Buffer.from(proofDigest))
}

/** The session that an id and a proof open together; `other`: that session has another proof. */
export type SessionLookup = { session: LiveSession } | 'none' | 'other'

/**
 * A store of sessions by key. It forgets each when its time is over; an older copy of one may still stand in it. Every
 * call rejects with `StoreUnreachable` while the store cannot be reached. `lifetimeMs`: from now.
 */
export interface SessionStore {
  get(key: string): Promise<SessionRecord | undefined>
  /** Adds a session. Returns how many there are now. */
  put(session: SessionRecord, lifetimeMs: number): Promise<number>
  /** Stores a session again, unless it has ended: false. One step, so that it never revives one. */
  touch(session: SessionRecord, lifetimeMs: number): Promise<boolean>
  end(session: SessionRecord): Promise<void>
  /** The sessions of one person. */
  listByPerson(person: string): Promise<readonly SessionRecord[]>
  count(): Promise<number>
}

/** The store of sessions cannot be reached. Nobody is let in meanwhile. */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable'
}

/** How long sessions last, in milliseconds, and how many there may be. */
export interface SessionLimits {
  /** Without activity. */
  idle: number
  absolute: number
  maxSessions: number
  /** Per person. */
  maxPerPerson: number
}

/** The rules for sessions. */
export type Sessions = ReturnType<typeof createSessions>

/**
 * `now`: milliseconds since 1970. `service`: its address; the same person has the same identity there after a restart,
 * and another one elsewhere.
 */
export function createSessions(store: SessionStore, limits: SessionLimits, now: () => number, service = '') {
  /** What ends with each session that was served here, and until when it lasts by what is known here. */
  const liveEntries = new Map<string, { abortController: AbortController; until: number }>()
  const idleRemainingMs = ({ lastInput }: SessionRecord) => lastInput + limits.idle - now()
  const absoluteRemainingMs = ({ since }: SessionRecord) => since + limits.absolute - now()
  const remainingMs = (session: SessionRecord) => Math.min(idleRemainingMs(session), absoluteRemainingMs(session))
  const toLiveSession = (session: SessionRecord): LiveSession => {
    const { abortController } = liveEntries.get(session.key) ?? { abortController: new AbortController() }
    liveEntries.set(session.key, { abortController, until: now() + remainingMs(session) })
    return { ...session, abortController }
  }
  const endHere = (key: string) => {
    liveEntries.get(key)?.abortController.abort()
    liveEntries.delete(key)
  }
  const end = async (session: SessionRecord) => {
    endHere(session.key)
    await store.end(session)
  }
  const hashIdentity = (identity: string) => digestOf(`${service}\n${identity}`).slice(0, 22)
  const find = async (presented: PresentedCredentials): Promise<SessionLookup> => {
    let lookup: SessionLookup = 'none'
    for (const id of presented.proof === null ? [] : presented.ids) {
      const key = digestOf(id)
      const session = await store.get(key)
      if (session === undefined || remainingMs(session) <= 0) endHere(key)
      else if (isPresented(session, presented)) return { session: toLiveSession(session) }
      else lookup = 'other'
    }
    return lookup
  }
  /** All sessions of one person, the newest first. */
  const listByPerson = async (person: string): Promise<SessionRecord[]> =>
    (await store.listByPerson(person))
      .filter((session) => remainingMs(session) > 0) // the store’s own clock may be a moment later
      .toSorted((first, second) => first.since - second.since)
      .toReversed()
  const openSession = async (
    bearer: string,
    email: string | undefined,
    presented: PresentedCredentials,
    browser: string,
  ) => {
    const identity = hashIdentity(identityOf(bearer, email))
    const person = hashIdentity(identityOf(bearer, email && normalizeEmail(email)))
    const lookup = await find(presented)
    let former: SessionKeys | undefined = typeof lookup === 'object' ? lookup.session : undefined
    if (typeof lookup === 'object') await end(lookup.session)
    // Of several sign-ins of one browser at once, each brings the session that the first of them has ended.
    for (const other of await store.listByPerson(person)) {
      if (other.former === undefined || !isPresented(other.former, presented)) continue
      former = other.former
      await end(other)
    }
    const id = randomBytes(32).toString('base64url')
    const proof = randomBytes(32).toString('base64url')
    const startedAt = now()
    const session: SessionRecord = {
      key: digestOf(id),
      bearer,
      email,
      browser,
      identity,
      person,
      former: former && { key: former.key, proofDigest: former.proofDigest },
      proofDigest: digestOf(proof),
      fingerprintKey: randomBytes(16).toString('hex'),
      logId: randomBytes(8).toString('hex'),
      since: startedAt,
      lastInput: startedAt,
    }
    if ((await store.put(session, remainingMs(session))) > limits.maxSessions) {
      await store.end(session)
      return undefined
    }
    // Afterwards, so that of two sign-ins at once on two console servers each counts the other.
    const others = (await listByPerson(person)).filter((other) => other.key !== session.key)
    for (const excess of others.slice(limits.maxPerPerson - 1)) await end(excess)
    return { id, proof, session: toLiveSession(session) }
  }
  /** One at a time, so that two sign-ins of one browser or person find each other. */
  let lastTurn: Promise<unknown> = Promise.resolve()
  return {
    limits,
    /**
     * Starts a session with a new id and proof of 256 random bits each; undefined: there are too many. If one person
     * has too many, the oldest one ends. The session that the browser has presented ends, too.
     */
    begin(bearer: string, email: string | undefined, presented: PresentedCredentials = noCredentials, browser = '') {
      const opened = lastTurn.then(() => openSession(bearer, email, presented, browser))
      lastTurn = opened.catch(() => undefined)
      return opened
    },
    /** The one of these sessions that this proof belongs to. */
    find,
    /** Restarts the idle limit. `email`: the new one of a known account, which its page has changed. */
    async touch(found: LiveSession, email?: string): Promise<LiveSession | undefined> {
      const { abortController, ...session } = found
      const isRenamed = email !== undefined && session.email !== undefined
      const touched = { ...session, ...(isRenamed && { email }), lastInput: now() }
      if (abortController.signal.aborted || !(await store.touch(touched, remainingMs(touched)))) return undefined
      return abortController.signal.aborted ? undefined : toLiveSession(touched)
    },
    end,
    /** Ends here what lasts no longer, with what runs in it, unless input on another console server prolonged it. */
    async removeExpired(): Promise<void> {
      for (const [key, { until }] of liveEntries) {
        const session = until > now() ? undefined : await store.get(key).catch(() => undefined)
        if (session !== undefined && remainingMs(session) > 0 && liveEntries.has(key)) toLiveSession(session)
        else if (until <= now()) endHere(key)
      }
    },
    listByPerson,
    async endAll(person: string): Promise<void> {
      for (const session of await store.listByPerson(person)) await end(session)
    },
    /** All of them, wherever they run. */
    count: () => store.count(),
    /** What its own page may know about a session. */
    publicView: (session: SessionRecord): ServerSession => ({
      identity: session.identity,
      ...(session.email !== undefined && { email: session.email }),
      age: now() - session.since,
      idle: { left: idleRemainingMs(session), limit: limits.idle },
      absolute: { left: absoluteRemainingMs(session), limit: limits.absolute },
    }),
  }
}

/** Keeps sessions in memory: a restart signs everybody out, and nothing is ever written. */
export function createMemoryStore(now: () => number): SessionStore {
  const entries = new Map<string, { session: SessionRecord; until: number }>()
  const unexpired = () => {
    for (const [key, { until }] of entries) if (until <= now()) entries.delete(key)
    return entries
  }
  const put = (session: SessionRecord, lifetimeMs: number) =>
    entries.set(session.key, { session, until: now() + lifetimeMs })
  return {
    get: async (key) => unexpired().get(key)?.session,
    put: async (session, lifetimeMs) => (unexpired(), put(session, lifetimeMs).size),
    touch: async (session, lifetimeMs) => unexpired().has(session.key) && put(session, lifetimeMs).has(session.key),
    end: async ({ key }) => void entries.delete(key),
    listByPerson: async (person) =>
      [...unexpired().values()].flatMap(({ session }) => (session.person === person ? [session] : [])),
    count: async () => unexpired().size,
  }
}

/** Whether a service tells these spellings apart is unknown. */
function normalizeEmail(email: string): string {
  return email.normalize('NFKC').toLowerCase().trim()
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
