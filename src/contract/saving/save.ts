import type { Dated } from '#contract/list/row-store.ts'
import type { Resource } from '#contract/service.ts'
import type { Saving, SavingWorld, Seen } from './acts.ts'
import type { Writing } from './compare.ts'
import { createMemory } from './memory.ts'
import { createSavingReads } from './read-back.ts'
import { turnOf } from './turn.ts'
import { waitFor } from './turns.ts'

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
  const memory = createMemory<Row, Draft, Change>({ reads, writing, now })
  const parts = { resource, writing, reads, memory, now, signal, wait }

  const inTurn: Saving<Row, Draft, Change, Update>['inTurn'] = (names, act) =>
    turns.run(names, async () => {
      signal.throwIfAborted()
      const ends = await act(turnOf(parts, reads.mark()))
      memory.handOut(ends)
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
      for (const [name, row] of rows) memory.shown(name, row, beganAt)
      return { rows, isSure, beganAt }
    },
    look: (seen, change, options) => inTurn(namesOf(seen, change), (turn) => turn.look(seen, change, options)),
    save: (seen, change, options) => inTurn(namesOf(seen, change), (turn) => turn.save(seen, change, options)),
    create: (name, draft, input) => inTurn([name], (turn) => turn.create(name, draft, input)),
    remove: (seen, options) => inTurn(namesOf(seen), (turn) => turn.remove(seen, options)),
    lookToRemove: (seen) => inTurn(namesOf(seen), (turn) => turn.lookToRemove(seen)),
  }
}
