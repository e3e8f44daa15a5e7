/** What ended a session: an answer of the service, or a limit of the host's (`after` in milliseconds). */
export type SignedOutBy =
  | { by: 'service'; status: number }
  | { by: 'idle' | 'limit'; after: number }
  /** The host knows no such session: it was ended in another window, or the host was started anew. */
  | { by: 'host' }
  /** The cookie is that of another sign-in. */
  | { by: 'replaced' }
