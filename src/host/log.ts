/**
 * A security event for the log. `session`: a random id of its own, not the cookie's. Never holds an email, a name or a
 * header.
 */
export type SecurityEvent =
  | { event: 'signed-in' | 'signed-out'; address: string; session: string }
  | { event: 'session-ended'; session: string }
  | { event: 'sign-in-refused' | 'sign-in-limited' | 'origin-refused' | 'host-refused'; address: string }
  /** Logged once: the proxy in front names no client, so limits count everybody as one. */
  | { event: 'address-unknown' }

/** Logs an event. */
export type Note = (event: SecurityEvent) => void

/** The output for the person who runs the console server. */
export interface Log {
  /** Lines at the start. */
  tell: (lines: readonly string[]) => void
  /** A problem to fix. */
  warn: (sentence: string) => void
  /** Why the console server cannot start. */
  fail: (sentence: string) => void
  /** Writes one line of JSON per request; undefined: not wanted. */
  request: ((line: string) => void) | undefined
  note: Note
}

/** Where a log is written. */
export interface LogOutput {
  out: (text: string) => void
  err: (text: string) => void
  now: () => Date
}

/** Writes every line as JSON with its time, or sentences for people, without requests and events. */
export function createLog(kind: 'json' | undefined, { out, err, now }: LogOutput): Log {
  const json = (facts: object) => `${JSON.stringify({ time: now().toISOString(), ...facts })}\n`
  const line = (event: string, text: string) => (kind === 'json' ? json({ event, text }) : `${text}\n`)
  const warn = (text: string) => err(line('warning', text))
  return {
    tell: (lines) => lines.forEach((text) => out(line('started', text))),
    warn,
    fail: (text) => err(line('failed', text)),
    request: kind && ((text) => out(`${text}\n`)),
    note(event) {
      if (kind === 'json') out(json(event))
      if (event.event === 'address-unknown') warn(addressUnknown)
    },
  }
}

const addressUnknown =
  'The proxy sends no client address in X-Forwarded-For, so all clients share one sign-in limit. Configure it to append the address.'
