import type { Dated } from '#contract/list/row-store.ts'
import type { Resource } from '#contract/service.ts'
import type { RunWatch, SavingWorld, Seen } from './acts.ts'
import type { Writing } from './compare.ts'
import { createSavingReads } from './read-back.ts'
import type { LaterRead } from './settling.ts'
import { turnOf, type Turn } from './turn.ts'
import { waitFor } from './turns.ts'
import type { Verdict } from './verdict.ts'

/**
 * The verified writes of one resource, one at a time per name. A save reads, compares, writes, reads back and judges. It
 * makes one write of the whole record, or none if nothing would change. Call it when the admin has confirmed the act: then
 * every write rests on a read that began after that.
 */
export function createSaving<Row extends Dated, Draft, Change, Update>(
  resource: Resource<Row, Draft, Update>,
  writing: Writing<Row, Draft, Change, Update>,
  { turns, now, signal, wait = waitFor }: SavingWorld,
) {
  const reads = createSavingReads<Row>(resource, writing, { now, signal })
  const open = { openSaves: new Map(), openCreations: new Map() }

  /** The acts, whose writes rest on reads after `mark()`. `sends`: how they send. */
  const actsWith = (sends: Sends<Draft, Update>, mark: () => number) => {
    const parts = { resource: sends, writing, reads, mark, ...open, now, signal, wait }
    const inTurn = (
      names: readonly string[],
      act: (turn: Turn<Row, Draft, Change, Update>) => Promise<Verdict<Row>>,
    ): Promise<Verdict<Row>> =>
      turns.run(names, async () => {
        signal.throwIfAborted()
        const ends = await act(turnOf<Row, Draft, Change, Update>(parts))
        if (ends.is !== 'exists' && 'row' in ends && ends.row !== undefined) reads.show(ends.row)
        return ends
      })
    /** Nothing else may take the new name of a row between the read that finds it free and the read-back. */
    const namesOf = ({ row }: Seen<Row>, change: Change) => {
      const name = writing.nameOf(row)
      return [name, writing.renamed(name, change)]
    }
    return {
      sends,
      /** Several writes in one turn. */
      inTurn,
      /** Reads rows for the page to show in its list, which began earlier. */
      async show(names: ReadonlySet<string>): Promise<LaterRead<Row>> {
        const beganAt = now()
        const unreadable: number[] = []
        const rows = [...(await resource.read(names, { signal, onUnreadable: () => unreadable.push(0) }))]
        for (const [, row] of rows) reads.show(row)
        const find = (name: string) => rows.findIndex(([own]) => own === name)
        return { beganAt, readAt: now(), isWhole: true, unreadable, find, at: (index) => rows[index]![1] }
      },
      save: (seen: Seen<Row>, change: Change, options?: { overwrite?: boolean }) =>
        inTurn(namesOf(seen, change), (turn) => turn.save(seen, change, options)),
      remove: (seen: Seen<Row>, options?: { unchecked?: boolean }) =>
        inTurn([writing.nameOf(seen.row)], (turn) => turn.remove(seen, options)),
    }
  }

  return {
    ...actsWith(resource, reads.mark),
    /** The same acts for the items of a run: they may rest on a read of another item that began less than a second ago. */
    inRun: (run: RunWatch) => {
      reads.expect(run.ahead)
      const around = async (name: string, send: () => Promise<void>) => {
        run.onSend(name)
        await send().finally(() => run.onAnswer(name))
      }
      const watched: Sends<Draft, Update> = {
        create: (draft, ending) => around(writing.nameIn(draft), () => resource.create(draft, ending)),
        update: (change, ending) => around(writing.nameIn(change), () => resource.update(change, ending)),
        remove: (name, ending) => around(name, () => resource.remove(name, ending)),
      }
      return actsWith(watched, reads.recent)
    },
  }
}

type Sends<Draft, Update> = Pick<Resource<never, Draft, Update>, 'create' | 'update' | 'remove'>
