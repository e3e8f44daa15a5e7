import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { inIdleTimes } from './idle.ts'
import { strangers } from '#web/ui/names/look-alikes.ts'
import { KnownLooks } from './known-looks.ts'

export { strangers, type KnownLooks }

/** Looks at all names of a list, whenever the browser has nothing else to do; one that is ended is left in the middle. */
export async function lookAt<Row extends Dated>(list: RowStore<Row>, signal: AbortSignal): Promise<KnownLooks> {
  const names = new KnownLooks(list)
  const idle = inIdleTimes()
  for (let row = 0; row < list.count && !signal.aborted; row += 1) {
    if (row % 64 === 0) await idle()
    names.addRow(row)
  }
  return names
}
