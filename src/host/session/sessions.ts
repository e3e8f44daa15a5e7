import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { identityOf } from '#contract/jwt.ts'
import type { HostSession } from '#contract/console-host.ts'

/** One signed-in browser. The access token is here and nowhere else. */
export interface Session {
  bearer: string
  /** Known after a sign-in by password. */
  email: string | undefined
  /** `Chrome on Linux`. */
  browser: string
  /** Identifies the person; see `HostSession`. */
  identity: string
  /** The same for every spelling of an email: all sessions of a person are counted, listed and ended by it. */
  person: string
  /** The session of the same browser that this sign-in ended. */
  former: Keys | undefined
  /** The digest of the proof, which only the page has. */
  proofDigest: Uint8Array
  /** The key for fingerprints in this session. */
  fingerprintKey: string
  /** A random id for the log. */
  logId: string
  /** Milliseconds since 1970. */
  since: number
  lastInput: number
  /** Aborted when the session ends, for any reason: what runs in it ends with it. */
  ending: AbortController
}

/** What opens a session: its id, and the digest of its proof. */
interface Keys {
  id: string
  proofDigest: Uint8Array
}

/** What a request brings: the ids in its cookies, and a proof. */
export interface Presented {
  ids: readonly string[]
  proof: string | null
}

const nothing: Presented = { ids: [], proof: null }

function isPresented({ id, proofDigest }: Keys, { ids, proof }: Presented): boolean {
  return proof !== null && ids.includes(id) && timingSafeEqual(digestOf(proof), proofDigest)
}

/** The session that an id and a proof open together; `other`: that session has another proof. */
export type Found = { id: string; session: Session } | 'none' | 'other'

/** A store of sessions by id. It alone enforces how long a session lasts: after that, the session is gone. */
export interface SessionStore {
  get(id: string): Promise<Session | undefined>
  /** `lasts`: milliseconds from now. */
  put(id: string, session: Session, lasts: number): Promise<void>
  delete(id: string): Promise<void>
  count(): Promise<number>
  /** The sessions of one person, by id. */
  of(person: string): Promise<ReadonlyMap<string, Session>>
}

/** How long sessions last, in milliseconds, and how many there may be. */
export interface SessionLimits {
  /** Without activity. */
  idle: number
  absolute: number
  most: number
  /** Per person. */
  each: number
}

/** The rules for sessions. */
export type Sessions = ReturnType<typeof createSessions>

/**
 * `now`: milliseconds since 1970. `service`: its address; the same person has the same identity there after a restart,
 * and another one elsewhere.
 */
export function createSessions(store: SessionStore, limits: SessionLimits, now: () => number, service = '') {
  const idleLeft = ({ lastInput }: Session) => lastInput + limits.idle - now()
  const absoluteLeft = ({ since }: Session) => since + limits.absolute - now()
  const storeSession = async (id: string, session: Session) => {
    await store.put(id, session, Math.min(idleLeft(session), absoluteLeft(session)))
    return session
  }
  const digestInWords = (identity: string) => digestOf(`${service}\n${identity}`).toString('base64url').slice(0, 22)
  const find = async (presented: Presented): Promise<Found> => {
    let lookup: Found = 'none'
    for (const id of presented.proof === null ? [] : presented.ids) {
      const session = await store.get(id)
      if (session === undefined) continue
      if (isPresented({ id, ...session }, presented)) return { id, session }
      lookup = 'other'
    }
    return lookup
  }
  const opened = async (bearer: string, email: string | undefined, presented: Presented, browser: string) => {
    const identity = digestInWords(identityOf(bearer, email))
    const person = digestInWords(identityOf(bearer, email && folded(email)))
    const lookup = await find(presented)
    let former: Keys | undefined =
      typeof lookup === 'object' ? { id: lookup.id, proofDigest: lookup.session.proofDigest } : undefined
    if (former !== undefined) await store.delete(former.id)
    // Of several sign-ins of one browser at once, each brings the session that the first of them has ended.
    for (const [id, other] of await store.of(person)) {
      if (other.former === undefined || !isPresented(other.former, presented)) continue
      former = other.former
      await store.delete(id)
    }
    const own = [...(await store.of(person))].toSorted(([, first], [, second]) => first.since - second.since)
    for (const [id] of own.slice(0, Math.max(0, own.length + 1 - limits.each))) await store.delete(id)
    if ((await store.count()) >= limits.most) return undefined
    const id = randomBytes(32).toString('base64url')
    const proof = randomBytes(32).toString('base64url')
    const at = now()
    const session = await storeSession(id, {
      bearer,
      email,
      browser,
      identity,
      person,
      former,
      proofDigest: digestOf(proof),
      fingerprintKey: randomBytes(16).toString('hex'),
      logId: randomBytes(8).toString('hex'),
      since: at,
      lastInput: at,
      ending: new AbortController(),
    })
    return { id, proof, session }
  }
  /** One at a time, so that two sign-ins cannot both take the last place. */
  let turn: Promise<unknown> = Promise.resolve()
  return {
    limits,
    /**
     * Starts a session with a new id and proof of 256 random bits each; undefined: there are too many. If one person
     * has too many, the oldest one ends. The session that the browser has presented ends, too.
     */
    begin(bearer: string, email: string | undefined, presented: Presented = nothing, browser = '') {
      const begun = turn.then(() => opened(bearer, email, presented, browser))
      turn = begun.catch(() => undefined)
      return begun
    },
    /** The one of these sessions that this proof belongs to. */
    find,
    /** Restarts the idle limit. `email`: the new one of a known account, which its page has changed. */
    async touch(id: string, email?: string): Promise<Session | undefined> {
      const session = await store.get(id)
      // A session that ended meanwhile must not be stored again.
      if (session === undefined || session.ending.signal.aborted) return undefined
      const isRenamed = email !== undefined && session.email !== undefined
      return storeSession(id, { ...session, ...(isRenamed && { email }), lastInput: now() })
    },
    end: (id: string) => store.delete(id),
    /** All sessions of one person, the newest first. */
    async of(person: string): Promise<Session[]> {
      const all = [...(await store.of(person)).values()]
      return all.toSorted((first, second) => second.since - first.since)
    },
    async endAll(person: string): Promise<void> {
      for (const id of (await store.of(person)).keys()) await store.delete(id)
    },
    /** What its own page may know about a session. */
    publicView: (session: Session): HostSession => ({
      identity: session.identity,
      ...(session.email !== undefined && { email: session.email }),
      age: now() - session.since,
      idle: { left: idleLeft(session), limit: limits.idle },
      absolute: { left: absoluteLeft(session), limit: limits.absolute },
    }),
  }
}

/** Keeps sessions in memory: a restart signs everybody out, and nothing is ever written. */
export function createMemoryStore(now: () => number): SessionStore & { forgetOld: () => void } {
  const entries = new Map<string, { session: Session; until: number }>()
  const forget = (id: string) => {
    const session = entries.get(id)?.session
    entries.delete(id)
    session?.ending.abort()
  }
  const forgetOld = () => {
    for (const [id, { until }] of entries) if (until <= now()) forget(id)
  }
  return {
    forgetOld,
    async get(id) {
      forgetOld()
      return entries.get(id)?.session
    },
    async put(id, session, lasts) {
      entries.set(id, { session, until: now() + lasts })
    },
    async delete(id) {
      forget(id)
    },
    async count() {
      forgetOld()
      return entries.size
    },
    async of(person) {
      forgetOld()
      return new Map([...entries].flatMap(([id, { session }]) => (session.person === person ? [[id, session]] : [])))
    },
  }
}

/** Whether a service tells these spellings apart is unknown. */
function folded(email: string): string {
  return email.normalize('NFKC').toLowerCase().trim()
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
