import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token.ts'

/** Every field as it was seen, with the change in it. */
export function whole(seen: Token, change: TokenChange): TokenChange {
  const { active, write, expiration_date } = seen
  return {
    ...(active !== undefined && { active }),
    ...(write !== undefined && { write }),
    ...(expiration_date.spelled === 'integer' && { expires: { integer: expiration_date.integer } }),
    ...change,
  }
}
