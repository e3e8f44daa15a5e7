import type { Dated, RowStore } from '#contract/row-store.ts'
import { whenIdle } from '#web/idle.ts'
import { createLookAlikes, strangers } from '#web/ui/look-alikes.ts'

/** What is known of the look of the names of one list. */
export interface KnownLooks {
  /** Another name that looks like this one. */
  twin: (name: string) => string | undefined
  add: (name: string) => void
  /** The letters of a name that look like Latin ones and are others. */
  strangers: (name: string) => string | undefined
}

/** How long names are looked at before the page gets its turn, in milliseconds. */
const atOnce = 6

/** Names between two looks at the clock. */
const between = 64

/** Looks at all names of a list, whenever the browser has nothing else to do; one that is ended is left in the middle. */
export async function lookAt<Row extends Dated>(list: RowStore<Row>, signal: AbortSignal): Promise<KnownLooks> {
  const names = createLookAlikes()
  let began = performance.now()
  for (let row = 0; row < list.count && !signal.aborted; row += 1) {
    names.add(list.nameAt(row))
    if (row % between !== 0 || performance.now() - began < atOnce) continue
    await new Promise<void>((go) => whenIdle(async () => go()))
    began = performance.now()
  }
  return { ...names, strangers }
}
