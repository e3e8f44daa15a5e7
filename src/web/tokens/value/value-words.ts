import type { Token } from '#contract/token.ts'
import { worthOf, type ValueContext, type ValueWorth } from '#contract/saving/value-worth.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { refusedCopy } from '#web/ui/clipboard.ts'
import type { Message } from '#web/ui/toasts.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { clockOf, dateOf, relative } from '#web/ui/time.ts'
import { expiryOf, type ViewContext } from '#web/tokens/token-status.ts'
import { rejects } from '#web/tokens/words.ts'

/** Whether a new value should work. `name`: the token's. */
export function newValueWords(worth: ValueWorth, name: string): string {
  switch (worth.is) {
    case 'should-work':
      return `New value. It should work${proviso(worth)}. Give it to the programs that use “${visible(name)}”.`
    case 'inactive':
      if (worth.activating === 'keeps') return `New value. It should work once you activate the token${proviso(worth)}.`
      return `New value, but the token is inactive. Activating it ${worth.activating === 'replaces' ? 'replaces' : 'may replace'} the value again.`
    case 'expired':
      return 'New value, but the token has expired.'
    case 'needs-repair':
      return `The new value needs repair. The service ${rejects(worth.isRejected)} it.`
    case 'unknown':
      return `New value. Give it to the programs that use “${visible(name)}”.`
  }
}

/** A copied value that works for less than this is worth a warning: five minutes, in milliseconds. */
const brief = 5 * 60_000

/**
 * The toast after copying a value, and whether it warns that the value may not work. `left`: milliseconds until its
 * token expires; undefined: it does not, or nobody can tell. `repairs`: a repair is possible.
 */
export function copiedWords(
  worth: ValueWorth | undefined,
  name: string,
  left?: number,
  repairs = true,
): [says: Message, mark?: 'proviso'] {
  const copied = (after: string) => ({ before: 'Copied “', name, after: `”${after}` })
  switch (worth?.is) {
    case 'inactive':
      if (worth.activating === 'keeps')
        return [copied('. The token is inactive: activate it before you use the value.'), 'proviso']
      return [
        copied(
          `, but the token is inactive. Activating it ${worth.activating === 'replaces' ? 'replaces' : 'may replace'} the value.`,
        ),
        'proviso',
      ]
    case 'expired':
      return [copied(', but the token has expired.'), 'proviso']
    case 'needs-repair':
      return worth.isRejected === 'surely'
        ? [copied(`, but the service will probably reject it. ${repairs ? 'Repair' : 'Replace'} it first.`), 'proviso']
        : [copied(', but the service may reject it. Test it before you hand it out.'), 'proviso']
    case 'should-work':
    case 'unknown':
    case undefined:
      return left !== undefined && left > 0 && left < brief
        ? [copied(`. The token expires ${relative(left, 0)}.`), 'proviso']
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
  const worth = worthOf(verdict.row, context)
  switch (worth.is) {
    case 'should-work':
      return `new value, should work${proviso(worth)}`
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

function proviso({ provided }: Extract<ValueWorth, { is: 'should-work' | 'inactive' }>): string {
  if (provided === undefined) return ''
  return provided === 'never' ? ' if no expiry means never here' : ' if the service enforces the date shown'
}

/** A stored expiry: *never*, *no expiry set*, *today 10:41 (expired)*, *24 Dec 2026, 10:41*. */
export function expiryWords(token: Token, context: ViewContext): string {
  const expiry = expiryOf(token, context.unit)
  if (expiry === undefined) return 'unreadable'
  if (expiry === 'none') return context.noExpiryMeans === 'never' ? 'never' : 'no expiry set'
  const isPast = expiry <= context.now + (context.ahead ?? 0)
  return `${dayOf(expiry, context.now)} ${clockOf(expiry)}${isPast ? ' (expired)' : ''}`
}

/** The same as a clause: *it expires today 10:41*. */
export function expiryClause(token: Token, context: ViewContext): string {
  const expiry = expiryOf(token, context.unit)
  if (expiry === undefined) return 'its expiry cannot be read'
  if (expiry === 'none') return context.noExpiryMeans === 'never' ? 'it never expires' : 'no expiry is set'
  return `${expiry <= context.now + (context.ahead ?? 0) ? 'it expired' : 'it expires'} ${dayOf(expiry, context.now)} ${clockOf(expiry)}`
}

const dayOf = (at: number, now: number) => (dateOf(at) === dateOf(now) ? 'today' : `${dateOf(at)},`)
