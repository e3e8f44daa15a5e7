import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { sameProps } from '#web/list/row-state.tsx'

/**
 * Whether the row of this name may be another between two lists: a fresh list shows it differently, or a change that
 * `now` was made of was about it, whatever it shows.
 */
export function isReadAnew(before: RowStore<Token>, now: RowStore<Token>, name: string): boolean {
  let list = now
  while (list !== before) {
    const { patch } = list
    const of = patch?.of.deref()
    if (patch === undefined || of === undefined) return isOther(before, now, name)
    const { did, index } = patch
    if ((did === 'removed' || did === 'replaced') && of.find(name) === index) return true
    if ((did === 'added' || did === 'replaced') && list.find(name) === index) return true
    list = of
  }
  return false
}

function isOther(before: RowStore<Token>, now: RowStore<Token>, name: string): boolean {
  const [was, is] = [before.find(name), now.find(name)]
  return was < 0 || is < 0 || !sameProps(before.at(was), now.at(is))
}
