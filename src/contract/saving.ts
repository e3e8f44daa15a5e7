import { failedBefore, notActedOn, thoughRefused, uncheckedBefore, withoutAnswer, type Judged } from './judging.ts'
import { mayHaveBeenApplied, problemOf, type Problem } from './problem.ts'
import { isSameRow } from './row-identity.ts'
import type { Dated } from './row-store.ts'
import { createSavingReads } from './saving-reads.ts'
import type { Resource } from './service.ts'
import type { Turns } from './turns.ts'
import type { Verdict } from './verdict.ts'
import { waitFor } from './wait-for.ts'
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
  /** Deletes the row that was seen and no other of its name. `unchecked`: the admin knows that this cannot be told. */
  remove: (seen: Seen<Row>, options?: { unchecked?: boolean }) => Promise<Verdict<Row>>
}

/** What an act made of several writes does inside its one turn. */
export interface Inside<Row, Draft, Change> extends Acts<Row, Draft, Change> {
  /** The row as it is now, or the verdict where an act ends before it sends anything: gone, changed, not readable. */
  current: (seen: Seen<Row>) => Promise<{ row: Row } | { ends: Verdict<Row> }>
  /** The same by a read that begins now, for an act that takes the row away: it must still be the row that was seen. */
  theSame: (seen: Seen<Row>) => Promise<{ row: Row } | { ends: Verdict<Row> }>
  /** The row as a read shows it that begins now. To be called after every write that is sent past these acts. */
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
  /** How time is waited for; ends with the signal. */
  wait?: typeof waitFor
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
  const reads = createSavingReads<Row>(resource, { now, signal })

  /** Sends, then reads the row back whatever the answer was, unless it was certainly not acted on. */
  const sendAndRead = async (
    names: readonly [after: string, before: string],
    send: () => Promise<void>,
    judge: (row: Row | undefined, former: Row | undefined) => Judged<Row>,
  ): Promise<Verdict<Row>> => {
    let failed: Problem | undefined
    try {
      await send()
    } catch (error) {
      failed = problemOf(error)
      if (failed === undefined) throw error
      // What was read before it may be what the service objected to: the next act reads anew.
      reads.refused(names)
      if (failed.kind !== 'refused' && !mayHaveBeenApplied(failed)) return notActedOn(failed)
    }
    try {
      const [after, before] = await reads.after(names)
      const judged = judge(after, before)
      if (failed === undefined) return judged.verdict
      return failed.kind === 'refused' ? thoughRefused(failed, judged) : withoutAnswer(failed, judged)
    } catch (error) {
      const why = problemOf(error)
      if (why === undefined) throw error
      if (failed === undefined) return { is: 'not-verified', why }
      return { is: failed.kind === 'refused' ? 'refused' : 'unknown', problem: failed }
    }
  }

  const updated = (name: string, before: Row, update: Update): Promise<Verdict<Row>> => {
    const after = writing.renamed(update)
    return sendAndRead(
      [after, name],
      () => resource.update(update, { signal }),
      (row, former) => {
        const at = now()
        if (row === undefined) {
          const moved = former === undefined || writing.changed(before, former).length > 0
          return { verdict: { is: 'not-applied', row: former, at }, moved }
        }
        const fields = writing.differs(update, row)
        // A renamed row that also stands under its former name was copied, not renamed.
        if (after !== name && former !== undefined) fields.push('email')
        const found = writing.fate?.(before, row)
        const moved = after !== name || writing.changed(before, row).length > 0 || found === 'new'
        // A row that is wholly as before, and should not be, may have been read from an old list.
        const fate = fields.length > 0 && !moved && found !== undefined ? 'not-told' : found
        const told = { before, ...(fate !== undefined && { fate }) }
        if (fields.length > 0) return { verdict: { is: 'differently', row, fields, at, ...told }, moved }
        return { verdict: { is: 'as-asked', row, at, unseen: writing.unseen(update), ...told }, moved }
      },
    )
  }

  /** What keeps an act from a row: somebody changed it since the admin saw it. */
  const conflict = (seen: Seen<Row>, row: Row): Verdict<Row> | undefined => {
    const known = reads.known(writing.nameOf(row), seen)
    const fields = writing.changed(known, row)
    return fields.length > 0 ? { is: 'conflict', seen: known, row, fields } : undefined
  }

  const inside: Inside<Row, Draft, Change> = {
    readBack: async (name) => (await reads.after([name]))[0],

    async current(seen) {
      try {
        const row = await reads.still(writing.nameOf(seen.row))
        if (row === undefined) return { ends: { is: 'gone' } }
        const ends = conflict(seen, row)
        return ends === undefined ? { row } : { ends }
      } catch (error) {
        return { ends: failedBefore(error) }
      }
    },

    async theSame(seen) {
      const name = writing.nameOf(seen.row)
      try {
        const row = await reads.anew(name)
        if (row === undefined) return { ends: { is: 'gone' } }
        const isSame = isSameRow(reads.known(name, seen), row)
        if (isSame === false) return { ends: { is: 'recreated', row } }
        if (isSame === undefined) return { ends: { is: 'unchecked', why: 'undated' } }
        const ends = conflict(seen, row)
        return ends === undefined ? { row } : { ends }
      } catch (error) {
        return { ends: uncheckedBefore(error) }
      }
    },

    async save(seen, change, { overwrite = false } = {}) {
      const name = writing.nameOf(seen.row)
      try {
        const row = await reads.still(name)
        if (row === undefined) return { is: 'gone' }
        if (writing.holds(row, change)) return { is: 'already', row }
        const changed = overwrite ? undefined : conflict(seen, row)
        if (changed !== undefined) return changed
        const composed = writing.compose(row, change)
        if ('unanswered' in composed) return { is: 'unanswered', row, fields: composed.unanswered }
        const after = writing.renamed(composed.send)
        const taken = after === name ? undefined : await reads.fresh(after)
        if (taken !== undefined) return { is: 'exists', name: after, row: taken }
        return await updated(name, row, composed.send)
      } catch (error) {
        return failedBefore(error)
      }
    },

    async create(name, draft) {
      try {
        const row = await reads.fresh(name)
        if (row !== undefined) return { is: 'exists', name, row }
      } catch (error) {
        return failedBefore(error)
      }
      const sent = draft()
      return sendAndRead(
        [name, name],
        () => resource.create(sent, { signal }),
        (row) => {
          const at = now()
          if (row === undefined) return { verdict: { is: 'not-applied', row, at }, moved: false }
          const fields = writing.differs(sent, row)
          if (fields.length > 0) return { verdict: { is: 'differently', row, fields, at }, moved: true }
          return { verdict: { is: 'as-asked', row, at, unseen: writing.unseen(sent) }, moved: true }
        },
      )
    },

    async remove(seen, { unchecked = false } = {}) {
      const name = writing.nameOf(seen.row)
      const found = unchecked ? seen : await inside.theSame(seen)
      if ('ends' in found) return found.ends
      return sendAndRead(
        [name, name],
        () => resource.remove(name, { signal }),
        (row) => {
          const at = now()
          if (row === undefined) return { verdict: { is: 'deleted', at }, moved: true }
          return { verdict: { is: 'not-applied', row, at }, moved: false }
        },
      )
    },
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
    remove: (seen, options) => inTurn(writing.nameOf(seen.row), () => inside.remove(seen, options)),
  }
}
