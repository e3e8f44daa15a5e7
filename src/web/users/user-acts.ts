import { Pencil, Trash2 } from 'lucide-react'
import type { User } from '#contract/user.ts'
import { fieldsAtRisk, isTurnedOff } from '#web/writes/known/knowledge.ts'
import type { Act, Knows, SaveInput } from '#web/writes/acts/act.ts'
import { dangerOf, myEmailsIn, noteRename, type Attempt, type UserAct as AttemptedAct } from './lockout.ts'
import { keepSent } from './use-password.ts'
import { noteDeletion, type ShownChange, type TakePassword } from './user-hooks.ts'
import { userQuestion } from './user-questions.ts'

// Everything that can be done to a user in the list.

export interface UserSaveInput extends SaveInput<ShownChange> {
  password?: TakePassword | undefined
}

type UserAct<Input> = Act<User, ShownChange, Input>

const myEmails = ({ session, list }: Knows<User>) =>
  list === undefined ? session.you.get() : myEmailsIn(list, session.you.get())

/** An act, with everything that must be said first. */
function attemptOf(user: User, act: AttemptedAct, knows: Knows<User>): Attempt {
  const { list } = knows
  const danger = list && dangerOf(list, user, act, myEmails(knows))
  return { email: user.email, act, danger }
}

function saveAttempt(user: User, { admin, active, ...others }: ShownChange, knows: Knows<User>): Attempt {
  const { knowledge, learned } = knows.session
  // What the row already has is no change.
  const change: ShownChange = {
    ...others,
    ...(admin !== undefined && admin !== user.admin && { admin }),
    ...(active !== undefined && active !== user.active && { active }),
  }
  const fields = knows.list === undefined ? [] : fieldsAtRisk('users', knows.list, learned.get())
  const clears = isTurnedOff({ kind: 'user-fields', fields }, knowledge.get()) ? [] : fields
  return { ...attemptOf(user, { is: 'save', change }, knows), clears }
}

/** One DELETE, if the row is still the one that the admin saw. `unchecked`: without this check. */
const remove: UserAct<{ unchecked?: boolean }> = {
  icon: Trash2,
  label: 'Delete…',
  labelFor: (email) => `Delete ${email}`,
  danger: true,
  does: 'remove',
  question({ row }, _, knows, reason) {
    const attempt = attemptOf(row, { is: 'delete' }, knows)
    return () => userQuestion(attempt, knows.session, reason)!
  },
  look: ({ users }, seen) => users.lookToRemove(seen),
  async run({ users }, seen, options, knows) {
    const { email } = seen.row
    const mine = myEmails(knows)
    const verdict = await users.remove(seen, options)
    keepSent(knows.session.passwords, email, undefined, verdict)
    noteDeletion(knows.session, mine, { email, verdict })
    return verdict
  },
  answered: (_, reason) => ({ unchecked: reason?.is === 'unchecked' }),
  follows: { conflict: 'again', recreated: 'again', unchecked: 'again' },
}

/** One PUT of the whole record with the change. */
const save: UserAct<UserSaveInput> = {
  icon: Pencil,
  label: 'Save changes',
  does: 'save',
  change: ({ change }) => change,
  question({ row }, { change, password, isAgreed }, knows) {
    const isNothing = Object.keys(change).length === 0 && password === undefined
    if (isNothing || isAgreed === true) return undefined
    const attempt = saveAttempt(row, change, knows)
    const question = userQuestion(attempt, knows.session, undefined)
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
