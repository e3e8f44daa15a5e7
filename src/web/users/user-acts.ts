import { Pencil, ToggleLeft, ToggleRight, Trash2 } from 'lucide-react'
import type { User } from '#contract/user.ts'
import type { Act, Knows } from '#web/writes/acts/act.ts'
import type { Refusal } from '#web/writes/acts/question.ts'
import { switchWords } from '#web/writes/acts/many-question.ts'
import { dangerOf, myEmails, type UserAct as AttemptedAct } from './lockout.ts'
import { manyUsers, type UserInput } from './many-users.ts'
import { keepSent } from './use-password.ts'
import type { ShownChange } from './user-hooks.ts'
import { deletionQuestion, saveQuestion } from './user-questions.ts'
import { userShown } from './user-shown.ts'

// Everything that can be done to a user in the list.

type UserAct = Act<User, ShownChange, UserInput>

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
  async run({ users }, seen, { unchecked = false, guard }, knows) {
    const verdict = await users.remove(seen, { unchecked, guard })
    keepSent(knows.session.passwords, seen.row.email, undefined, verdict)
    return verdict
  },
  follows: { conflict: 'again', recreated: 'again', unchecked: 'again' },
  many: manyUsers({
    words: { doing: 'Deleting #', done: '# deleted' },
    verb: 'Delete',
    danger: true,
    act: { is: 'delete' },
    says: 'They can no longer sign in. Token values these people copied keep working. You can’t undo this.',
  }),
}

/** One PUT of the whole record with the change. */
const save: UserAct = {
  icon: Pencil,
  label: 'Save changes',
  does: 'save',
  question({ row }, { change, password, isAgreed }, knows) {
    const isNothing = Object.keys(change).length === 0 && password === undefined
    if (isNothing || isAgreed === true) return undefined
    const { admin, active, ...others } = change
    // What the row already has is no change.
    const made: ShownChange = {
      ...others,
      ...(admin !== undefined && admin !== row.admin && { admin }),
      ...(active !== undefined && active !== row.active && { active }),
    }
    const question = saveQuestion(accountOf(row, { is: 'save', change: made }, knows), made)
    return question && (() => question)
  },
  async run({ users }, seen, { change, password, guard, overwrite = false }, knows) {
    const { email } = seen.row
    const newPassword = password?.()
    if (password !== undefined && newPassword === undefined) return undefined
    const update = newPassword === undefined ? change : { ...change, new_password: newPassword.text }
    const verdict = await users.save(seen, update, { overwrite, guard })
    keepSent(knows.session.passwords, email, newPassword, verdict)
    return verdict
  },
  follows: { conflict: 'compare' },
  instead: remove,
  many: manyUsers({
    words: { doing: 'Undoing changes to #', done: 'Changes to # undone' },
    verb: 'Undo the changes to',
  }),
}

/** A save that turns a flag on or off. `refusal`: of one that has it already. `says`: what it means for several users. */
function flag(field: 'admin' | 'active', to: boolean, refusal: Refusal, says?: string): UserAct {
  const { label, verb, words } = switchWords(field, to)
  return {
    ...save,
    icon: to ? ToggleRight : ToggleLeft,
    label,
    changeOf: (user) => (user[field] === to ? undefined : { [field]: to }),
    applies: (user) => user[field] !== to,
    many: manyUsers({ verb, words, refusal, act: { is: 'save', change: { [field]: to } }, ...(says && { says }) }),
  }
}

export const userActs = {
  save,
  delete: remove,
  activate: flag('active', true, { says: 'already active' }),
  deactivate: flag(
    'active',
    false,
    { says: 'already inactive' },
    'They can no longer sign in or administer. Access tokens issued before may still read and write data until the users are deleted.',
  ),
  adminOn: flag('admin', true, { says: 'already an admin', ofMany: 'already admins' }),
  adminOff: flag('admin', false, { says: 'not an admin', ofMany: 'not admins' }),
}

export const userCode = { acts: userActs, shown: userShown }
