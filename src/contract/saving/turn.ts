import { isSameRow, type Writing } from './compare.ts'
import { judgedCreation, judgedRemoval, judgedUpdate } from './judge.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { SavingReads } from './read-back.ts'
import type { SavingWorld, Seen } from './acts.ts'
import { readBack, sendAndRead } from './send-and-read.ts'
import type { Resource } from '#contract/service.ts'
import { failedBefore, isOpen, uncheckedBefore, type Verdict } from './verdict.ts'

/** A save with an unknown outcome: it may still arrive, which is no change by somebody else. Holds no secret. */
interface OpenSave<Row, Change> {
  before: Row
  change: Change
  /** The name of the row if the write arrives. */
  after: string
  /** When the console stopped waiting, in the page's milliseconds. */
  at: number
}

/** A creation with an unknown outcome, without secrets: what was sent, and the change that it was made from. */
interface OpenCreation<Draft, Change> {
  draft: Draft
  change: Change
  at: number
}

/** What the acts of one resource share. The writes with an unknown outcome are by name. */
interface Parts<Row extends Dated, Draft, Change, Update> extends Pick<
  Required<SavingWorld>,
  'now' | 'signal' | 'wait'
> {
  resource: Pick<Resource<Row, Draft, Update>, 'create' | 'update' | 'remove'>
  writing: Writing<Row, Draft, Change, Update>
  reads: SavingReads<Row>
  /** A mark before the reads that a write may rest on. */
  mark: () => number
  openSaves: Map<string, OpenSave<Row, Change>>
  openCreations: Map<string, OpenCreation<Draft, Change>>
}

/** The steps of acts that make their writes in one turn. */
export type Turn<Row extends Dated, Draft, Change, Update> = ReturnType<typeof turnOf<Row, Draft, Change, Update>>

/**
 * The steps of an act whose turn begins now: read, compare, write, read back, judge. They resolve to a verdict and reject
 * only when the signal was aborted. The first write of the turn rests on a read that begins after `mark()`.
 */
export function turnOf<Row extends Dated, Draft, Change, Update>(parts: Parts<Row, Draft, Change, Update>) {
  const { resource, writing, reads, mark, openSaves, openCreations, now, signal } = parts
  const begun = mark()

  /** The verdict that stops an act if somebody changed the row after the admin saw it. */
  const conflict = (seen: Seen<Row>, row: Row): Verdict<Row> | undefined => {
    const last = reads.lastKnown(writing.nameOf(row), seen)
    const fields = writing.changed(last.row, row)
    if (fields.length === 0) return undefined
    return { is: 'conflict', seen: last.row, row, fields, readAt: { seen: last.beganAt, row: now() } }
  }

  /** The verdict if there is no row of that name: an open rename has arrived, or the row was deleted. */
  const renamedOrGone = (seen: Seen<Row>, own: { row: Row } | undefined): Verdict<Row> => {
    if (own === undefined) return { is: 'gone' }
    const fields = [writing.key, ...writing.changed(seen.row, own.row)]
    return { is: 'conflict', seen: seen.row, row: own.row, fields, readAt: { seen: seen.beganAt, row: now() } }
  }

  /** An open save that has arrived meanwhile, and its row. */
  const arrived = async (name: string, row: Row | undefined) => {
    const write = openSaves.get(name)
    if (write === undefined) return undefined
    const { before, change, after, at } = write
    const stored = after === name ? row : await reads.since(begun, after)
    if (stored === undefined || (after !== name && row !== undefined)) return undefined
    const moved = after !== name || writing.changed(before, stored).length > 0
    if (!moved || !writing.holds(stored, change, at)) return undefined
    // A renamed row stays known under its former name: another act on that must not take it for deleted.
    if (after === name) openSaves.delete(name)
    reads.adopt(after, stored)
    return { after, at, row: stored }
  }

  /** The current row, or the verdict if the act ends before it sends anything: gone, changed, or unreadable. */
  const current = async (seen: Seen<Row>): Promise<{ row: Row } | { ends: Verdict<Row> }> => {
    const name = writing.nameOf(seen.row)
    try {
      const row = await reads.sinceOrGone(begun, name)
      const own = await arrived(name, row)
      if (row === undefined) return { ends: renamedOrGone(seen, own) }
      const ends = conflict(seen, row)
      return ends === undefined ? { row } : { ends }
    } catch (error) {
      return { ends: failedBefore(error) }
    }
  }

  /** The same by a read after a mark of now, for an act that deletes the row: it must be the row that was seen. */
  const sameRow = async (seen: Seen<Row>): Promise<{ row: Row } | { ends: Verdict<Row> }> => {
    const name = writing.nameOf(seen.row)
    try {
      const row = await reads.sinceOrGone(mark(), name)
      if (row === undefined) return { ends: renamedOrGone(seen, await arrived(name, row)) }
      const isSame = isSameRow(reads.lastKnown(name, seen).row, row)
      if (isSame === false) return { ends: { is: 'recreated', row } }
      if (isSame === undefined) return { ends: { is: 'unchecked', why: 'undated' } }
      const ends = conflict(seen, row)
      return ends === undefined ? { row } : { ends }
    } catch (error) {
      return { ends: uncheckedBefore(error) }
    }
  }

  /** Everything that a save needs to send, or the verdict if it ends before that. */
  const beforeSave = async (
    seen: Seen<Row>,
    change: Change,
    { overwrite = false }: { overwrite?: boolean } = {},
  ): Promise<{ row: Row; after: string; send: Update } | { ends: Verdict<Row> }> => {
    const name = writing.nameOf(seen.row)
    try {
      const after = writing.renamed(name, change)
      const [row, taken] = await Promise.all([
        reads.sinceOrGone(begun, name),
        after === name ? undefined : reads.since(begun, after),
      ])
      const own = await arrived(name, row)
      const isOwn = own?.after === after && writing.holds(own.row, change, own.at)
      if (isOwn) return { ends: { is: 'already', row: own.row } }
      if (row === undefined) return { ends: renamedOrGone(seen, own) }
      if (writing.holds(row, change)) return { ends: { is: 'already', row } }
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

  /** The verdict if the name is taken: by an earlier creation from here that has arrived, or by another row. */
  const beforeCreation = async (name: string, change: Change): Promise<Verdict<Row> | undefined> => {
    try {
      const row = await reads.since(begun, name)
      if (row === undefined) return undefined
      const earlier = openCreations.get(name)
      const isOurs = earlier !== undefined && writing.differs(earlier.draft, row).length === 0
      if (!isOurs || !writing.holds(row, change, earlier.at)) return { is: 'exists', name, row }
      openCreations.delete(name)
      reads.adopt(name, row)
      return { is: 'already', row }
    } catch (error) {
      return failedBefore(error)
    }
  }

  return {
    /** How changes apply to rows, and which rows are equal. */
    writing,
    current,
    /** These rows by the read on which the first write rests. Undefined: a row does not exist. */
    rows: (names: readonly string[]) => Promise.all(names.map((name) => reads.since(begun, name))),
    sameRow,
    /** The row by a read that begins now. Call it after every write that bypasses these acts. */
    readBack: async (name: string) => (await readBack(parts, [name]))[0],
    async save(seen: Seen<Row>, change: Change, options?: { overwrite?: boolean }): Promise<Verdict<Row>> {
      const begin = await beforeSave(seen, change, options)
      if ('ends' in begin) return begin.ends
      const name = writing.nameOf(seen.row)
      const { row: before, after, send } = begin
      const verdict = await sendAndRead(parts, {
        names: [after, name],
        send: () => resource.update(send, { signal }),
        judge: (stored, former) => judgedUpdate(writing, { name, change, ...begin }, { stored, former, at: now() }),
      })
      if (isOpen(verdict)) openSaves.set(name, { before, change: writing.visible(change), after, at: now() })
      else openSaves.delete(name)
      return verdict
    },
    /** `change`: what the draft is made from, without secrets. It tells whether the same thing is asked for again. */
    async create(name: string, draft: () => Draft, change: Change): Promise<Verdict<Row>> {
      const ends = await beforeCreation(name, change)
      if (ends !== undefined) return ends
      const sent = draft()
      const verdict = await sendAndRead(parts, {
        names: [name, name],
        send: () => resource.create(sent, { signal }),
        judge: (row) => judgedCreation(writing, sent, row, now()),
      })
      // After a refusal the row may be somebody else's, even with the same fields.
      if (verdict.is === 'unknown' && verdict.problem.kind === 'refused') return verdict
      if (isOpen(verdict)) openCreations.set(name, { draft: writing.visibleDraft(sent), change, at: now() })
      else openCreations.delete(name)
      return verdict
    },
    /**
     * Deletes the row that was seen, and no other with its name. `unchecked`: the admin accepts that this cannot be
     * verified.
     */
    async remove(seen: Seen<Row>, { unchecked = false }: { unchecked?: boolean } = {}): Promise<Verdict<Row>> {
      const name = writing.nameOf(seen.row)
      const begin = unchecked ? seen : await sameRow(seen)
      if ('ends' in begin) return begin.ends
      return sendAndRead(parts, {
        names: [name, name],
        send: () => resource.remove(name, { signal }),
        judge: (row) => judgedRemoval(unchecked ? undefined : begin.row, row, now()),
      })
    },
  }
}
