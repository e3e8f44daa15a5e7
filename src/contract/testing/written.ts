import { draftOf } from '#contract/write/replace.ts'
import type { Write } from '#contract/write/kind.ts'
import { tokenWriter, unlistedUserWriter, userWriter } from '#contract/write/acts.ts'
import type { Outcome } from '#contract/write/outcome.ts'
import type { World } from '#contract/write/writer.ts'
import type { NewToken, Token, TokenChange } from '#contract/token.ts'
import type { User, UserChange, UserDraft } from '#contract/user.ts'
import { memoryTokens, memoryUsers, writingWorld } from './memory.ts'

/** A write of a token, as tests ask for it. */
export type TokenWrite = Write<Token, NewToken, TokenChange>

/** A write of a user. */
export type UserWrite = Write<User, UserDraft, UserChange>

/** An outcome in one word: what was sent, what shows; or the stop. */
export function wordOf(outcome: Outcome<unknown, unknown> | undefined): string {
  if (outcome === undefined) return 'not started'
  const { sent, shown, stop, also } = outcome
  const half = also?.did === 'half-replaced' ? `half-replaced ${also.deleted}, ` : ''
  return half + (stop ?? `${sent} ${shown.is}`)
}

/** Tokens in memory with the verified write, and what tests do to them. */
export function writtenTokens(...parts: (string | Partial<World>)[]) {
  const tokens = memoryTokens(...parts.filter((value) => typeof value === 'string'))
  const { world, pass, leave } = writingWorld()
  for (const more of parts) if (typeof more === 'object') Object.assign(world, more)
  const sent: object[] = []
  const { create, update } = tokens
  tokens.update = (change, ending) => (sent.push(change), update(change, ending))
  tokens.create = (draft, ending) => (sent.push(draft), create(draft, ending))
  const writer = tokenWriter(tokens, world, () => 'seconds')
  const rowOf = (name: string): Token => {
    const row = tokens.rows.get(name)
    if (row === undefined) throw new Error(`no ${name}`)
    return row
  }
  const seen = (name: string) => ({ row: rowOf(name), beganAt: world.now() })
  const rewrite = (name: string, change: Partial<Token>) => tokens.rows.set(name, { ...rowOf(name), ...change })
  const one = async (write: TokenWrite) => {
    const [outcome] = await writer.inTurn([write])
    if (outcome === undefined) throw new Error('not started')
    return outcome
  }
  return {
    tokens,
    sent,
    ...writer,
    seen,
    rewrite,
    pass,
    leave,
    now: world.now,
    one,
    save: (row: ReturnType<typeof seen>, change: TokenChange) => one({ do: 'save', seen: row, change }),
    remove: (row: ReturnType<typeof seen>) => one({ do: 'remove', seen: row }),
    create: (draft: NewToken) => one({ do: 'create', draft }),
    createAgain: (missing: Parameters<typeof draftOf>[0]) => one({ do: 'create', draft: draftOf(missing) }),
  }
}

/** Users in memory with the verified write, with and without a list, and the requests that were sent. */
export function writtenUsers(...emails: string[]) {
  const users = memoryUsers(...emails)
  const { world, leave, pass } = writingWorld()
  const sent: object[] = []
  const { create, update } = users
  users.update = (change, ending) => (sent.push(change), update(change, ending))
  users.create = (draft, ending) => (sent.push(draft), create(draft, ending))
  const rowOf = (email: string): User => {
    const row = users.rows.get(email)
    if (row === undefined) throw new Error(`no ${email}`)
    return row
  }
  const seen = (email: string) => ({ row: rowOf(email), beganAt: world.now() })
  const rewrite = (email: string, change: Partial<User>) => users.rows.set(email, { ...rowOf(email), ...change })
  const writer = userWriter(users, world)
  const one = async (write: UserWrite) => {
    const [outcome] = await writer.inTurn([write])
    if (outcome === undefined) throw new Error('not started')
    return outcome
  }
  return {
    users,
    sent,
    ...writer,
    unlisted: unlistedUserWriter(users, world),
    seen,
    rewrite,
    leave,
    pass,
    now: world.now,
    one,
    save: (row: ReturnType<typeof seen>, change: UserChange) => one({ do: 'save', seen: row, change }),
    remove: (row: ReturnType<typeof seen>) => one({ do: 'remove', seen: row }),
    create: (draft: UserDraft) => one({ do: 'create', draft }),
  }
}
