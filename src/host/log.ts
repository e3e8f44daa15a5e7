/**
 * What happened to the safety of the console server, for the log. `session` is a random id of its own, not the cookie's.
 * Never an email, a name or a header.
 */
export type SecurityEvent =
  | { event: 'signed-in' | 'signed-out'; address: string; session: string }
  | { event: 'session-ended'; session: string }
  | { event: 'sign-in-refused' | 'sign-in-limited' | 'origin-refused' | 'host-refused'; address: string }
  /** Once: the proxy in front does not say who asks, so that limits take everybody for one. */
  | { event: 'address-unknown' }

/** Hears of what happened. */
export type Note = (event: SecurityEvent) => void

/** What the console server says to whoever runs it. */
export interface Log {
  /** At the start, line by line. */
  tell: (lines: readonly string[]) => void
  /** Something to mend. */
  warn: (sentence: string) => void
  /** Why it cannot start. */
  fail: (sentence: string) => void
  /** One line of JSON for each request; undefined where none is wanted. */
  request: ((line: string) => void) | undefined
  note: Note
}

/** What a log is written to. */
export interface LogOutput {
  out: (text: string) => void
  err: (text: string) => void
  now: () => Date
}

/** Every line as JSON with its time, or sentences for people, who are told of no request. */
export function createLog(kind: 'json' | undefined, { out, err, now }: LogOutput): Log {
  if (kind === undefined) {
    const warn = (sentence: string) => err(`${sentence}\n`)
    return {
      tell: (lines) => out(`${lines.join('\n')}\n`),
      warn,
      fail: warn,
      request: undefined,
      note: ({ event }) => {
        if (event === 'address-unknown') warn(addressUnknown)
      },
    }
  }
  const line = (facts: object) => `${JSON.stringify({ time: now().toISOString(), ...facts })}\n`
  return {
    tell: (lines) => lines.forEach((text) => out(line({ event: 'started', text }))),
    warn: (text) => err(line({ event: 'warning', text })),
    fail: (text) => err(line({ event: 'failed', text })),
    request: (text) => out(`${text}\n`),
    note: (event) => {
      out(line(event))
      if (event.event === 'address-unknown') err(line({ event: 'warning', text: addressUnknown }))
    },
  }
}

const addressUnknown =
  'The proxy sends no client address in X-Forwarded-For, so all clients share one sign-in limit. Configure it to append the address.'
