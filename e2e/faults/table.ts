import { certificateErrorMessages } from '#api/problem.ts'
import type { Cell, Table } from './cell.ts'
import type { OperationName } from './operations.ts'
import { rows } from './table-rows.ts'

/** What the page says about an unreadable list: what it received, where reading stopped, and how the answer begins. */
type Unreadable = [received: string, stopped: string, begins?: string]

/**
 * The outcome of one fault: what the list says, what happened to a write, and what replaces the value.
 * `refused`: the service refused · `open`: it may have happened, but does not show yet · `done`: it happened ·
 * `ignored`: the service answered OK, but nothing happened.
 */
interface Outcome {
  list: string | Unreadable
  /** Only where the list of users says something else. */
  users?: string
  write: { refused: string } | { open: string } | 'done' | 'ignored'
  value: string
}

const unreachable = 'The service is unreachable. Check the network and the address, then try again.'
const selfSigned = certificateErrorMessages['self-signed']
const late = 'The service did not answer in time. Try again.'
const listStays = 'Unreachable since hh:mm. The last list stays, read-only. Next attempt in … s.'
const shown = '(the value)'
const unchecked = 'The console can’t check whether this is still the same token.'
const nextAttempt = ' Next attempt in … s.'

/** Nothing was sent: the service was unreachable. */
const unsent = (why: string, list = listStays): Record<OperationName, Cell> =>
  cells(0, {
    list,
    users: list,
    ...writes((what) => `Not ${what}. Nothing was sent. ${why}`),
    remove: unchecked,
    value: why,
  })

/** A refusal, in the same words everywhere. */
const refused = (why: string, next = ''): Outcome => ({
  list: `The list couldn’t be loaded. ${why}${next}`,
  write: { refused: why },
  value: why,
})

/** The service failed. The page repeats a list by itself after a gateway's failure. */
const failed = (status: number, text = ''): Outcome => {
  const why = `The service failed (${status})${text}.`
  const soon = status > 501 ? nextAttempt : ''
  return {
    list: `The list couldn’t be loaded. ${why}${soon}`,
    write: { open: `Not confirmed (${status})${text}.` },
    value: `${why} Try again.`,
  }
}

/** The service says that this resource is turned off. */
const turnedOff = (status: number, why: string): Outcome => ({
  list: offWords('Token', 'user', status),
  users: offWords('User', 'token', status),
  write: { refused: why },
  value: why,
})
function offWords(what: string, other: string, status: number): string {
  return `${what} administration is turned off The service answers ${status} to all ${what.toLowerCase()} calls, but ${other} calls work. Turn it on in the service’s settings, then refresh.`
}

/** No complete answer. */
const silent = (why: string, write: Outcome['write'], list: Outcome['list'] = listStays): Outcome => ({
  list,
  write,
  value: why,
})

/** An unreadable answer. */
const unread = (list: Unreadable, value: string, write: Outcome['write']): Outcome => ({ list, write, value })
const noValue = (received: string, where = ' (the value)') => `The response cannot be read: ${received}${where}.`

const incomplete: Unreadable = ['an incomplete response, … B, status 200', 'after row …']
const large = 'Not confirmed: the response is larger than 1 MiB.'

const done = {
  createToken: 'Created. Copy its value for the program that needs it.',
  createUser: 'Created.',
  updateToken: 'Saved',
  updateUser: 'Saved, admin on. Access tokens issued before keep working.',
  remove: '“to-delete” deleted.',
}
const nothingStored = (what: string) =>
  `Not created: the service answered OK, but the list has no ${what} with this name.`
const ignored = {
  createToken: nothingStored('token'),
  createUser: nothingStored('user'),
  updateToken: 'Not saved: the service answered OK, but “active” is still on.',
  updateUser: 'Not saved: the service answered OK, but “admin” is still off.',
  remove: 'Not deleted: the service answered OK, but the token is still there.',
}

const outcomes: Record<string, Outcome> = {
  'closed without an answer': silent(unreachable, { open: 'No answer.' }),
  'carried out, then closed': silent(unreachable, 'done'),
  'not HTTP': silent(unreachable, { open: 'No answer.' }),
  silence: silent(late, { open: 'No answer.' }),
  'silence in the middle': { ...silent(late, 'done', incomplete), users: listStays },
  'one byte a second': silent(late, 'done'),
  'reset in the middle': silent(noValue('an incomplete response, … B, status 200', ' (the body)'), 'done', incomplete),

  '400 with text': refused('The service answered 400, “the moon is full”.'),
  '404 without a body': turnedOff(404, 'The service answered 404.'),
  '405 with text': turnedOff(405, 'The service answered 405, “method not allowed”.'),
  '408 without a body': refused('The service answered 408.'),
  '409 with JSON': refused('The service rejected this: it conflicts with existing data (409), “taken”.'),
  '413 without a body': refused('The service, or a server in front of it, rejected this as too large (413).'),
  '421 without a body': refused('The service answered 421.'),
  '422 with a nested message': refused('The service answered 422, “bad”.'),
  '429 with Retry-After': refused('The service limits requests. Try again in 30 s (429).', nextAttempt),
  '429 without it': refused('The service limits requests (429), “slow down”. Try again in a while.', nextAttempt),
  '500 with text': failed(500, ', “kaput”'),
  '500 without a body': failed(500),
  '501 with JSON': failed(501, ', “not yet”'),
  '502 with a web page': failed(502),
  '503 with JSON': failed(503, ', “starting”'),
  '504 without a body': failed(504),

  '302 to elsewhere': unread(
    ['a redirect, status 302', 'a redirect'],
    'The service answered with a redirect, which the console doesn’t follow. Check the address.',
    {
      open: 'Not confirmed: the service answered with a redirect.',
    },
  ),
  '204 without a body': unread(['nothing, status 204', 'the list'], noValue('nothing, status 204'), 'ignored'),
  '200 without a body': unread(['nothing, status 200', 'the list'], noValue('nothing, status 200'), 'ignored'),
  '200 with a web page': unread(
    ['HTML, 53 B, status 200', 'the list', '<!doctype html><title>Gateway</title><h1>Welcome</h1>'],
    noValue('HTML, 53 B, status 200', ' (the body)'),
    { open: 'Not confirmed: the response cannot be read (HTML, 53 B, status 200).' },
  ),
  '200 with text': unread(['text, 11 B, status 200', 'one of'], noValue('text, 11 B, status 200'), 'ignored'),
  'unexpected JSON': unread(
    ['unexpected JSON, 10 B, status 200', 'one of'],
    noValue('unexpected JSON, 10 B, status 200'),
    'ignored',
  ),
  'malformed JSON': unread(
    ['malformed JSON, 21 B, status 200', 'after row …'],
    noValue('text, 21 B, status 200'),
    'ignored',
  ),
  'truncated JSON': unread(incomplete, noValue('text, 119 B, status 200'), 'done'),
  'a BOM before it': { list: 'Read.', write: 'done', value: shown },
  'bytes that are not UTF-8': unread(
    ['text, 14 B, status 200', 'bytes that are not UTF-8'],
    noValue('unexpected JSON, 16 B, status 200'),
    'ignored',
  ),
  'gzip that nobody asked for': unread(
    ['a compressed body, status 200', 'a compressed body'],
    noValue('a compressed body, status 200', ''),
    { open: 'Not confirmed: the response cannot be read (a compressed body, status 200).' },
  ),
  '100 MB of one string': unread(
    ['text, … MB, status 200', 'after row …'],
    'The response is larger than 1 MiB, so the console stopped reading it.',
    { open: large },
  ),
  'a list without end': unread(incomplete, 'The response is larger than 1 MiB, so the console stopped reading it.', {
    open: large,
  }),
  'nested 100,000 deep': {
    list: '1 row in the response has no readable name and cannot be shown: row 1.',
    users: '1 row in the response cannot be read and is not shown: row 1.',
    write: 'ignored',
    value: noValue('unexpected JSON, 200.0 kB, status 200'),
  },
}

/**
 * For each fault and operation: how often its own call reached the service, and what the page says. `hh:mm` stands for
 * times of day, `…` for how much of an incomplete answer arrived.
 */
export const table: Table = {
  'connection refused': unsent(unreachable),
  'name not found': unsent(unreachable),
  'untrusted certificate': unsent(selfSigned, listStays.replace('The last', `${selfSigned} The last`)),
  'TLS handshake without end': unsent(late),
  '401 without a body': refusedAct(401, 'The service refused this (401).'),
  '403 with JSON': refusedAct(403, 'The service refused this (403), “not an admin”.'),
  ...Object.fromEntries(Object.entries(outcomes).map(([name, end]) => [name, cellsOf(end)])),
  ...rows,
}

/**
 * One action was rejected: one row can be read, so the session lasts. Where that read is refused too, the session is over.
 */
function refusedAct(status: number, why: string): Record<OperationName, Cell> {
  const over = `The service no longer accepts your sign-in (${status}, hh:mm). Sign in as an active admin to continue. Your input is kept if you’re the same person, except passwords.`
  return { ...cellsOf(refused(why)), 'list tokens': [2, over] }
}

/** The sentences of one fault, one for each operation. */
interface Sentences {
  list: string
  users: string
  createToken: string
  createUser: string
  updateToken: string
  updateUser: string
  remove: string
  value: string
}

function cells(calls: number, says: Sentences): Record<OperationName, Cell> {
  return {
    'list tokens': [calls, says.list],
    'create token': [calls, says.createToken],
    'update token': [calls, says.updateToken],
    'delete token': [calls, says.remove],
    'reveal value': [calls, says.value],
    'list users': [calls, says.users],
    'create user': [calls, says.createUser],
    'update user': [calls, says.updateUser],
  }
}

/** The same words for creating and saving, for tokens and users. */
function writes(says: (what: 'created' | 'saved') => string) {
  const [created, saved] = [says('created'), says('saved')]
  return { createToken: created, createUser: created, updateToken: saved, updateUser: saved }
}

function unreadable(what: 'token' | 'user', [received, stopped, begins]: Unreadable): string {
  return [
    'The response cannot be read. Nothing was changed, and the last list stays.',
    `| Expected a list of ${what}s as JSON Received ${received}`,
    `Stopped at ${stopped === 'one of' ? `one of data, ${what}s, items` : stopped}`,
    ...(begins === undefined ? [] : [`Begins with ${begins}`]),
    `Request GET /_/${what}`,
  ].join(' ')
}

function cellsOf({ list, users, write, value }: Outcome): Record<OperationName, Cell> {
  const lists = {
    list: typeof list === 'string' ? list : unreadable('token', list),
    users: users ?? (typeof list === 'string' ? list : unreadable('user', list)),
    value,
  }
  return cells(1, { ...lists, ...writesOf(write) })
}

function writesOf(write: Outcome['write']): Omit<Sentences, 'list' | 'users' | 'value'> {
  if (write === 'done') return done
  if (write === 'ignored') return ignored
  const says: (what: 'created' | 'saved' | 'deleted') => string =
    'refused' in write
      ? (what) => `Not ${what}: ${write.refused}`
      : (what) => `${write.open} Not ${what} so far; it may still go through.`
  return { ...writes(says), remove: says('deleted') }
}
