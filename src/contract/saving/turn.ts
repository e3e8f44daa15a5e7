import { isSameRow, type Writing } from './compare.ts'
import { judgedCreation, judgedRemoval, judgedUpdate } from './judge.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Memory } from './memory.ts'
import type { SavingReads } from './read-back.ts'
import type { LookOptions, Seen, WriteTurn } from './acts.ts'
import { readBack, sendAndRead } from './send-and-read.ts'
import type { Resource } from '#contract/service.ts'
import type { waitFor } from './turns.ts'
import { failedBefore, isOpen, uncheckedBefore, type Verdict } from './verdict.ts'

/** What the acts of one resource share. */
interface Parts<Row extends Dated, Draft, Change, Update> {
  resource: Pick<Resource<Row, Draft, Update>, 'create' | 'update' | 'remove'>
  writing: Writing<Row, Draft, Change, Update>
  reads: SavingReads<Row>
  memory: Memory<Row, Draft, Change>
  now: () => number
  signal: AbortSignal
  wait: typeof waitFor
}

/** The parts in one turn. `begun`: a mark of the reads; the first write of the turn rests on a read that begins later. */
type Turn<Row extends Dated, Draft, Change, Update> = Parts<Row, Draft, Change, Update> & { begun: number }

/** The row that an act begins with, or the verdict if it ends before it sends anything. */
type Begin<Row> = { row: Row } | { ends: Verdict<Row> }

/** The steps of an act whose turn begins now: read, compare, write, read back, judge. */
export function turnOf<Row extends Dated, Draft, Change, Update>(
  parts: Parts<Row, Draft, Change, Update>,
  begun: number,
): WriteTurn<Row, Draft, Change, Update> {
  const turn = { ...parts, begun }
  const endsOf = async (beginning: Promise<Begin<Row>>) => {
    const begin = await beginning
    return 'ends' in begin ? begin.ends : undefined
  }
  return {
    writing: parts.writing,
    readBack: async (name) => (await readBack(parts, [name]))[0],
    current: (seen) => current(turn, seen),
    sameRow: (seen) => sameRow(turn, seen),
    look: (...save) => endsOf(beforeSave(turn, ...save)),
    lookToRemove: (seen) => endsOf(sameRow(turn, seen)),
    save: (...save) => saveRow(turn, ...save),
    create: (...creation) => createRow(turn, ...creation),
    remove: (...removal) => removeRow(turn, ...removal),
  }
}

/** The verdict that stops an act if somebody changed the row after the admin saw it. */
function conflict<Row extends Dated, Draft, Change, Update>(
  { writing, memory, now }: Parts<Row, Draft, Change, Update>,
  seen: Seen<Row>,
  row: Row,
): Verdict<Row> | undefined {
  const last = memory.lastKnown(writing.nameOf(row), seen)
  const fields = writing.changed(last.row, row)
  if (fields.length === 0) return undefined
  return { is: 'conflict', seen: last.row, row, fields, readAt: { seen: last.at, row: now() } }
}

/** The verdict if there is no row of that name: an open rename has arrived, or the row was deleted. */
function renamedOrGone<Row extends Dated, Draft, Change, Update>(
  { writing, now }: Parts<Row, Draft, Change, Update>,
  seen: Seen<Row>,
  own: { row: Row } | undefined,
): Verdict<Row> {
  if (own === undefined) return { is: 'gone' }
  const fields = [writing.key, ...writing.changed(seen.row, own.row)]
  return { is: 'conflict', seen: seen.row, row: own.row, fields, readAt: { seen: seen.beganAt, row: now() } }
}

/** An open save that has arrived meanwhile, and its row: that is not a change by somebody else. */
async function arrived<Row extends Dated, Draft, Change, Update>(
  { writing, reads, memory, begun }: Turn<Row, Draft, Change, Update>,
  name: string,
  row: Row | undefined,
) {
  const write = memory.openSave(name)
  if (write === undefined) return undefined
  const { before, change, after, at } = write
  const stored = after === name ? row : await reads.since(begun, after)
  if (stored === undefined || (after !== name && row !== undefined)) return undefined
  const moved = after !== name || writing.changed(before, stored).length > 0
  if (!moved || !writing.holds(stored, change, at)) return undefined
  // A renamed row stays known under its former name: another act on that must not take it for deleted.
  if (after === name) memory.setOpenSave(name, undefined)
  reads.adopt(after, stored)
  return { write, row: stored }
}

async function current<Row extends Dated, Draft, Change, Update>(
  turn: Turn<Row, Draft, Change, Update>,
  seen: Seen<Row>,
): Promise<Begin<Row>> {
  const name = turn.writing.nameOf(seen.row)
  try {
    const row = await turn.reads.sinceOrGone(turn.begun, name)
    const own = await arrived(turn, name, row)
    if (row === undefined) return { ends: renamedOrGone(turn, seen, own) }
    const ends = conflict(turn, seen, row)
    return ends === undefined ? { row } : { ends }
  } catch (error) {
    return { ends: failedBefore(error) }
  }
}

async function sameRow<Row extends Dated, Draft, Change, Update>(
  turn: Turn<Row, Draft, Change, Update>,
  seen: Seen<Row>,
): Promise<Begin<Row>> {
  const name = turn.writing.nameOf(seen.row)
  try {
    const row = await turn.reads.now(name)
    if (row === undefined) return { ends: renamedOrGone(turn, seen, await arrived(turn, name, row)) }
    const isSame = isSameRow(turn.memory.lastKnown(name, seen).row, row)
    if (isSame === false) return { ends: { is: 'recreated', row } }
    if (isSame === undefined) return { ends: { is: 'unchecked', why: 'undated' } }
    const ends = conflict(turn, seen, row)
    return ends === undefined ? { row } : { ends }
  } catch (error) {
    return { ends: uncheckedBefore(error) }
  }
}

/** Everything that a save needs to send, or the verdict if it ends before that. */
async function beforeSave<Row extends Dated, Draft, Change, Update>(
  turn: Turn<Row, Draft, Change, Update>,
  seen: Seen<Row>,
  change: Change,
  { overwrite = false, hasUnseen = false }: LookOptions = {},
): Promise<{ row: Row; after: string; send: Update } | { ends: Verdict<Row> }> {
  const { writing, reads, begun } = turn
  const name = writing.nameOf(seen.row)
  try {
    const after = writing.renamed(name, change)
    const [row, taken] = await Promise.all([
      reads.sinceOrGone(begun, name),
      after === name ? undefined : reads.since(begun, after),
    ])
    const own = await arrived(turn, name, row)
    const isOwn = own?.write.isVisible === true && !hasUnseen && isSame(own.write.change, change)
    if (isOwn) return { ends: { is: 'already', row: own.row } }
    if (row === undefined) return { ends: renamedOrGone(turn, seen, own) }
    if (!hasUnseen && writing.holds(row, change)) return { ends: { is: 'already', row } }
    const changed = overwrite ? undefined : conflict(turn, seen, row)
    if (changed !== undefined) return { ends: changed }
    const composed = writing.compose(row, change)
    if ('unanswered' in composed) return { ends: { is: 'unanswered', row, fields: composed.unanswered } }
    if (taken !== undefined) return { ends: { is: 'exists', name: after, row: taken } }
    return { row, after, send: composed.send }
  } catch (error) {
    return { ends: failedBefore(error) }
  }
}

async function saveRow<Row extends Dated, Draft, Change, Update>(
  turn: Turn<Row, Draft, Change, Update>,
  seen: Seen<Row>,
  change: Change,
  options?: LookOptions,
): Promise<Verdict<Row>> {
  const { resource, writing, memory, now, signal } = turn
  const begin = await beforeSave(turn, seen, change, options)
  if ('ends' in begin) return begin.ends
  const name = writing.nameOf(seen.row)
  const { row, after, send } = begin
  const verdict = await sendAndRead(turn, {
    names: [after, name],
    send: () => resource.update(send, { signal }),
    judge: (stored, former) => judgedUpdate(writing, { name, change, ...begin }, { stored, former, at: now() }),
  })
  const isVisible = writing.unseen(send).length === 0
  const open = { before: row, change: writing.visible(change), isVisible, after, at: now() }
  memory.setOpenSave(name, isOpen(verdict) ? open : undefined)
  return verdict
}

/** The verdict if the name is taken: by an earlier creation from here that has arrived, or by another row. */
async function beforeCreation<Row extends Dated, Draft, Change, Update>(
  { writing, reads, memory, begun }: Turn<Row, Draft, Change, Update>,
  name: string,
  input: object,
): Promise<Verdict<Row> | undefined> {
  try {
    const row = await reads.since(begun, name)
    if (row === undefined) return undefined
    const earlier = memory.openCreation(name)
    const isOurs = earlier !== undefined && writing.differs(earlier.draft, row).length === 0
    if (!isOurs || !isSame(earlier.input, input)) return { is: 'exists', name, row }
    memory.setOpenCreation(name, undefined)
    reads.adopt(name, row)
    return { is: 'already', row }
  } catch (error) {
    return failedBefore(error)
  }
}

async function createRow<Row extends Dated, Draft, Change, Update>(
  turn: Turn<Row, Draft, Change, Update>,
  name: string,
  draft: () => Draft,
  input: object,
): Promise<Verdict<Row>> {
  const { resource, writing, memory, now, signal } = turn
  const ends = await beforeCreation(turn, name, input)
  if (ends !== undefined) return ends
  const sent = draft()
  const verdict = await sendAndRead(turn, {
    names: [name, name],
    send: () => resource.create(sent, { signal }),
    judge: (row) => judgedCreation(writing, sent, row, now()),
  })
  // After a refusal the row may be somebody else's, even with the same fields.
  const isRefused = verdict.is === 'unknown' && verdict.problem.kind === 'refused'
  if (!isRefused)
    memory.setOpenCreation(name, isOpen(verdict) ? { draft: writing.visibleDraft(sent), input } : undefined)
  return verdict
}

async function removeRow<Row extends Dated, Draft, Change, Update>(
  turn: Turn<Row, Draft, Change, Update>,
  seen: Seen<Row>,
  { unchecked = false }: { unchecked?: boolean } = {},
): Promise<Verdict<Row>> {
  const { resource, writing, now, signal } = turn
  const name = writing.nameOf(seen.row)
  const begin = unchecked ? seen : await sameRow(turn, seen)
  if ('ends' in begin) return begin.ends
  return sendAndRead(turn, {
    names: [name, name],
    send: () => resource.remove(name, { signal }),
    judge: (row) => judgedRemoval(unchecked ? undefined : begin.row, row, now()),
  })
}

/** Whether two plain values are the same. They may hold big integers. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [fields, others] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return fields.length === others.size && fields.every(([field, value]) => isSame(value, others.get(field)))
}
