import { useEffect, useMemo, useState } from 'react'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import { currentOf, type Outcome, type OutcomesOf } from './outcomes.ts'

/** The outcomes that count for the rows of a resource now, by name. */
export function useCurrent<Row extends object, Change extends object>(
  resource: OutcomesOf<Row, Change>,
): ReadonlyMap<string, Outcome<Row, Change>> {
  const entries = useStore(useSession().outcomes)
  return useMemo(() => currentOf(entries, resource), [entries, resource])
}

/** Those that a note tells. */
export function useNotes<Row extends object, Change extends object>(
  current: ReadonlyMap<string, Outcome<Row, Change>>,
): ReadonlyMap<string, Outcome<Row, Change>> {
  return useMemo(() => new Map([...current].filter(([, { told }]) => told === 'note')), [current])
}

/** How long a row shows *Saved*, in milliseconds. */
const standsFor = 4000

/** The saves that were verified a moment ago, by name. One stays while the pointer or the focus is on its row. */
export function useJustSaved<Row extends object, Change extends object>(
  current: ReadonlyMap<string, Outcome<Row, Change>>,
): ReadonlyMap<string, Outcome<Row, Change>> {
  const [now, setNow] = useState(0)
  const saved = new Map<string, Outcome<Row, Change>>()
  let next = Infinity
  for (const [name, outcome] of current) {
    const { verdict, act, since } = outcome
    if (verdict.is !== 'as-asked' || act !== 'save' || since !== undefined || now >= verdict.at + standsFor) continue
    saved.set(name, outcome)
    next = Math.min(next, verdict.at + standsFor)
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
