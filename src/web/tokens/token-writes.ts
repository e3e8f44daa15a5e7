import type { TokenChange } from '#contract/token.ts'
import type { Token } from '#contract/token.ts'
import type { ResourceWrites } from '#web/writes/resource-writes.ts'
import { valueContext } from './value-context.ts'
import { valueToldOf } from './value-words.ts'

/** What a write of a token needs to know of tokens. */
export const tokenWrites: ResourceWrites<Token, TokenChange> = {
  name: 'tokens',
  noun: 'token',
  kind: 'Token',
  nameOf: (token) => token.name,
  notesIn: (notes) => notes.tokens,
  valueTold: (verdict, console) => valueToldOf(verdict, valueContext(console, Date.now())),
}
