import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { identityOf } from '#contract/jwt.ts'
import type { HostSession } from '#contract/console-host.ts'

/** One signed-in browser. The access token is here and nowhere else. */
export interface Session {
  bearer: string
  /** Known after a sign-in by password. */
  email: string | undefined
  /** Identifies the person; see `HostSession`. */
  identity: string
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

/** The session that an id and a proof open together; `other`: that session has another proof. */
export type Found = { id: string; session: Session } | 'none' | 'other'

/** How long sessions last, in milliseconds, and how many there may be. */
export interface SessionLimits {
  /** Without activity. */
  idle: number
  absolute: number
  most: number
  /** Per person. */
  each: number
}

/** The sessions of one console server. */
export type Sessions = ReturnType<typeof createSessions>

/**
 * Keeps sessions in memory: a restart signs everybody out, and nothing is ever written. `now`: milliseconds since 1970.
 * `service`: its address; the same person has the same identity there after a restart, and another one elsewhere.
 */
export function createSessions(limits: SessionLimits, now: () => number, service = '') {
  const held = new Map<string, Session>()
  const idleLeft = ({ lastInput }: Session) => lastInput + limits.idle - now()
  const absoluteLeft = ({ since }: Session) => since + limits.absolute - now()
  const end = (id: string) => {
    const session = held.get(id)
    held.delete(id)
    session?.ending.abort()
  }
  const forgetOld = () => {
    for (const [id, session] of held) if (idleLeft(session) <= 0 || absoluteLeft(session) <= 0) end(id)
  }
  const get = (id: string) => {
    forgetOld()
    return held.get(id)
  }
  /** The sessions of one person by id, the oldest first. */
  const ofPerson = (identity: string) => {
    forgetOld()
    const own = [...held].filter(([, session]) => session.identity === identity)
    return own.toSorted(([, one], [, other]) => one.since - other.since)
  }
  return {
    limits,
    /** Ends expired sessions. Every call does, too. */
    forgetOld,
    /**
     * Starts a session with a new id and proof of 256 random bits each; undefined: there are too many. If one person
     * has too many, the oldest one ends.
     */
    begin(bearer: string, email: string | undefined) {
      const identity = digestOf(`${service}\n${identityOf(bearer, email)}`)
        .toString('base64url')
        .slice(0, 22)
      const own = ofPerson(identity)
      for (const [id] of own.slice(0, Math.max(0, own.length + 1 - limits.each))) end(id)
      if (held.size >= limits.most) return undefined
      const id = randomBytes(32).toString('base64url')
      const proof = randomBytes(32).toString('base64url')
      const at = now()
      const session: Session = {
        bearer,
        email,
        identity,
        proofDigest: digestOf(proof),
        fingerprintKey: randomBytes(16).toString('hex'),
        logId: randomBytes(8).toString('hex'),
        since: at,
        lastInput: at,
        ending: new AbortController(),
      }
      held.set(id, session)
      return { id, proof, session }
    },
    /** The one of these sessions that this proof belongs to. */
    find(ids: readonly string[], proof: string | null): Found {
      if (proof === null) return 'none'
      const digest = digestOf(proof)
      let found: Found = 'none'
      for (const id of ids) {
        const session = get(id)
        if (session === undefined) continue
        if (timingSafeEqual(digest, session.proofDigest)) return { id, session }
        found = 'other'
      }
      return found
    },
    /** Restarts the idle limit. */
    touch(id: string): Session | undefined {
      const session = get(id)
      if (session !== undefined) session.lastInput = now()
      return session
    },
    end,
    /** All sessions of one person, the newest first. */
    of: (identity: string): Session[] =>
      ofPerson(identity)
        .map(([, session]) => session)
        .toReversed(),
    endAll(identity: string): void {
      for (const [id] of ofPerson(identity)) end(id)
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

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
