import type { RowStore } from '#contract/list/row-store.ts'
import { valueState } from '#contract/facts.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { valueContext } from '#web/tokens/view-context.ts'
import type { Session } from '#web/session/session.ts'
import { NoSecret, type Secret } from '#web/writes/hand-over/secret.ts'
import { currentOf } from '#web/writes/outcomes/outcomes.ts'
import { valueCopied } from './copy-value.ts'
import { toHandOver } from './new-value.ts'
import { NoValue, readValue } from './read-value.ts'

/**
 * The new values that are not copied yet. `also`: tokens that have one although no act of this session issued it. Until
 * the admin has said what a date is to be, its value must not be handed out.
 */
export function valuesToHandOver(
  session: Session,
  list: RowStore<Token> | undefined,
  also: readonly string[] = [],
): Secret[] {
  const entries = session.outcomes.get()
  const current = currentOf<Token, TokenChange>(entries, { name: 'tokens' })
  const own = toHandOver(entries, list, valueContext(session, Date.now()))
  return [...new Set([...own, ...also])].map((name) => ({
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
      valueCopied(session, name, note, row && valueState(row, valueContext(session, Date.now())))
    },
  }))
}
