import type { Seen } from '#contract/saving/save.ts'
import type { WantedOfUser } from '#contract/user.ts'
import type { User, UserDraft } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { askedAgain } from '#web/writes/stopped-act.ts'
import { useVerifiedActs } from '#web/writes/verified-act.ts'

/** A change without its password: what may be kept while it is under way, shown and sent again. */
export type ShownChange = Omit<WantedOfUser, 'new_password'>

/** A password on its way into one request: a function, so that nothing that lasts holds the text. */
export type TakePassword = () => string | undefined

type Answer = Promise<Verdict<User> | undefined>

/** What an admin can do to users that are listed. Each resolves to its verdict, which by then stands on the page. */
export interface UserActs {
  save: (seen: Seen<User>, change: ShownChange, options?: { password?: TakePassword; overwrite?: boolean }) => Answer
  create: (user: Omit<UserDraft, 'password'>, password: TakePassword) => Answer
  remove: (seen: Seen<User>, options?: { unchecked?: boolean }) => Answer
}

/** The acts; undefined comes back when signing out ended one. */
export function useUserActs(): UserActs {
  const { users, notes } = useConsole()
  const act = useVerifiedActs<User, ShownChange>('users', notes.users, (user) => user.email)
  return {
    save: (seen, change, { password, overwrite = false } = {}) => {
      const run = () => {
        const new_password = password?.()
        return users.save(seen, new_password === undefined ? change : { ...change, new_password }, { overwrite })
      }
      return act('save', { name: seen.row.email, change, run })
    },
    create: (user, password) => {
      const { email, ...change } = user
      return act('create', { name: email, change, run: () => users.create({ ...user, password: password() ?? '' }) })
    },
    remove: (seen, options) =>
      act('remove', {
        name: seen.row.email,
        change: {},
        run: () => users.remove(seen, options),
        asksAgain: askedAgain.delete,
      }),
  }
}
