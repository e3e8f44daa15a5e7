import { type Problem, ServiceError } from '#api/problem.ts'
import type { Row as AnyRow } from '#api/list/row-list.ts'
import type { CallOptions, ResourceClient } from '#api/api-client.ts'
import type { Token, TokenBody } from '#api/token.ts'
import { createKeyedQueue } from '#api/write/keyed-queue.ts'
import type { WriterDependencies } from '#api/write/verified-writer.ts'
import type { User, UserUpdate, UserDraft } from '#api/user.ts'
import { parseTimestamp } from '#api/wire.ts'
import { listOf } from './lists.ts'

/** An in-memory resource. Tests can watch, delay, fail and falsify each call. */
export interface MemoryResource<Row extends AnyRow, Draft, Change> extends ResourceClient<Row, Draft, Change> {
  rows: Map<string, Row>
  /** Every call in order: `read a,b`, `update a` … */
  calls: string[]
  /** What was to be created and updated, in order. */
  bodies: object[]
  /** Runs before a call takes effect; an error thrown here fails the call. */
  before: (call: string) => void | Promise<void>
  /** Runs after a call took effect; an error thrown here fails the call. */
  after: (call: string) => void | Promise<void>
}

/** The page's clock in these tests; it moves only on `pass`. */
export function clock(start = 1_800_000_000_000) {
  let nowMs = start
  return { now: () => nowMs, pass: (ms: number) => (nowMs += ms) }
}

/** What a write needs in a test: its own queue, a stopped clock, and a signal to abort. */
export function createWriterDependencies() {
  const { now, pass } = clock()
  const abortController = new AbortController()
  const wait = async () => undefined
  const dependencies: WriterDependencies = { turns: createKeyedQueue(), now, signal: abortController.signal, wait }
  return { dependencies, pass, leave: () => abortController.abort(new Error('signed out')) }
}

/** Fails like an unreachable service. */
export const failUnreachable = () => {
  throw new ServiceError({ kind: 'unreachable', sent: 'unknown' })
}
/** A call that fails with this Problem. */
export const failWith = (problem: Problem) => () => {
  throw new ServiceError(problem)
}

/** Tokens in memory, like on a simple service: every write moves `updated_at` by one second. */
export function memoryTokens(...names: string[]): MemoryResource<Token, TokenBody, TokenBody> {
  let second = 1_795_000_000
  const stamp = () => (second += 1)
  const stored = (draft: TokenBody): Token => {
    const updated_at = stamp()
    const { expiration_date = updated_at } = draft
    return { ...draft, expiration_date: parseTimestamp(expiration_date), created_at: updated_at, updated_at }
  }
  const memory = resource<Token, TokenBody, TokenBody>({
    draftName: (draft) => draft.name,
    made: stored,
    changed: (was, change) => [change.name, { ...stored(change), created_at: was.created_at }],
  })
  for (const name of names)
    memory.rows.set(name, stored({ name, active: true, write: true, expiration_date: 1_900_000_000 }))
  return memory
}

/** Users in memory. */
export function memoryUsers(...emails: string[]): MemoryResource<User, UserDraft, UserUpdate> {
  let second = 1_795_000_000
  const row = (email: string, admin?: boolean, active?: boolean): User => {
    const updated_at = (second += 1)
    return { email, admin, active, created_at: updated_at, updated_at }
  }
  const memory = resource<User, UserDraft, UserUpdate>({
    draftName: ({ email }) => email,
    made: ({ email, admin, active }) => row(email, admin, active),
    changed: (was, { new_email = was.email, admin = was.admin, active = was.active }) => [
      new_email,
      { ...row(new_email, admin, active), created_at: was.created_at },
    ],
  })
  for (const email of emails) memory.rows.set(email, row(email, false, true))
  return memory
}

interface MemoryRules<Row extends AnyRow, Draft, Change> {
  draftName(draft: Draft | Change): string
  made(draft: Draft): Row
  changed(was: Row, change: Change): [string, Row]
}

function resource<Row extends AnyRow, Draft extends object, Change extends object>(
  keeping: MemoryRules<Row, Draft, Change>,
): MemoryResource<Row, Draft, Change> {
  const rows = new Map<string, Row>()
  const perform = async <T>(call: string, ending: CallOptions | undefined, effect: () => T): Promise<T> => {
    ending?.signal?.throwIfAborted()
    memory.calls.push(call)
    await memory.before(call)
    const result = effect()
    await memory.after(call)
    ending?.signal?.throwIfAborted()
    return result
  }
  const memory: MemoryResource<Row, Draft, Change> = {
    rows,
    calls: [],
    bodies: [],
    before: () => undefined,
    after: () => undefined,
    list: (ending) => perform('list', ending, () => listOf([...rows.values()], 0)),
    read: (names, ending) =>
      perform(`read ${[...names].join(',')}`, ending, () => new Map([...rows].filter(([name]) => names.has(name)))),
    create(draft, ending) {
      const name = keeping.draftName(draft)
      memory.bodies.push(draft)
      return perform(`create ${name}`, ending, () => {
        if (!rows.has(name)) rows.set(name, keeping.made(draft))
      })
    },
    update(change, ending) {
      const name = keeping.draftName(change)
      memory.bodies.push(change)
      return perform(`update ${name}`, ending, () => {
        const was = rows.get(name)
        if (was === undefined) return
        const [after, row] = keeping.changed(was, change)
        rows.delete(name)
        rows.set(after, row)
      })
    },
    remove: (name, ending) => perform(`remove ${name}`, ending, () => void rows.delete(name)),
  }
  return memory
}
