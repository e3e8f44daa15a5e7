import { mayHaveBeenApplied, problemOf, type Problem } from './problem.ts'
import type { Dated } from './row-store.ts'
import type { Resource } from './service.ts'
import { shareReads, type SharedReads } from './shared-reads.ts'
import type { Turns } from './turns.ts'
import type { Verdict } from './verdict.ts'
import type { Writing } from './writing.ts'

/** A row as the admin saw it: the read it came from began at `beganAt` (the page's milliseconds). */
export interface Seen<Row> {
  row: Row
  beganAt: number
}

/** The verified writes of one resource. Every call resolves to a verdict; it rejects only when `signal` was aborted. */
export interface Acts<Row, Draft, Change> {
  save: (seen: Seen<Row>, change: Change, options?: { overwrite?: boolean }) => Promise<Verdict<Row>>
  create: (name: string, draft: () => Draft) => Promise<Verdict<Row>>
  remove: (name: string) => Promise<Verdict<Row>>
}

/** What an act made of several writes does inside its one turn. */
export interface Inside<Row, Draft, Change> extends Acts<Row, Draft, Change> {
  /** The row as it is now, at most two seconds old; undefined: not there. */
  fresh: (name: string) => Promise<Row | undefined>
  /** The row as a read shows it that begins now. */
  readBack: (name: string) => Promise<Row | undefined>
}

/** The same acts, each in its turn, and acts made of several. */
export interface Saving<Row, Draft, Change> extends Acts<Row, Draft, Change> {
  inTurn: (name: string, act: (inside: Inside<Row, Draft, Change>) => Promise<Verdict<Row>>) => Promise<Verdict<Row>>
}

/** What `createSaving` needs of the world. */
export interface SavingWorld {
  turns: Turns
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Ends everything queued and under way: signing out. */
  signal: AbortSignal
}

/**
 * One save = read, compare, write, read back, verdict; one at a time per name. One write per save, of the whole
 * record, and none where nothing would change.
 */
export function createSaving<Row extends Dated, Draft, Change, Update>(
  resource: Resource<Row, Draft, Update>,
  writing: Writing<Row, Draft, Change, Update>,
  { turns, now, signal }: SavingWorld,
): Saving<Row, Draft, Change> {
  const reads: SharedReads<Row> = shareReads((names) => resource.read(names, { signal }), now)
  /** Per name: when its last write here was answered, and what was then read back, which is what the admin then saw. */
  const written = new Map<string, { mark: number; row: Row | undefined; at: number }>()

  const fresh = async (name: string) => (await reads.read(name, written.get(name)?.mark ?? 0)).row

  const readBack = async (name: string) => {
    const mark = reads.mark()
    const { row } = await reads.read(name, mark)
    written.set(name, { mark, row, at: now() })
    return row
  }

  /** Sends, then reads the row back whatever the answer was, unless that answer rules out any effect. */
  const sendAndRead = async (
    names: readonly [after: string, before: string],
    send: () => Promise<void>,
    verdictOf: (row: Row | undefined, at: number, former: Row | undefined) => Verdict<Row>,
  ): Promise<Verdict<Row>> => {
    let failed: ReturnType<typeof problemOf>
    try {
      await send()
    } catch (error) {
      failed = problemOf(error)
      if (failed === undefined) throw error
      if (!mayHaveBeenApplied(failed)) {
        // What was read before it may be what the service objected to: the next act reads anew.
        for (const name of names) written.set(name, { row: undefined, at: 0, ...written.get(name), mark: reads.mark() })
        return { is: 'refused', problem: failed }
      }
    }
    const mark = reads.mark()
    for (const name of names) written.set(name, { mark, row: undefined, at: now() })
    try {
      const [after, before] = await Promise.all(names.map((name) => reads.read(name, mark)))
      const at = now()
      written.set(names[0], { mark, row: after?.row, at })
      const verdict = verdictOf(after?.row, at, before?.row)
      if (failed === undefined || verdict.is === 'as-asked' || verdict.is === 'deleted') return verdict
      return { is: answeredItself(failed) ? 'refused' : 'unknown', problem: failed }
    } catch (error) {
      const why = problemOf(error)
      if (why === undefined) throw error
      return failed === undefined ? { is: 'not-verified', why } : { is: 'unknown', problem: failed }
    }
  }

  const updated = (name: string, before: Row, update: Update): Promise<Verdict<Row>> =>
    sendAndRead(
      [writing.renamed(update), name],
      () => resource.update(update, { signal }),
      (row, at, former) => {
        if (row === undefined) return { is: 'not-applied', row: former, at }
        const fields = writing.differs(update, row)
        // A renamed row that also stands under its former name was copied, not renamed.
        if (writing.renamed(update) !== name && former !== undefined) fields.push('email')
        const fate = writing.fate?.(before, row)
        const told = { before, ...(fate !== undefined && { fate }) }
        if (fields.length > 0) return { is: 'differently', row, fields, at, ...told }
        return { is: 'as-asked', row, at, unseen: writing.unseen(update), ...told }
      },
    )

  const inside: Inside<Row, Draft, Change> = {
    fresh,
    readBack,

    async save(seen, change, { overwrite = false } = {}) {
      const name = writing.nameOf(seen.row)
      try {
        const row = await fresh(name)
        if (row === undefined) return { is: 'gone' }
        if (writing.holds(row, change)) return { is: 'already', row }
        const ours = written.get(name)
        const known = ours?.row !== undefined && ours.at >= seen.beganAt ? ours.row : seen.row
        const fields = writing.changed(known, row)
        if (fields.length > 0 && !overwrite) return { is: 'conflict', seen: known, row, fields }
        const composed = writing.compose(row, change)
        if ('unanswered' in composed) return { is: 'unanswered', row, fields: composed.unanswered }
        const after = writing.renamed(composed.send)
        const taken = after === name ? undefined : await fresh(after)
        if (taken !== undefined) return { is: 'exists', row: taken }
        return await updated(name, row, composed.send)
      } catch (error) {
        return failedBefore(error)
      }
    },

    async create(name, draft) {
      try {
        const row = await fresh(name)
        if (row !== undefined) return { is: 'exists', row }
      } catch (error) {
        return failedBefore(error)
      }
      const sent = draft()
      return sendAndRead(
        [name, name],
        () => resource.create(sent, { signal }),
        (row, at) => {
          if (row === undefined) return { is: 'not-applied', row, at }
          const fields = writing.differs(sent, row)
          if (fields.length > 0) return { is: 'differently', row, fields, at }
          return { is: 'as-asked', row, at, unseen: writing.unseen(sent) }
        },
      )
    },

    remove: (name) =>
      sendAndRead(
        [name, name],
        () => resource.remove(name, { signal }),
        (row, at) => (row === undefined ? { is: 'deleted', at } : { is: 'not-applied', row, at }),
      ),
  }

  const inTurn: Saving<Row, Draft, Change>['inTurn'] = (name, act) =>
    turns.run(name, async () => {
      signal.throwIfAborted()
      return act(inside)
    })

  return {
    inTurn,
    save: (seen, change, options) => inTurn(writing.nameOf(seen.row), () => inside.save(seen, change, options)),
    create: (name, draft) => inTurn(name, () => inside.create(name, draft)),
    remove: (name) => inTurn(name, () => inside.remove(name)),
  }
}

/** A 500 is the service's own word that it failed; other 5xx may be a gateway's, behind which it goes on. */
function answeredItself(problem: Problem): boolean {
  return problem.kind === 'failing' && (problem.status === 500 || problem.status === 501)
}

/** Nothing was sent: the read before the write failed. */
function failedBefore<Row>(error: unknown): Verdict<Row> {
  const problem = problemOf(error)
  if (problem === undefined) throw error
  return { is: 'refused', problem }
}
