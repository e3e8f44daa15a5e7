import { useEffect, useRef } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { holdsChange } from '#contract/token-writing.ts'
import { unmoved, type Unit } from '#contract/wire.ts'
import { useConsole } from '#web/service/console.tsx'
import type { TokenNote } from '#web/service/notes.ts'

/**
 * A new reading of the list settles what was open: a write without an answer is found done or not done, a note about
 * an unchanged value has served, and a row that somebody changed since is marked.
 */
export function useSettledNotes(list: RowStore<Token>, unit: Unit): void {
  const { notes } = useConsole()
  const settled = useRef(list.beganAt)
  useEffect(() => {
    if (settled.current === list.beganAt) return
    settled.current = list.beganAt
    for (const [name, note] of notes.tokens.get()) {
      if (note.at > list.beganAt) continue
      const index = list.find(name)
      const next = settledNote(note, index < 0 ? undefined : list.at(index), unit, list.readAt)
      if (next === undefined) notes.tokens.dismiss(name)
      else if (next !== note) notes.tokens.put(name, next)
    }
  }, [list, notes, unit])
}

/** The note as a later row leaves it; undefined: it goes. */
export function settledNote(note: TokenNote, row: Token | undefined, unit: Unit, at: number): TokenNote | undefined {
  const { verdict, change } = note
  switch (verdict.is) {
    case 'unknown':
    case 'not-verified': {
      if (row === undefined) return undefined
      const asked = Object.keys(change).length > 0
      if (note.act !== 'remove' && asked && holdsChange(row, change, unit)) {
        return { ...note, verdict: { is: 'as-asked', row, at, unseen: [], fate: 'not-told' } }
      }
      const problem = verdict.is === 'unknown' ? verdict.problem : verdict.why
      return problem === 'no-list' ? undefined : { ...note, verdict: { is: 'refused', problem } }
    }
    case 'as-asked': {
      if (row === undefined) return undefined
      const same = row.active === verdict.row.active && row.write === verdict.row.write
      const since = same && unmoved(verdict.row.updated_at, row.updated_at, unit)
      if (since)
        return verdict.fate === 'kept' || (note.act === 'create' && verdict.also === undefined) ? undefined : note
      return { ...note, verdict: { is: 'differently', row, fields: ['since'], at } }
    }
    case 'already':
      return undefined
    default:
      return row === undefined ? undefined : note
  }
}
