import type { Session } from '#web/ui/session.ts'
import { valueContext } from '#web/tokens/view-context.ts'
import { tokenWrites } from '#web/tokens/token-hooks.ts'
import { isToCopy } from '#web/tokens/value/new-value.ts'
import { currentOf } from '#web/writes/outcomes/outcomes.ts'

/**
 * How many new values and generated passwords are not copied yet, and the run that is under way or whose report is not
 * closed. Signing out loses them.
 */
export interface Uncopied {
  values: number
  passwords: number
  run: 'under-way' | 'report' | undefined
}

/** What signing out loses; undefined: nothing. */
export function uncopiedIn(session: Session): Uncopied | undefined {
  const context = valueContext(session, Date.now())
  const values = [...currentOf(session.outcomes.get(), tokenWrites).values()].filter((note) =>
    isToCopy(note, context),
  ).length
  const passwords = session.passwords.get().kept.size
  const phase = session.runs.get()?.get().phase
  const run = phase === undefined ? undefined : phase === 'ended' ? 'report' : 'under-way'
  return values + passwords === 0 && run === undefined ? undefined : { values, passwords, run }
}

/** Whether closing the tab asks: not for the report of a run that has ended. */
export function isLostWithTab(session: Session): boolean {
  const uncopied = uncopiedIn(session)
  return uncopied !== undefined && (uncopied.values + uncopied.passwords > 0 || uncopied.run === 'under-way')
}
