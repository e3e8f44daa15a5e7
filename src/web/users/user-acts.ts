import { Pencil, Trash2 } from 'lucide-react'
import type { User } from '#contract/user.ts'
import { isTurnedOff } from '#web/writes/known/choices.ts'
import type { Act, ActInput, Knows } from '#web/writes/acts/act.ts'
import { dangerOf, myEmailsIn, noteRename, type UserAct as AttemptedAct } from './lockout.ts'
import { keepSent } from './use-password.ts'
import { noteDeletion, type ShownChange, type TakePassword } from './user-hooks.ts'
import { deletionQuestion, saveQuestion } from './user-questions.ts'
import { userShown } from './user-shown.ts'

// Everything that can be done to a user in the list.

export interface UserInput extends ActInput<ShownChange> {
  password?: TakePassword | undefined
}

type UserAct = Act<User, ShownChange, UserInput>

const myEmails = ({ session, list }: Knows<User>) =>
  list === undefined ? session.you.get() : myEmailsIn(list, session.you.get())

/** A user, and whom an act on them may lock out. */
const accountOf = (user: User, act: AttemptedAct, knows: Knows<User>) => ({
  email: user.email,
  danger: knows.list && dangerOf(knows.list, user, act, myEmails(knows)),
})

/** One DELETE, if the row is still the one that the admin saw. `unchecked`: without this check. */
const remove: UserAct = {
  icon: Trash2,
  label: 'Delete…',
  labelFor: (email) => `Delete ${email}`,
  danger: true,
  does: 'remove',
  question({ row }, _, knows, reason) {
    const question = deletionQuestion(accountOf(row, { is: 'delete' }, knows), knows.session, reason)
    return () => question
  },
  look: ({ users }, seen) => users.lookToRemove(seen),
  async run({ users }, seen, { unchecked = false }, knows) {
    const { email } = seen.row
    const mine = myEmails(knows)
    const verdict = await users.remove(seen, { unchecked })
    keepSent(knows.session.passwords, email, undefined, verdict)
    noteDeletion(knows.session, mine, { email, verdict })
    return verdict
  },
  follows: { conflict: 'again', recreated: 'again', unchecked: 'again' },
}

/** One PUT of the whole record with the change. */
const save: UserAct = {
  icon: Pencil,
  label: 'Save changes',
  does: 'save',
  question({ row }, { change, password, isAgreed }, knows) {
    const isNothing = Object.keys(change).length === 0 && password === undefined
    if (isNothing || isAgreed === true) return undefined
    const { choices, learned } = knows.session
    const { admin, active, ...others } = change
    // What the row already has is no change.
    const made: ShownChange = {
      ...others,
      ...(admin !== undefined && admin !== row.admin && { admin }),
      ...(active !== undefined && active !== row.active && { active }),
    }
    const keepsFields = learned.get()['user-omitted-on-put']?.seen === 'kept'
    const fields = keepsFields ? [] : (knows.list?.otherFields ?? [])
    const clears = isTurnedOff({ kind: 'user-fields', fields }, choices.get()) ? [] : fields
    const question = saveQuestion(accountOf(row, { is: 'save', change: made }, knows), made, knows.session, clears)
    return question && (() => question)
  },
  look: ({ users }, seen, { change, overwrite, password }) =>
    users.look(seen, change, { overwrite, hasUnseen: password !== undefined }),
  async run({ users }, seen, { change, password, overwrite = false }, knows) {
    const { email } = seen.row
    const newPassword = password?.()
    if (password !== undefined && newPassword === undefined) return undefined
    const mine = myEmails(knows)
    const update = newPassword === undefined ? change : { ...change, new_password: newPassword.text }
    const verdict = await users.save(seen, update, { overwrite })
    keepSent(knows.session.passwords, email, newPassword, verdict)
    const { new_email: to } = change
    if (to !== undefined) noteRename(knows.session, mine, { email, to, verdict })
    return verdict
  },
  follows: { conflict: 'compare' },
  instead: remove,
}

export const userActs = { save, delete: remove }

export const userCode = { acts: userActs, shown: userShown }
