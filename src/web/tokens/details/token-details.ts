import type { Token, TokenField } from '#contract/token.ts'
import { expiryOf, statusOf, type ViewContext } from '#web/tokens/token-status.ts'
import { noExpiryWord, statusWords } from '#web/tokens/words.ts'
import type { DetailField } from '#web/writes/details/details-sheet.tsx'

/** What the details of a token show: a new field must be here. */
export function tokenDetails(token: Token, context: ViewContext) {
  const hasNone = expiryOf(token, context.unit) === 'none'
  return {
    status: { label: 'Status', means: statusWords[statusOf(token, context)] },
    expiration_date: {
      label: 'Expires',
      stored: token.expiration_date,
      means: hasNone ? noExpiryWord : undefined,
    },
    write: { label: 'Write', stored: token.write },
    active: { label: 'Active', stored: token.active },
    created_at: { label: 'Created', stored: token.created_at, isPast: true },
    updated_at: { label: 'Updated', stored: token.updated_at, isPast: true },
  } satisfies Record<'status' | Exclude<TokenField, 'name'>, DetailField>
}
