import { startTransition, useEffect, useRef, useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { whenIdle } from './idle.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { oddityOf } from '#web/ui/names/odd-names.ts'
import type { KnownLooks, strangers as Strangers } from './looking-alike.ts'

/** What is odd about the look of names; of likenesses nothing before all names are known. */
export interface Looks {
  /** Another name of the list that looks like this one. */
  twin: (name: string) => string | undefined
  /** A sentence for a row of the list. */
  oddity: (name: string) => string | undefined
}

/**
 * Looks at all names once for each read of the list, when the browser is idle and in slices; a row costs a look-up. What
 * is written later is looked at alone. `noun` is what a row is: `token`, `user`.
 */
export function useLookAlikes<Row extends Dated>(list: RowStore<Row>, noun: string): Looks {
  const [known, setKnown] = useState<{ of: RowStore<Row>; names: KnownLooks; strangers: typeof Strangers }>()
  const now = useRef(list)
  now.current = list
  const { readAt, isWhole } = list

  useEffect(() => {
    if (!isWhole) return
    const ending = new AbortController()
    const idle = whenIdle(async () => {
      const { lookAt, strangers } = await import('./looking-alike.ts')
      const of = now.current
      const names = await lookAt(of, ending.signal)
      if (!ending.signal.aborted) startTransition(() => setKnown({ of, names, strangers }))
    })
    return () => {
      idle()
      ending.abort()
    }
  }, [readAt, isWhole])

  // What was written since: rows that are others than those looked at.
  const seen = useRef(known?.of)
  useEffect(() => {
    if (known === undefined) return
    const before = seen.current?.readAt === readAt ? seen.current : known.of
    for (let now: RowStore<Row> | undefined = list; now !== undefined && now !== before; now = now.patch?.of.deref()) {
      if (now.patch?.did === 'added' || now.patch?.did === 'replaced') known.names.add(now.nameAt(now.patch.index))
    }
    seen.current = list
  }, [known, list, readAt])

  const twin = (name: string) => {
    const found = known?.names.twin(name)
    return found !== undefined && list.find(found) >= 0 ? found : undefined
  }
  return {
    twin,
    oddity(name) {
      const other = twin(name)
      if (other !== undefined) return `Looks like “${visible(other)}”, which is another ${noun}.`
      const odd = oddityOf(name)
      if (odd !== undefined) return odd
      const strange = known?.strangers(name)
      return strange && `Holds letters that look like Latin ones and are others: ${strange}.`
    },
  }
}
