import { createHmac, randomBytes } from 'node:crypto'
import { identityOf } from '#contract/carried.ts'
import type { HostSession } from '#contract/console-host.ts'

/** One signed-in browser. The bearer is here and in no other place. */
export interface Session {
  bearer: string
  /** Of whoever signed in by password. */
  email: string | undefined
  /** Tells people apart; see `HostSession`. */
  identity: string
  /** For the fingerprints of this session's reads. */
  fingerprintKey: string
  /** Milliseconds since 1970. */
  since: number
  lastInput: number
}

/** Where sessions are kept, by their ids. What is kept longer than its time is as good as gone. */
export interface SessionStore {
  get(id: string): Promise<Session | undefined>
  /** `lasts` is in milliseconds from now. */
  put(id: string, session: Session, lasts: number): Promise<void>
  delete(id: string): Promise<void>
  count(): Promise<number>
}

/** How long sessions last, in milliseconds, and how many there may be. */
export interface SessionLimits {
  /** Without input. */
  idle: number
  absolute: number
  most: number
}

/** The rules of sessions around their store. */
export interface Sessions {
  limits: SessionLimits
  /** A new session under a new id of 256 random bits; undefined when there are too many. */
  begin(bearer: string, email: string | undefined): Promise<{ id: string; session: Session } | undefined>
  find(id: string): Promise<Session | undefined>
  /** Somebody is there: the idle limit begins anew. */
  touch(id: string): Promise<Session | undefined>
  end(id: string): Promise<void>
  /** What the session's own page may know. */
  told(session: Session): HostSession
}

/** `now` is milliseconds since 1970. */
export function createSessions(store: SessionStore, limits: SessionLimits, now: () => number): Sessions {
  const key = randomBytes(32)
  const idleLeft = ({ lastInput }: Session) => lastInput + limits.idle - now()
  const absoluteLeft = ({ since }: Session) => since + limits.absolute - now()
  const kept = async (id: string, session: Session) => {
    await store.put(id, session, Math.min(idleLeft(session), absoluteLeft(session)))
    return session
  }
  const find = async (id: string) => {
    const session = await store.get(id)
    // A store may forget late; the limits hold all the same.
    return session !== undefined && idleLeft(session) > 0 && absoluteLeft(session) > 0 ? session : undefined
  }
  /** Sessions that are being made: two at once must not both take the last place. */
  let opening = 0
  const opened = async (bearer: string, email: string | undefined) => {
    const id = randomBytes(32).toString('base64url')
    const at = now()
    const identity = createHmac('sha256', key).update(identityOf(bearer, email)).digest('base64url').slice(0, 22)
    const fingerprintKey = randomBytes(16).toString('hex')
    const session = await kept(id, { bearer, email, identity, fingerprintKey, since: at, lastInput: at })
    return { id, session }
  }
  return {
    limits,
    find,
    async begin(bearer, email) {
      opening += 1
      try {
        return (await store.count()) + opening > limits.most ? undefined : await opened(bearer, email)
      } finally {
        opening -= 1
      }
    },
    async touch(id) {
      const session = await find(id)
      return session && kept(id, { ...session, lastInput: now() })
    },
    end: (id) => store.delete(id),
    told: (session) => ({
      identity: session.identity,
      ...(session.email !== undefined && { email: session.email }),
      age: now() - session.since,
      idle: { left: idleLeft(session), limit: limits.idle },
      absolute: { left: absoluteLeft(session), limit: limits.absolute },
    }),
  }
}

/** Sessions in this process' memory: a restart signs everybody out, and nothing is ever written. */
export function createMemoryStore(now: () => number): SessionStore & { forgetOld: () => void } {
  const held = new Map<string, { session: Session; until: number }>()
  const forgetOld = () => {
    for (const [id, { until }] of held) if (until <= now()) held.delete(id)
  }
  return {
    forgetOld,
    async get(id) {
      forgetOld()
      return held.get(id)?.session
    },
    async put(id, session, lasts) {
      held.set(id, { session, until: now() + lasts })
    },
    async delete(id) {
      held.delete(id)
    },
    async count() {
      forgetOld()
      return held.size
    },
  }
}
