import { createBreathing } from '#contract/breathing.ts'
import type { Dated, RowStore } from '#contract/row-store.ts'
import { createLookAlikes, strangers } from '#web/ui/look-alikes.ts'

/** What is known of the look of the names of one list. */
export interface KnownLooks {
  /** Another name that looks like this one. */
  twin: (name: string) => string | undefined
  add: (name: string) => void
  /** The letters of a name that look like Latin ones and are others. */
  strangers: (name: string) => string | undefined
}

/** Looks at all names of a list, in slices; one that is ended is left in the middle. */
export async function lookAt<Row extends Dated>(list: RowStore<Row>, signal: AbortSignal): Promise<KnownLooks> {
  const names = createLookAlikes()
  const breathe = createBreathing()
  for (let row = 0; row < list.count && !signal.aborted; row += 1) {
    names.add(list.nameAt(row))
    if (row % 64 === 0) await breathe()
  }
  return { ...names, strangers }
}
