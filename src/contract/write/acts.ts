import type { NewToken, Token, TokenChange, TokenDraft } from '#contract/token.ts'
import type { User, UserChange, UserDraft, UserUpdate } from '#contract/user.ts'
import type { Seen } from './kind.ts'
import type { OutcomeOf, Watch, Writer } from './writer.ts'

/** The types of tokens. */
export interface TokenTypes {
  row: Token
  draft: NewToken
  change: TokenChange
  create: TokenDraft
  update: TokenDraft
}

/** The types of users. */
export interface UserTypes {
  row: User
  draft: UserDraft
  change: UserChange
  create: UserDraft
  update: UserUpdate
}

/** The outcome of a write of a token. */
export type TokenOutcome = OutcomeOf<TokenTypes>

/** The outcome of a write of a user. */
export type UserOutcome = OutcomeOf<UserTypes>

/** The verified writes of tokens. */
export interface TokenWriter extends Writer<TokenTypes> {
  /**
   * Saves a token as `inTurn` does, then sends its record again until the value agrees with its row, five times at most,
   * in one turn. An empty change repairs the value alone: `already` where it agrees. `also` tells how it ended. A row that
   * somebody else changes meanwhile is left alone.
   */
  repair: (seen: Seen<Token>, change: TokenChange, watch?: Watch) => Promise<TokenOutcome | undefined>
  /**
   * Deletes a token and creates it again with another value, in one turn. Nothing is sent if the second half lacks an
   * answer. `change`: what the new token has differently.
   */
  replace: (seen: Seen<Token>, change: TokenChange, watch?: Watch) => Promise<TokenOutcome | undefined>
}

/** The verified writes of users. Where the service lists none, nothing is read, and every row shown is `unread`. */
export type UserWriter = Writer<UserTypes>
