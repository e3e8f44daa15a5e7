import { valueShown } from '#contract/learned-value.ts'
import type { Seen } from '#contract/saving/save.ts'
import type { NewToken } from '#contract/saving/token-saving.ts'
import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token.ts'
import type { PendingRecreation, Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { askedAgain } from '#web/writes/stopped-act.ts'
import { valueContext } from './value-context.ts'
import { useVerifiedActs } from '#web/writes/verified-act.ts'
import { valueToldOf } from './value-words.ts'

type Answer = Promise<Verdict<Token> | undefined>

/** How a token is saved. */
export interface SaveOptions {
  overwrite?: boolean
  repair?: boolean
  /** It puts back what a write before it had changed. */
  undoes?: true | undefined
}

/** What an admin can do to tokens. Each resolves to its verdict, which by then stands on the page. */
export interface TokenActs {
  save(seen: Seen<Token>, change: TokenChange, options?: SaveOptions): Answer
  create(token: NewToken): Answer
  remove(seen: Seen<Token>, options?: { unchecked?: boolean }): Answer
  repair(seen: Seen<Token>): Answer
  replace(seen: Seen<Token>, change?: TokenChange): Answer
  createAgain(missing: PendingRecreation): Answer
}

/** The acts; undefined comes back when signing out ended one. */
export function useTokenActs(): TokenActs {
  const console = useConsole()
  const { tokens, notes, unit, learned } = console
  const act = useVerifiedActs<Token, TokenChange>(
    'tokens',
    notes.tokens,
    (token) => token.name,
    (verdict) => valueToldOf(verdict, valueContext(console, Date.now())),
  )

  /** What a save showed of the service is known from then on, after a reload too. */
  const seeing = async (answer: Answer): Answer => {
    const verdict = await answer
    const shown = verdict && valueShown(verdict, unit.get().unit)
    if (shown !== undefined) learned.sawValue(shown)
    return verdict
  }
  return {
    save: (seen, change, { undoes, ...options } = {}) =>
      seeing(act('save', { name: seen.row.name, change, undoes, run: () => tokens.save(seen, change, options) })),
    create: (token) => {
      const { name, ...change } = token
      return act('create', { name, change, run: () => tokens.create(token) })
    },
    remove: (seen, options) =>
      act('remove', {
        name: seen.row.name,
        change: {},
        run: () => tokens.remove(seen, options),
        asksAgain: askedAgain.delete,
      }),
    repair: (seen) => seeing(act('save', { name: seen.row.name, change: {}, run: () => tokens.repair(seen) })),
    replace: (seen, change = {}) =>
      act('save', {
        name: seen.row.name,
        change,
        run: () => tokens.replace(seen, change),
        asksAgain: askedAgain.replace,
      }),
    createAgain: (missing) => act('create', { name: missing.name, change: {}, run: () => tokens.createAgain(missing) }),
  }
}
