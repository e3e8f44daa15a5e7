import { useEffect, useMemo, useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import { isAccepted } from '#contract/write/outcome.ts'
import { useDesk, useRowsOfJobs } from '#web/jobs/desk.tsx'
import { isNoted, type Deed, type Pending } from '#web/jobs/rows-of-jobs.ts'
import type { Told } from '#web/resource/say.ts'

/** The last thing that was done to a row, as it is told now: a later list may have changed that. */
export interface Noted extends Deed {
  told: Told
  /** A later list shows something else than was saved. */
  isLater: boolean
}

/** What of a list tells what became of writes. */
type LaterList = Pick<RowStore<Dated>, 'at' | 'beganAt' | 'find' | 'unreadable' | 'isWhole'>

/** How long a row shows *Saved*, in milliseconds. */
const standsFor = 4000

/** What the jobs say about the rows of a list: what is pending, what was saved a moment ago, and the notes. */
export function useNotes(resource: ResourceName, list: LaterList) {
  const desk = useDesk()
  const { pending, last } = useRowsOfJobs(resource)
  const told = useMemo(() => {
    const all = new Map<string, Noted>()
    for (const [name, deed] of last) {
      const { outcome, told: first } = deed.item
      if (outcome === undefined || first === undefined) continue
      const later = list.isWhole ? desk.later(resource, outcome, list) : undefined
      all.set(name, { ...deed, told: later ?? first, isLater: later !== undefined })
    }
    return all
  }, [desk, resource, last, list])
  const noted = useMemo(() => new Map([...told].filter(([, one]) => isNoted(one, one.told))), [told])
  return { pending: pending as ReadonlyMap<string, Pending<object>>, noted, saved: useJustSaved(told) }
}

/** The saves that were verified a moment ago, by name. One stays while the pointer or the focus is on its row. */
function useJustSaved(told: ReadonlyMap<string, Noted>): ReadonlyMap<string, Noted> {
  const [now, setNow] = useState(0)
  const saved = new Map<string, Noted>()
  let next = Infinity
  for (const [name, one] of told) {
    const until = (one.item.at ?? 0) + standsFor
    if (one.isLater || one.told.result !== 'done' || one.item.seen === undefined || now >= until) continue
    if (one.item.outcome === undefined || !isAccepted(one.item.outcome)) continue
    saved.set(name, one)
    next = Math.min(next, until)
  }
  useEffect(() => {
    if (next === Infinity) return
    const look = () => {
      if (document.querySelector('.saved:is(:hover, :focus-within)')) timer = setTimeout(look, standsFor)
      else setNow(Date.now())
    }
    let timer = setTimeout(look, next - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [next])
  return saved
}
