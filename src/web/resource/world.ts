import type { ValueContext } from '#api/service-facts.ts'

/** What showing and changing rows depend on besides the row itself: the time, and what is known about the service. */
export interface RowContext extends ValueContext {
  /** The emails that the signed-in account may have; empty: unknown. */
  ownEmails: readonly string[]
  /** The names of rows whose generated password nobody has copied. */
  uncopied?: ReadonlySet<string>
  /** A result has told the admin that rows don’t show whether a save changed their values: later ones are quiet. */
  isUnseenTold?: boolean
}
