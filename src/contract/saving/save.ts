import {
  failedBefore,
  isOpen,
  notActedOn,
  thoughRefused,
  uncheckedBefore,
  withoutAnswer,
  type Judged,
  type Verdict,
} from './verdict.ts'
import { mayHaveBeenApplied, isTemporary, problemOf, type Problem } from '#contract/problem.ts'
import { isSameRow } from './compare.ts'
import { judgedUpdate } from './judge.ts'
import type { Dated } from '#contract/list/row-store.ts'
import { createSavingReads } from './read-back.ts'
import type { Resource } from '#contract/service.ts'
import type { Turns } from './turns.ts'
import { waitFor } from './turns.ts'
import type { Writing } from './compare.ts'

/** A row as the admin saw it. `beganAt`: when the read that showed it began, in the page's milliseconds. */
export interface Seen<Row> {
  row: Row
  beganAt: number
}

/** The verified writes of one resource. Every call resolves to a verdict and rejects only when `signal` was aborted. */
export interface Acts<Row, Draft, Change> {
  save: (seen: Seen<Row>, change: Change, options?: { overwrite?: boolean }) => Promise<Verdict<Row>>
  /**
   * The verdict that such a save would end with before it sends anything; undefined: it would send. To be called before
   * the admin is asked anything. `hasUnseen`: the save also changes a field that no read can show.
   */
  look: (seen: Seen<Row>, change: Change, options?: LookOptions) => Promise<Verdict<Row> | undefined>
  /** `asked`: what the draft is made from, without secrets. It tells whether the same thing is asked for again. */
  create: (name: string, draft: () => Draft, asked: object) => Promise<Verdict<Row>>
  /**
   * Deletes the row that was seen, and no other with its name. `unchecked`: the admin accepts that this cannot be
   * verified.
   */
  remove: (seen: Seen<Row>, options?: { unchecked?: boolean }) => Promise<Verdict<Row>>
  /** The same as `look`, for an act that deletes the row. */
  lookToRemove: (seen: Seen<Row>) => Promise<Verdict<Row> | undefined>
}

/** Options for checking whether a save can begin. */
export interface LookOptions {
  overwrite?: boolean | undefined
  hasUnseen?: boolean
}

/** The steps of an act that makes several writes in one turn. */
export interface WriteTurn<Row extends Dated, Draft, Change, Update> extends Acts<Row, Draft, Change> {
  /** How changes apply to rows, and which rows are equal. */
  writing: Writing<Row, Draft, Change, Update>
  /** The current row, or the verdict if the act ends before it sends anything: gone, changed, or unreadable. */
  current: (seen: Seen<Row>) => Promise<{ row: Row } | { ends: Verdict<Row> }>
  /** The same by a read that begins now, for an act that deletes the row: it must be the row that was seen. */
  sameRow: (seen: Seen<Row>) => Promise<{ row: Row } | { ends: Verdict<Row> }>
  /** The row by a read that begins now. Call it after every write that bypasses these acts. */
  readBack: (name: string) => Promise<Row | undefined>
}

/**
 * The same acts, each in its own turn, and acts of several writes. To be called when the admin has confirmed the act:
 * then every write rests on a read that began after that.
 */
export interface Saving<Row extends Dated, Draft, Change, Update> extends Acts<Row, Draft, Change> {
  inTurn: <Ends extends Verdict<Row> | undefined>(
    names: readonly string[],
    act: (turn: WriteTurn<Row, Draft, Change, Update>) => Promise<Ends>,
  ) => Promise<Ends>
  /** Reads rows for the page to show in its list, which began earlier. */
  show: (names: ReadonlySet<string>) => Promise<RowsRead<Row>>
}

/** The rows by one read; those that do not exist are missing. */
export interface RowsRead<Row> {
  rows: ReadonlyMap<string, Row>
  /** False if there are unreadable rows: one of them may be a missing one. */
  isSure: boolean
  beganAt: number
}

/** What `createSaving` needs from outside. */
export interface SavingWorld {
  turns: Turns
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Ends everything that is queued or running; aborted at sign-out. */
  signal: AbortSignal
  /** Waits; ends with the signal. */
  wait?: typeof waitFor
}

/** A write with an unknown outcome. Holds no secret. */
interface OpenWrite<Row, Change> {
  before: Row
  change: Change
  /** Whether a read can show everything that it asked for. */
  isVisible: boolean
  /** The name of the row if the write arrives. */
  after: string
  /** When the console stopped waiting, in the page's milliseconds. */
  at: number
}

/** How long after a failed read-back the second and last one begins, in milliseconds. */
const beforeSecondTry = 1000

/**
 * A save reads, compares, writes, reads back and judges, one at a time per name. It makes one write of the whole
 * record, or none if nothing would change.
 */
export function createSaving<Row extends Dated, Draft, Change, Update>(
  resource: Resource<Row, Draft, Update>,
  writing: Writing<Row, Draft, Change, Update>,
  { turns, now, signal, wait = waitFor }: SavingWorld,
): Saving<Row, Draft, Change, Update> {
  const reads = createSavingReads<Row>(resource, { now, signal })
  const openSaves = new Map<string, OpenWrite<Row, Change>>()
  const openCreations = new Map<string, { draft: Draft; asked: object }>()
  const handedOut = new Map<string, { row: Row; at: number }>()

  /** The page puts the row of a verdict into its list, which began earlier. */
  const handOut = (verdict: Verdict<Row> | undefined) => {
    if (verdict === undefined || verdict.is === 'exists' || !('row' in verdict) || verdict.row === undefined) return
    handedOut.set(writing.nameOf(verdict.row), { row: verdict.row, at: now() })
  }

  /** The latest version of the row that the admin knows, and since when. */
  const lastKnown = (name: string, { row, beganAt }: Seen<Row>) => {
    const shown = handedOut.get(name)
    const isShown =
      shown !== undefined && isSameRow(shown.row, row) !== false && writing.changed(shown.row, row).length === 0
    return reads.lastKnown(name, { row, beganAt: isShown ? Math.max(beganAt, shown.at) : beganAt })
  }

  const readBack = async (names: readonly string[]): Promise<(Row | undefined)[]> => {
    try {
      return await reads.after(names)
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined || !isTemporary(problem)) throw error
    }
    await wait(beforeSecondTry, signal)
    return reads.after(names)
  }

  /** Sends a write, then reads the row back whatever the response, unless the write certainly had no effect. */
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
      if (failed.kind !== 'refused' && !mayHaveBeenApplied(failed)) return notActedOn(failed)
    }
    try {
      const [after, before] = await readBack(names)
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

  /** The verdict that stops an act if somebody changed the row after the admin saw it. */
  const conflict = (seen: Seen<Row>, row: Row): Verdict<Row> | undefined => {
    const known = lastKnown(writing.nameOf(row), seen)
    const fields = writing.changed(known.row, row)
    if (fields.length === 0) return undefined
    return { is: 'conflict', seen: known.row, row, fields, readAt: { seen: known.at, row: now() } }
  }

  /** The verdict if there is no row of that name: an open rename has arrived, or the row was deleted. */
  const renamedOrGone = (seen: Seen<Row>, own: { row: Row } | undefined): Verdict<Row> => {
    if (own === undefined) return { is: 'gone' }
    const fields = [writing.key, ...writing.changed(seen.row, own.row)]
    return { is: 'conflict', seen: seen.row, row: own.row, fields, readAt: { seen: seen.beganAt, row: now() } }
  }

  /** The steps of an act whose turn begins now. Its first write rests on a read that begins later. */
  const turnOf = (begun = reads.mark()): WriteTurn<Row, Draft, Change, Update> => {
    /** An open write that has arrived meanwhile, and its row: that is not a change by somebody else. */
    const arrived = async (name: string, row: Row | undefined) => {
      const write = openSaves.get(name)
      if (write === undefined) return undefined
      const { before, change, after, at } = write
      const found = after === name ? row : await reads.since(begun, after)
      if (found === undefined || (after !== name && row !== undefined)) return undefined
      const moved = after !== name || writing.changed(before, found).length > 0
      if (!moved || !writing.holds(found, change, at)) return undefined
      // A renamed row stays known under its former name: another act on that must not take it for deleted.
      if (after === name) openSaves.delete(name)
      reads.adopt(after, found)
      return { write, row: found }
    }

    /** Everything that a save needs to send, or the verdict if it ends before that. */
    const before = async (
      ...[seen, change, { overwrite = false, hasUnseen = false } = {}]: Parameters<Acts<Row, Draft, Change>['look']>
    ): Promise<{ row: Row; after: string; send: Update } | { ends: Verdict<Row> }> => {
      const name = writing.nameOf(seen.row)
      try {
        const after = writing.renamed(name, change)
        const [row, taken] = await Promise.all([
          reads.sinceOrGone(begun, name),
          after === name ? undefined : reads.since(begun, after),
        ])
        const own = await arrived(name, row)
        const isOwn = own?.write.isVisible === true && !hasUnseen && isSame(own.write.change, change)
        if (isOwn) return { ends: { is: 'already', row: own.row } }
        if (row === undefined) return { ends: renamedOrGone(seen, own) }
        if (!hasUnseen && writing.holds(row, change)) return { ends: { is: 'already', row } }
        const changed = overwrite ? undefined : conflict(seen, row)
        if (changed !== undefined) return { ends: changed }
        const composed = writing.compose(row, change)
        if ('unanswered' in composed) return { ends: { is: 'unanswered', row, fields: composed.unanswered } }
        if (taken !== undefined) return { ends: { is: 'exists', name: after, row: taken } }
        return { row, after, send: composed.send }
      } catch (error) {
        return { ends: failedBefore(error) }
      }
    }

    const turn: WriteTurn<Row, Draft, Change, Update> = {
      writing,
      readBack: async (name) => (await readBack([name]))[0],

      async current(seen) {
        try {
          const name = writing.nameOf(seen.row)
          const row = await reads.sinceOrGone(begun, name)
          const own = await arrived(name, row)
          if (row === undefined) return { ends: renamedOrGone(seen, own) }
          const ends = conflict(seen, row)
          return ends === undefined ? { row } : { ends }
        } catch (error) {
          return { ends: failedBefore(error) }
        }
      },

      async sameRow(seen) {
        const name = writing.nameOf(seen.row)
        try {
          const row = await reads.now(name)
          if (row === undefined) return { ends: renamedOrGone(seen, await arrived(name, row)) }
          const isSame = isSameRow(lastKnown(name, seen).row, row)
          if (isSame === false) return { ends: { is: 'recreated', row } }
          if (isSame === undefined) return { ends: { is: 'unchecked', why: 'undated' } }
          const ends = conflict(seen, row)
          return ends === undefined ? { row } : { ends }
        } catch (error) {
          return { ends: uncheckedBefore(error) }
        }
      },

      async look(...save) {
        const found = await before(...save)
        return 'ends' in found ? found.ends : undefined
      },

      async lookToRemove(seen) {
        const found = await turn.sameRow(seen)
        return 'ends' in found ? found.ends : undefined
      },

      async save(...save) {
        const [seen, change] = save
        const found = await before(...save)
        if ('ends' in found) return found.ends
        const name = writing.nameOf(seen.row)
        const { row, after, send } = found
        const verdict = await sendAndRead(
          [after, name],
          () => resource.update(send, { signal }),
          (stored, former) => judgedUpdate(writing, { name, change, ...found }, { stored, former, at: now() }),
        )
        if (isOpen(verdict)) {
          openSaves.set(name, {
            before: row,
            change: writing.visible(change),
            isVisible: writing.unseen(send).length === 0,
            after,
            at: now(),
          })
        } else openSaves.delete(name)
        return verdict
      },

      async create(name, draft, asked) {
        try {
          const row = await reads.since(begun, name)
          if (row !== undefined) {
            const earlier = openCreations.get(name)
            const isOurs = earlier !== undefined && writing.differs(earlier.draft, row).length === 0
            if (!isOurs || !isSame(earlier.asked, asked)) return { is: 'exists', name, row }
            openCreations.delete(name)
            reads.adopt(name, row)
            return { is: 'already', row }
          }
        } catch (error) {
          return failedBefore(error)
        }
        const sent = draft()
        const verdict = await sendAndRead(
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
        // After a refusal the row may be somebody else's, even with the same fields.
        const isRefused = verdict.is === 'unknown' && verdict.problem.kind === 'refused'
        if (isOpen(verdict) && !isRefused) openCreations.set(name, { draft: writing.visibleDraft(sent), asked })
        else if (!isRefused) openCreations.delete(name)
        return verdict
      },

      async remove(seen, { unchecked = false } = {}) {
        const name = writing.nameOf(seen.row)
        const found = unchecked ? seen : await turn.sameRow(seen)
        if ('ends' in found) return found.ends
        return sendAndRead(
          [name, name],
          () => resource.remove(name, { signal }),
          (row) => {
            const at = now()
            // A row that was created since then does not mean that this one still exists.
            const isGone = row === undefined || (!unchecked && isSameRow(found.row, row) === false)
            if (isGone) return { verdict: { is: 'deleted', at }, moved: true }
            return { verdict: { is: 'not-applied', row, at }, moved: false }
          },
        )
      },
    }
    return turn
  }

  const inTurn: Saving<Row, Draft, Change, Update>['inTurn'] = (names, act) =>
    turns.run(names, async () => {
      signal.throwIfAborted()
      const ends = await act(turnOf())
      handOut(ends)
      return ends
    })
  /** Nothing else may take the new name of a row between the read that finds it free and the read-back. */
  const namesOf = ({ row }: Seen<Row>, change?: Change) => {
    const name = writing.nameOf(row)
    return change === undefined ? [name] : [name, writing.renamed(name, change)]
  }

  return {
    inTurn,
    async show(names) {
      const beganAt = now()
      let isSure = true
      const rows = await resource.read(names, { signal, onUnreadable: () => (isSure = false) })
      for (const [name, row] of rows) handedOut.set(name, { row, at: beganAt })
      return { rows, isSure, beganAt }
    },
    look: (seen, change, options) => inTurn(namesOf(seen, change), (turn) => turn.look(seen, change, options)),
    save: (seen, change, options) => inTurn(namesOf(seen, change), (turn) => turn.save(seen, change, options)),
    create: (name, draft, asked) => inTurn([name], (turn) => turn.create(name, draft, asked)),
    remove: (seen, options) => inTurn(namesOf(seen), (turn) => turn.remove(seen, options)),
    lookToRemove: (seen) => inTurn(namesOf(seen), (turn) => turn.lookToRemove(seen)),
  }
}

function isSame(a: unknown, b: unknown): boolean {
  const spelled = (one: unknown) =>
    JSON.stringify(one, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  return spelled(a) === spelled(b)
}
