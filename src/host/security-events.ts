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
