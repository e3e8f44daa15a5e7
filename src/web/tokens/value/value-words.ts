import type { Token } from '#contract/token.ts'
import { canRepair, valueState, type UpdateEffect, type ValueContext, type ValueState } from '#contract/facts.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { refusedCopy } from '#web/ui/clipboard.ts'
import type { Message } from '#web/ui/toasts.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { clockOf, dateOf, relative } from '#web/ui/time.ts'
import { expiryOf, type ViewContext } from '#web/tokens/token-status.ts'

/** Whether a new value should work. `name`: the token's. */
export function newValueWords(state: ValueState, name: string, onUpdate: UpdateEffect | undefined): string {
  switch (state) {
    case 'should-work':
      return `New value. It should work. Give it to the programs that use “${visible(name)}”.`
    case 'inactive':
      return `New value, but the token is inactive.${activating('the value again', onUpdate)}`
    case 'expired':
      return 'New value, but the token has expired.'
    case 'needs-repair':
      return 'The new value needs repair. The service will probably reject it.'
    case 'unknown':
      return `New value. Give it to the programs that use “${visible(name)}”.`
  }
}

/** What activating a token does to its value, as a further sentence. */
function activating(value: string, onUpdate: UpdateEffect | undefined): string {
  if (onUpdate === 'keeps') return ''
  return ` Activating it ${onUpdate === undefined ? 'may replace' : 'replaces'} ${value}.`
}

/** A copied value that works for less than this is worth a warning: five minutes, in milliseconds. */
const brief = 5 * 60_000

/**
 * The toast after copying a value, and whether it warns that the value may not work. `left`: milliseconds until its
 * token expires; undefined: it does not, or nobody can tell.
 */
export function copiedWords(
  state: ValueState | undefined,
  name: string,
  left: number | undefined,
  context: Pick<ValueContext, 'unit' | 'onUpdate'>,
): [says: Message, mark?: 'caution'] {
  const copied = (after: string) => ({ before: 'Copied “', name, after: `”${after}` })
  switch (state) {
    case 'inactive':
      return [copied(`, but the token is inactive.${activating('the value', context.onUpdate)}`), 'caution']
    case 'expired':
      return [copied(', but the token has expired.'), 'caution']
    case 'needs-repair': {
      const first = canRepair(context) ? 'Repair' : 'Replace'
      return [copied(`, but the service will probably reject this value. ${first} it first.`), 'caution']
    }
    case 'should-work':
    case 'unknown':
    case undefined:
      return left !== undefined && left > 0 && left < brief
        ? [copied(`. The token expires ${relative(left, 0)}.`), 'caution']
        : [copied('.')]
  }
}

/** The browser did not let the page copy a value. */
export const refusedWords = refusedCopy('value', 'Reveal')

/** A white space at the end or the beginning of a value, which nobody sees; undefined: none. */
export function whiteSpaceWords(value: string): string | undefined {
  if (/^\s+$/.test(value)) return 'The value is nothing but white space.'
  const ends = [/^\s/.test(value) && 'begins', /\s$/.test(value) && 'ends'].filter((end) => end !== false)
  return ends.length === 0 ? undefined : `The value ${ends.join(' and ')} with white space.`
}

/** What a write did to the value, in a few words for screen readers; undefined: unknown. */
export function valueAnnouncementOf(verdict: Verdict<Token>, context: ValueContext): string | undefined {
  if (verdict.is !== 'as-asked' && verdict.is !== 'differently' && verdict.is !== 'conflict') return undefined
  const valueOutcome = verdict.is === 'conflict' ? verdict.during?.valueOutcome : verdict.valueOutcome
  if (valueOutcome !== 'new') return valueOutcome === 'kept' ? 'value unchanged' : undefined
  switch (valueState(verdict.row, context)) {
    case 'should-work':
      return 'new value, should work'
    case 'inactive':
      return 'new value, token inactive'
    case 'expired':
      return 'new value, token expired'
    case 'needs-repair':
      return 'new value, needs repair'
    case 'unknown':
      return 'new value'
  }
}

/** A stored expiry: *no expiry set*, *today 10:41 (expired)*, *24 Dec 2026, 10:41*. */
export function expiryWords(token: Token, context: ViewContext): string {
  const expiry = expiryOf(token, context.unit)
  if (expiry === undefined) return 'unreadable'
  if (expiry === 'none') return 'no expiry set'
  const isPast = expiry <= context.now + (context.ahead ?? 0)
  return `${dayOf(expiry, context.now)} ${clockOf(expiry)}${isPast ? ' (expired)' : ''}`
}

/** The same as a clause: *it expires today 10:41*. */
export function expiryClause(token: Token, context: ViewContext): string {
  const expiry = expiryOf(token, context.unit)
  if (expiry === undefined) return 'its expiry cannot be read'
  if (expiry === 'none') return 'no expiry is set'
  return `${expiry <= context.now + (context.ahead ?? 0) ? 'it expired' : 'it expires'} ${dayOf(expiry, context.now)} ${clockOf(expiry)}`
}

const dayOf = (at: number, now: number) => (dateOf(at) === dateOf(now) ? 'today' : `${dateOf(at)},`)
