import { minBytesPerStall } from '#api/client/request.ts'

/** One limit of the console server and what it limits. Times are milliseconds, sizes are bytes. */
interface Bound {
  max: number
  unit: 'ms' | 'bytes' | ''
  description: string
}

const bound = (max: number, unit: Bound['unit'], description: string): Bound => ({ max, unit, description })

/** Every limit of the console server. People hardly ever meet one. `--help` and SECURITY.md list them. */
export const bounds = {
  headers: bound(5_000, 'ms', 'for request headers, and for a TLS handshake; browsers send both at once'),
  headerLines: bound(100, '', 'headers of a request; browsers send some twenty'),
  headerBytes: bound(64 * 1024, 'bytes', 'of request line and headers; the longest name fits, percent-encoded'),
  upload: bound(10_000, 'ms', 'for the body of a request after its headers'),
  body: bound(64 * 1024, 'bytes', 'in the body of a request; a name may be that long'),
  idle: bound(30_000, 'ms', 'without activity on a connection, and for a client to read 64 KiB of a response'),
  keepAlive: bound(5_000, 'ms', 'that a connection stays open between two requests'),
  sockets: bound(2_000, '', 'connections; beyond them one on which no call is carried out is closed for a new one'),
  socketsOfAddress: bound(256, '', 'connections from one address (IPv6: one /64), likewise; not behind a proxy'),
  sessions: bound(1_000, '', 'sessions at once in memory'),
  storedSessions: bound(100_000, '', 'sessions at once in SESSION_STORE'),
  sessionsOfPerson: bound(10, '', 'sessions of one person; a further sign-in ends the oldest'),
  lists: bound(4, '', 'lists read at once in one session; others wait'),
  guesses: bound(5, '', 'wrong sign-ins in a minute of the clock from one address (IPv6: one /64)'),
  guessesInQuarter: bound(10, '', 'wrong sign-ins in a quarter of an hour from one address, likewise'),
  guessesOfAll: bound(1_000, '', 'wrong sign-ins in an hour from all addresses together; then one is heard each 5 s'),
  refusal: bound(500, 'ms', 'before a sign-in is rejected, so that the time reveals nothing about accounts'),
  connect: bound(2_000, 'ms', 'to reach the service, including its TLS handshake'),
  answer: bound(12_000, 'ms', 'for a call to the service other than a list, to its last byte'),
  answerBytes: bound(1024 * 1024, 'bytes', 'of a response of the service, except lists'),
  firstByte: bound(10_000, 'ms', 'until the service starts to send a list'),
  pace: bound(5_000, 'ms', 'in which the service sends at least paceBytes of a list'),
  paceBytes: bound(minBytesPerStall, 'bytes', 'of a list that must arrive in that time; the whole has no time limit'),
  listBytes: bound(256 * 1024 * 1024, 'bytes', 'of a list, which is passed on as it arrives and never held as a whole'),
  unreadableRows: bound(10_000, '', 'unreadable rows skipped in a read of single rows'),
  drain: bound(15_000, 'ms', 'for running requests when the console server stops'),
} satisfies Record<string, Bound>

/** The limits by name; tests use shorter ones. */
export type Limits = Record<keyof typeof bounds, number>

/** The limits in production. */
export const limits = Object.fromEntries(
  Object.entries(bounds).map(([name, { max }]: [string, Bound]) => [name, max]),
) as Limits
