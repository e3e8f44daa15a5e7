import { useMemo, useState, useEffect } from 'react'
import type { ResourceName } from '#api/problem.ts'
import { isAccepted } from '#api/write/outcome.ts'
import { useJobRows } from './app-context.tsx'
import { shouldShowNote, type JobRows, type JobEntry } from './job-selectors.ts'

/** How long a row shows *Saved*, in milliseconds. */
const savedDurationMs = 4000

/** What the jobs say about the rows of a list: what is pending, what was saved a moment ago, and the notes. */
export function useRowNotes(resource: ResourceName) {
  const { pending, last } = useJobRows(resource)
  const noted = useMemo(() => new Map([...last].filter(([, entry]) => shouldShowNote(entry))), [last])
  return { pending, noted, saved: useJustSaved(last) }
}

/** The saves that were verified a moment ago, by name. One stays while the pointer or the focus is on its row. */
function useJustSaved(last: JobRows['last']): JobRows['last'] {
  const [now, setNow] = useState(0)
  const saved = new Map<string, JobEntry>()
  let next = Infinity
  for (const [name, entry] of last) {
    const { facts, snapshot, outcome, settledAt = 0 } = entry.item
    const until = settledAt + savedDurationMs
    if (facts?.status !== 'success' || snapshot === undefined || now >= until) continue
    if (outcome === undefined || !isAccepted(outcome)) continue
    saved.set(name, entry)
    next = Math.min(next, until)
  }
  useEffect(() => {
    if (next === Infinity) return
    const check = () => {
      if (document.querySelector('.saved:is(:hover, :focus-within)')) timer = setTimeout(check, savedDurationMs)
      else setNow(Date.now())
    }
    let timer = setTimeout(check, next - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [next])
  return saved
}
