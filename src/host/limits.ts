/** One limit of the console server and what it limits. Times are milliseconds, sizes are bytes. */
interface Bound {
  most: number
  unit: 'ms' | 'bytes' | ''
  what: string
}

const bound = (most: number, unit: Bound['unit'], what: string): Bound => ({ most, unit, what })

/** Every limit of the console server. People hardly ever meet one. `--help` and SECURITY.md list them. */
export const bounds = {
  headers: bound(5_000, 'ms', 'for request headers, and for a TLS handshake; browsers send both at once'),
  headerBytes: bound(64 * 1024, 'bytes', 'of request line and headers; the longest name fits, percent-encoded'),
  upload: bound(10_000, 'ms', 'for the body of a request after its headers'),
  body: bound(64 * 1024, 'bytes', 'in the body of a request; a name may be that long'),
  idle: bound(30_000, 'ms', 'without movement on a connection, and for a client to take 64 KiB of an answer'),
  keepAlive: bound(5_000, 'ms', 'that a connection stays open between two requests'),
  sockets: bound(2_000, '', 'connections; beyond them the longest quiet one is closed for a new one'),
  socketsOfAddress: bound(256, '', 'connections from one address (IPv6: one /64), in the same way; not behind a proxy'),
  unanswered: bound(8, '', 'unanswered requests on one connection; browsers send one after the other'),
  sessions: bound(1_000, '', 'sessions at once'),
  sessionsOfPerson: bound(10, '', 'sessions of one person; a further sign-in ends the oldest'),
  lists: bound(4, '', 'lists read at once in one session; further ones wait'),
  guesses: bound(
    5,
    '',
    'wrong sign-ins in a minute from one address; IPv6: 5 from a /64, 10 from a /56, 20 from a /48',
  ),
  guessWait: bound(30_000, 'ms', 'to wait after those; each further wrong one doubles it'),
  longestGuessWait: bound(900_000, 'ms', 'to wait at most, and of quiet after which an address begins anew'),
  guessers: bound(10_000, '', 'addresses and networks remembered; those that have to wait are forgotten last'),
  guessesOfAll: bound(1_000, '', 'wrong sign-ins in an hour from all addresses together'),
  guessWaitOfAll: bound(5_000, 'ms', 'to wait after each wrong one beyond those, for everybody who signs in'),
  refusal: bound(500, 'ms', 'at least before a sign-in is refused, so that time tells nothing of an account'),
  connect: bound(2_000, 'ms', 'to reach the service, its TLS handshake included'),
  answer: bound(12_000, 'ms', 'for a call to the service other than a list, to its last byte'),
  answerBytes: bound(1024 * 1024, 'bytes', 'of an answer of the service that is no list'),
  firstByte: bound(10_000, 'ms', 'until the service begins to answer with a list'),
  pace: bound(5_000, 'ms', 'in which the service sends at least paceBytes of a list'),
  paceBytes: bound(8 * 1024, 'bytes', 'of a list that arrive in that time at least; a list has no limit in all'),
  listBytes: bound(256 * 1024 * 1024, 'bytes', 'of a list, which is passed on as it arrives and never held'),
  unreadableRows: bound(10_000, '', 'unreadable rows passed over in a read of single rows'),
  drain: bound(5_000, 'ms', 'for requests under way when the console server is told to stop'),
} satisfies Record<string, Bound>

/** The limits by name; tests use shorter ones. */
export type Limits = Record<keyof typeof bounds, number>

/** The limits in production. */
export const limits = Object.fromEntries(
  Object.entries(bounds).map(([name, { most }]: [string, Bound]) => [name, most]),
) as Limits
