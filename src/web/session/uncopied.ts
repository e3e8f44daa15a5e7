import type { Session } from '#web/ui/session.ts'
import { valueContext } from '#web/tokens/view-context.ts'
import { tokenWrites } from '#web/tokens/token-hooks.ts'
import { isToCopy } from '#web/tokens/value/new-value.ts'
import { currentOf } from '#web/writes/outcomes/outcomes.ts'

/** How many new values and generated passwords are not copied yet. Leaving loses them. */
export interface Uncopied {
  values: number
  passwords: number
}

/** Counts what is not copied yet; undefined: nothing. */
export function uncopiedIn(session: Session): Uncopied | undefined {
  const context = valueContext(session, Date.now())
  const values = [...currentOf(session.outcomes.get(), tokenWrites).values()].filter((note) =>
    isToCopy(note, context),
  ).length
  const passwords = session.passwords.get().kept.size
  return values + passwords === 0 ? undefined : { values, passwords }
}
