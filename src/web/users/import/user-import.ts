import { faultsOf, type Fault } from '#contract/form.ts'
import { newUserForm, userAsTyped, userChangeForm } from '#contract/user-form.ts'
import type { User, UserDraft } from '#contract/user.ts'
import { counted } from '#web/ui/time.ts'
import type { Danger } from '#web/users/lockout.ts'
import type { ShownChange } from '#web/users/user-hooks.ts'
import { userResource } from '#web/users/user-resource.ts'
import type { ImportResource, LineFault } from '#web/writes/import/import-resource.ts'

/** A new user without its password, which is read when it is sent. */
export type ImportedUser = Omit<UserDraft, 'password'>

/** Why the form of a user would refuse a line. */
const faultWords: Partial<Record<Fault, string>> = {
  missing: 'Email: empty.',
  unusual: 'Email: doesn’t look like an email address.',
  unanswered: 'The stored record can’t be read. Edit this user by itself.',
}
const otherFault = 'The form of a user would refuse it.'

const forNew = newUserForm({ taken: () => false })

/**
 * How users are imported. Each line is checked by the schemas of the forms. `dangerOf`: whom a change may lock out. Such
 * a change has questions of its own, so no import makes it.
 */
export const userImport = (
  dangerOf: (user: User, change: ShownChange) => Danger | undefined,
): ImportResource<User, ImportedUser, ShownChange> => ({
  words: userResource,
  columns: {
    email: { kind: 'name', label: 'Email', heads: ['mail', 'emailaddress', 'user'], example: 'ada@example.com' },
    password: { kind: 'password', label: 'Password', heads: ['newpassword'], example: '' },
    admin: { kind: 'flag', label: 'Admin', heads: ['isadmin', 'administrator'], example: 'no' },
    active: { kind: 'flag', label: 'Active', heads: ['enabled'], example: 'yes' },
  },
  silent: 'Where the file says nothing, a new user gets Admin off and Active on.',
  create(email, { flags: { admin = false, active = true } }) {
    const typed = { email, anyway: false, admin, active }
    const { data: draft } = forNew.safeParse(typed)
    return draft === undefined ? faultIn(forNew, typed) : { draft }
  },
  compare(row, { flags: { admin = row.admin, active = row.active } }) {
    if (admin === row.admin && active === row.active) return { change: {} }
    const typed = { ...userAsTyped(row), admin, active }
    const form = userChangeForm(row, { taken: () => false })
    const { data: change } = form.safeParse(typed)
    if (change === undefined) return faultIn(form, typed)
    const danger = dangerOf(row, change)
    return danger === undefined ? { change } : { fault: dangerWords[danger] }
  },
  warnings(creates, changes) {
    const admins = [...creates, ...changes].filter(({ admin }) => admin === true).length
    return admins === 0 ? [] : [`${counted(admins, 'new admin')}: can manage tokens and users.`]
  },
})

const dangerWords: Record<Danger, string> = {
  you: 'This is your account. Change it by itself.',
  'you-last': 'This is your account. Change it by itself.',
  'last-admin': 'This is the last active admin. Change it by itself.',
  'perhaps-you': 'This may be your account. Change it by itself.',
}

function faultIn(form: Parameters<typeof faultsOf>[0], typed: object): LineFault {
  const [fault] = faultsOf(form, typed).values()
  return { fault: (fault && faultWords[fault]) ?? otherFault }
}
