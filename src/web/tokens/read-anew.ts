import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'

/**
 * Whether the row of this name was read again between two lists: by a fresh list, or by a change that `now` was made
 * of. Rows cannot be compared for it, since a list makes one anew each time it is asked.
 */
export function isReadAnew(before: RowStore<Token>, now: RowStore<Token>, name: string): boolean {
  let list = now
  while (list !== before) {
    const { patch } = list
    const of = patch?.of.deref()
    if (patch === undefined || of === undefined) return true
    const { did, index } = patch
    if ((did === 'removed' || did === 'replaced') && of.find(name) === index) return true
    if ((did === 'added' || did === 'replaced') && list.find(name) === index) return true
    list = of
  }
  return false
}
