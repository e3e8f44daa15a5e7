import type { Dated, RowStore } from '#contract/row-store.ts'
import { inIdleTimes } from '#web/idle.ts'
import { createLookAlikes, strangers } from '#web/ui/look-alikes.ts'

/** What is known of the look of the names of one list. */
export interface KnownLooks {
  /** Another name that looks like this one. */
  twin: (name: string) => string | undefined
  add: (name: string) => void
  /** The letters of a name that look like Latin ones and are others. */
  strangers: (name: string) => string | undefined
}

/** Looks at all names of a list, whenever the browser has nothing else to do; one that is ended is left in the middle. */
export async function lookAt<Row extends Dated>(list: RowStore<Row>, signal: AbortSignal): Promise<KnownLooks> {
  const names = createLookAlikes()
  const idle = inIdleTimes()
  for (let row = 0; row < list.count && !signal.aborted; row += 1) {
    names.add(list.nameAt(row))
    if (row % 64 === 0) await idle()
  }
  return { ...names, strangers }
}
