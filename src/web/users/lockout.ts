import type { User } from '#contract/user.ts'
import type { Knowing } from '#contract/write/kind.ts'
import type { Knows } from '#web/resource/act.ts'
import type { Question } from '#web/resource/question.ts'
import { nameKey, typeable } from '#web/ui/names/name-keys.ts'

// A write stops before it locks somebody out (`forbids` in contract/write/user-kind.ts): only there it is known for certain,
// of one account as of each of a job. Here is whose account it may be, and what is then asked.

/**
 * Whether an account is the admin’s own, or may be. `you`: the emails that it may have; none: nobody knows which one it is.
 * Without a list, a service may take an email for another one with the same letters.
 */
export const mayBeYou = ({ email, yours }: User, you: readonly string[], isListed: boolean): boolean =>
  yours === true || you.some((mine) => mine === email || (!isListed && nameKey(mine) === nameKey(email)))

/** What is asked before an act takes the access of these accounts: what the write has found, or that nobody knows whose they are. */
export function lockOutQuestion(
  users: readonly User[],
  knowing: readonly Knowing[],
  { you, list }: Pick<Knows<User>, 'you' | 'list'>,
): Pick<Question, 'sentences' | 'typed'> | undefined {
  const [only, ...others] = users
  if (only === undefined) return undefined
  const typed = { what: 'email', names: [only.email, typeable(only.email)] } as const
  const isYou = you.length === 1 && you.includes(only.email)
  const out = 'will be signed out, and only another admin can let you in again.'
  if (knowing.includes('locks-all-out'))
    return {
      sentences: [
        `${isYou ? 'You are' : 'This is'} the last active admin in this list. Afterwards, nobody may be able to manage this service.`,
      ],
      typed,
    }
  if (knowing.includes('locks-you-out'))
    return {
      sentences: [isYou ? `You signed in with this account. You ${out}` : `If this is your account, you ${out}`],
      typed,
    }
  // Only an active admin can be signed in.
  const isPossible = ({ admin, active }: User) => list === undefined || (admin !== false && active !== false)
  if (you.length > 0 || !users.some(isPossible)) return undefined
  return others.length === 0
    ? { sentences: [`If this is your account, you ${out}`], typed }
    : {
        sentences: ['If one of them is your account, you will be signed out.'],
        typed: { what: 'count', names: [String(users.length)] },
      }
}
