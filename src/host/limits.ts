/** Every bound of the host. Times are milliseconds, sizes are bytes; tests put shorter ones in their place. */
export type Limits = {
  /** A client's headers, a TLS handshake before them, and the body after them. */
  headers: number
  upload: number
  /** A connection on which nothing moves in either direction, and a client that takes 64 KiB of an answer. */
  idle: number
  keepAlive: number
  sockets: number
  /** Target and headers of a request: room for the longest name, percent-encoded, that a body could have made. */
  headerBytes: number
  body: number
  /** Reaching the service, its TLS handshake included. */
  connect: number
  /** A call other than a list, from its arrival to the last byte of its answer. */
  answer: number
  answerBytes: number
  /** A list until its head is there; after it, at least `paceBytes` in any `pace`, and no limit in all. */
  firstByte: number
  pace: number
  paceBytes: number
  /** A whole list, which is never held. */
  listBytes: number
  /** What is in flight when the host is told to stop. */
  drain: number
}

/** What holds in production. */
export const limits: Limits = {
  headers: 5_000,
  upload: 10_000,
  idle: 30_000,
  keepAlive: 5_000,
  sockets: 2_000,
  headerBytes: 64 * 1024,
  body: 64 * 1024,
  connect: 2_000,
  answer: 12_000,
  answerBytes: 1024 * 1024,
  firstByte: 10_000,
  pace: 5_000,
  paceBytes: 8 * 1024,
  listBytes: 256 * 1024 * 1024,
  drain: 5_000,
}
