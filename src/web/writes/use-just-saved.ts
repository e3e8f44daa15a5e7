import { useEffect, useState } from 'react'
import type { Note } from './notes.ts'

/** How long *Saved* stands in its row, in milliseconds. */
const standsFor = 4000

/** The names whose last write was verified a moment ago. */
export function useJustSaved(notes: ReadonlyMap<string, Note<unknown, unknown>>): ReadonlySet<string> {
  const [now, setNow] = useState(0)
  const saved = new Set<string>()
  let next = Number.POSITIVE_INFINITY
  for (const [name, { verdict, at }] of notes) {
    if (verdict.is !== 'as-asked' || now >= at + standsFor) continue
    saved.add(name)
    next = Math.min(next, at + standsFor)
  }
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()) + 1)
    return () => clearTimeout(timer)
  }, [next])
  return saved
}
