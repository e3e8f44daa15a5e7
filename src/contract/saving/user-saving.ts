import { mayHaveBeenApplied, problemIn } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import type { RunWatch, SavingWorld, Seen } from './acts.ts'
import type { Turn } from './turn.ts'
import { createSaving } from './save.ts'
import { userFields, type User, type UserUpdate, type UserDraft, type UserChange } from '#contract/user.ts'
import { failedBefore, notActedOn, type Verdict } from './verdict.ts'
import { writingOf } from './compare.ts'

/** The verified writes of users, for a service that lists them. */
export type UserSaving = Omit<ReturnType<typeof createUserSaving>, 'inRun'>

/** Whom an act among many must not lock out. It is checked on the read that the act rests on. */
export interface LockoutGuard {
  /** Active admins that the acts leave alone: one of them must still be one. */
  others: readonly string[]
  /** The admin has agreed to an act on their own account. */
  mayBeYou: boolean
}

interface GuardedOptions {
  guard?: LockoutGuard | undefined
}

/**
 * For a service that lists users. If it swapped the flags of a new user, one update corrects them, and the verdict says
 * so.
 */
export function createUserSaving(users: Service['users'], world: SavingWorld) {
  const { inRun, ...alone } = createSaving(users, userWriting, world)
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
  const actsOf = ({ inTurn, sends: _sends, ...acts }: typeof alone) => ({
    ...acts,
    save: (
      seen: Seen<User>,
      change: UserChange,
      { guard, ...options }: GuardedOptions & { overwrite?: boolean } = {},
    ) =>
      inTurn(
        [seen.row.email, userWriting.renamed(seen.row.email, change)],
        async (turn) => (await lockedOut(turn, seen, guard)) ?? turn.save(seen, change, options),
      ),
    remove: (seen: Seen<User>, { guard, ...options }: GuardedOptions & { unchecked?: boolean } = {}) =>
      inTurn([seen.row.email], async (turn) => (await lockedOut(turn, seen, guard)) ?? turn.remove(seen, options)),
    create: (user: UserDraft) => inTurn([user.email], (turn) => create(turn, user)),
  })
  return { ...actsOf(alone), inRun: (run: RunWatch) => actsOf(inRun(run)) }
}

/** The verdict that stops an act among many which would lock out the admin or everybody. */
async function lockedOut(
  turn: Turn<User, UserDraft, UserChange, UserUpdate>,
  { row: { email } }: Seen<User>,
  guard: LockoutGuard | undefined,
): Promise<Verdict<User> | undefined> {
  if (guard === undefined) return undefined
  try {
    const [row, ...others] = await turn.rows([email, ...guard.others])
    if (row === undefined) return undefined
    if (row.yours === true && !guard.mayBeYou) return { is: 'locks-out', whom: 'you', row }
    const isLast = isActiveAdmin(row) && !others.some((other) => other !== undefined && isActiveAdmin(other))
    return isLast ? { is: 'locks-out', whom: 'everybody', row } : undefined
  } catch (error) {
    return failedBefore(error)
  }
}

/** An `active` that cannot be read counts as on. */
const isActiveAdmin = ({ admin, active }: User) => admin === true && active !== false

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
    nameIn: ({ email }) => email,
    renamed: (email, { new_email }) => new_email || email,
    visible: ({ new_password: _hidden, ...change }) => change,
    visibleDraft: (draft) => ({ ...draft, password: '' }),
    unseen: (sent) => ('password' in sent || ('new_password' in sent && sent.new_password) ? ['password'] : []),
  },
  // Users send no moments, and those of one service are spelled alike.
  () => ({ unit: 'milliseconds', now: Date.now }),
)
