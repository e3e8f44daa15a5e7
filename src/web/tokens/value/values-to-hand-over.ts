import { worthOf } from '#contract/saving/value-worth.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { valueContext } from '#web/tokens/view-context.ts'
import type { Session } from '#web/ui/session.ts'
import { NoSecret, type Secret } from '#web/writes/hand-over/secret.ts'
import { currentOf } from '#web/writes/outcomes/outcomes.ts'
import { valueCopied } from './copy-value.ts'
import { isDateOpen, isToHandOver } from './new-value.ts'
import { NoValue, readValue } from './read-value.ts'

/** The new values that are not copied yet. `also`: tokens that have one although no act of this session issued it. */
export function valuesToHandOver(session: Session, also: readonly string[] = []): Secret[] {
  const context = valueContext(session, Date.now())
  const current = currentOf<Token, TokenChange>(session.outcomes.get(), { name: 'tokens' })
  // Until the admin has said what the date is to be, its value must not be handed out.
  const own = [...current].filter(([, note]) => isToHandOver(note, context) && !isDateOpen(note))
  return [...new Set([...own.map(([name]) => name), ...also])].map((name) => ({
    resource: 'tokens',
    name,
    is: 'value',
    isConfirmed: true,
    async read({ service }, signal) {
      try {
        return await readValue(service, name, signal)
      } catch (error) {
        throw error instanceof NoValue ? new NoSecret(`This token ${error.message}`) : error
      }
    },
    onHanded(session) {
      const note = current.get(name)
      const row = note !== undefined && 'row' in note.verdict ? note.verdict.row : undefined
      valueCopied(session, name, note, row && worthOf(row, valueContext(session, Date.now())))
    },
  }))
}
