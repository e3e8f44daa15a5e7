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
export type LogSecurityEvent = (event: SecurityEvent) => void

/** Where a log is written. */
export interface LogOutput {
  out: (text: string) => void
  err: (text: string) => void
  now: () => Date
}

/** What `createLog` makes. */
export type Log = ReturnType<typeof createLog>

/** Writes every line as JSON with its time, or sentences for people, without requests and events. */
export function createLog(kind: 'json' | undefined, { out, err, now }: LogOutput) {
  const json = (facts: object) => `${JSON.stringify({ time: now().toISOString(), ...facts })}\n`
  const line = (event: string, text: string) => (kind === 'json' ? json({ event, text }) : `${text}\n`)
  const warn = (text: string) => err(line('warning', text))
  return {
    /** Lines at the start, in one write: whoever waits for the first has them all. */
    tell: (lines: readonly string[]) => out(lines.map((text) => line('started', text)).join('')),
    /** A problem to fix. */
    warn,
    /** Why the console server cannot start. */
    fail: (text: string) => err(line('failed', text)),
    /** Writes one line of JSON per request; undefined: not wanted. */
    request: kind && ((text: string) => out(`${text}\n`)),
    note(this: void, event: SecurityEvent): void {
      if (kind === 'json') out(json(event))
      if (event.event === 'address-unknown') warn(addressUnknown)
    },
  }
}

const addressUnknown =
  'The proxy sends no client address in X-Forwarded-For, so all clients share one sign-in limit. Configure it to append the address.'
