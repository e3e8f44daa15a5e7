import { notActedOn } from './verdict.ts'
import { mayHaveBeenApplied, problemIn } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import type { SavingWorld } from './acts.ts'
import type { Turn } from './turn.ts'
import { createSaving } from './save.ts'
import { userFields, type User, type UserUpdate, type UserDraft, type UserChange } from '#contract/user.ts'
import type { Verdict } from './verdict.ts'
import { writingOf } from './compare.ts'

/** The verified writes of users, for a service that lists them. */
export type UserSaving = ReturnType<typeof createUserSaving>

/**
 * For a service that lists users. If it swapped the flags of a new user, one update corrects them, and the verdict says
 * so.
 */
export function createUserSaving(users: Service['users'], world: SavingWorld) {
  const { inTurn, ...acts } = createSaving(users, userWriting, world)
  const create = async (
    turn: Turn<User, UserDraft, UserChange, UserUpdate>,
    user: UserDraft,
  ): Promise<Verdict<User>> => {
    const { password: _unseen, email, ...shown } = user
    const first = await turn.create(email, () => user, shown)
    if (first.is !== 'differently') return first
    // A service may accept a duplicate and ignore it, so other flags may be those of an account that somebody else
    // created at the same moment. Only the swap that a real service makes is taken for ours.
    const isSwapped = first.row.admin === user.active && first.row.active === user.admin
    if (!isSwapped) return first
    // It rests on the read-back of the creation, so it cannot find another row.
    const second = await turn.save({ row: first.row, beganAt: first.at }, shown)
    if (second.is === 'as-asked') return { ...second, unseen: ['password'], also: { did: 'put-right' } }
    return second.is === 'refused' ? first : second
  }
  return { ...acts, create: (user: UserDraft) => inTurn([user.email], (turn) => create(turn, user)) }
}

/** The writes of users on a service without a list: it accepts or refuses them, and nothing shows the result. */
export type UnlistedUserSaving = ReturnType<typeof createUnlistedUserSaving>

/** For a service without a list. Only named fields are sent: there is no row to complete the record from. */
export function createUnlistedUserSaving(users: Service['users'], { turns, signal }: SavingWorld) {
  const act = (emails: readonly string[], send: () => Promise<void>) =>
    turns.run(emails, async (): Promise<Verdict<User>> => {
      signal.throwIfAborted()
      try {
        await send()
        return { is: 'not-verified', why: 'no-list' }
      } catch (error) {
        const problem = problemIn(error)
        return mayHaveBeenApplied(problem) ? { is: 'unknown', problem } : notActedOn(problem)
      }
    })
  return {
    save: (change: UserUpdate) =>
      act([change.email, change.new_email || change.email], () => users.update(change, { signal })),
    create: (user: UserDraft) => act([user.email], () => users.create(user, { signal })),
    remove: (email: string) => act([email], () => users.remove(email, { signal })),
  }
}

/** How users take part in the verified write. */
export const userWriting = writingOf<User, UserDraft, UserChange, UserUpdate>(
  {
    fields: userFields,
    key: 'email',
    nameOf: (user) => user.email,
    renamed: (email, { new_email }) => new_email || email,
    visible: ({ new_password: _hidden, ...change }) => change,
    visibleDraft: (draft) => ({ ...draft, password: '' }),
    unseen: (sent) => ('password' in sent || ('new_password' in sent && sent.new_password) ? ['password'] : []),
  },
  // Users send no moments, and those of one service are spelled alike.
  () => ({ unit: 'milliseconds', now: Date.now }),
)
