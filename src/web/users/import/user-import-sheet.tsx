import { useMemo } from 'react'
import type { Fault } from '#contract/form.ts'
import { alikeIn } from '#contract/list/name-keys.ts'
import { namesOf, type RowStore } from '#contract/list/row-store.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { newUserForm, userAsTyped, userChangeForm } from '#contract/user-form.ts'
import type { User } from '#contract/user.ts'
import { useSession, type Session } from '#web/session/session.ts'
import { myEmailsIn, useYou } from '#web/users/you.ts'
import { counted } from '#web/ui/time.ts'
import { dangerOf, type Danger } from '#web/users/lockout.ts'
import { generatePassword } from '#web/users/passwords/password.ts'
import { flagsSent, nextRequest } from '#web/users/unlisted-acts.ts'
import { userActs } from '#web/users/user-acts.ts'
import { createUser, type TakePassword } from '#web/users/user-hooks.ts'
import { userResource } from '#web/users/user-resource.ts'
import {
  faultIn,
  type CheckedLine,
  type ImportResource,
  type LineFault,
  type LineValues,
  type Send,
} from '#web/writes/import/import-resource.ts'
import { ImportSheet } from '#web/writes/import/import-sheet.tsx'
import type { PageSheetProps } from '#web/writes/page/page-menu.tsx'

/** Why the form of a user would refuse a line. */
const faultWords: Partial<Record<Fault, string>> = {
  missing: 'Email: empty.',
  unusual: 'Email: doesn’t look like an email address.',
  unanswered: 'The stored record can’t be read. Edit this user by itself.',
}

const dangerWords: Record<Danger, string> = {
  you: 'This is your account. Change it by itself.',
  'you-last': 'This is your account. Change it by itself.',
  'last-admin': 'This is the last active admin. Change it by itself.',
  'perhaps-you': 'This may be your account. Change it by itself.',
}

const forNew = newUserForm({ taken: () => false })

/** A password in a closure, forgotten when it cannot be needed again. */
function passwordOnce(password: string | undefined, isGenerated: boolean) {
  let text = password
  const take: TakePassword = () => (text === undefined ? undefined : { text, isUncopied: isGenerated })
  const forgetting = async (verdict: Promise<Verdict<User> | undefined>) => {
    const settled = await verdict
    if (settled?.is !== 'refused' && settled?.is !== 'not-applied') text = undefined
    return settled
  }
  return { take, forgetting }
}

/**
 * How users are imported. Each line is checked by the schemas of the forms. A change that may lock somebody out has
 * questions of its own, so no import makes it. `emails`: those that the signed-in account may have.
 */
export function userImport(
  session: Session,
  list: RowStore<User> | undefined,
  emails: readonly string[],
): ImportResource {
  const mine = list === undefined ? emails : myEmailsIn(list, emails)
  const alike = alikeIn(() => (list === undefined ? [] : namesOf(list)))
  const created = (email: string, { admin = false, active = true }: LineValues['flags']): CheckedLine | LineFault => {
    const typed = { email, anyway: false, admin, active }
    const { data: draft } = forNew.safeParse(typed)
    if (draft === undefined) return faultIn(forNew, typed, faultWords)
    const { email: _same, ...change } = draft
    return {
      exists: false,
      alike: alike(email),
      change,
      planned({ password }) {
        const isGenerated = password === undefined
        const text = password ?? generatePassword((bytes) => crypto.getRandomValues(bytes))
        const { take, forgetting } = passwordOnce(text, isGenerated)
        return {
          write: {
            act: 'create',
            name: email,
            change,
            ...(list === undefined && { unlisted: { id: nextRequest(), request: 'Create', sent: flagsSent(draft) } }),
            send: ({ users, unlistedUsers }) =>
              forgetting(createUser(list === undefined ? unlistedUsers : users, draft, take, session.passwords)),
          },
        }
      },
    }
  }
  const changed = (row: User, { admin = row.admin, active = row.active }: LineValues['flags']) => {
    const typed = { ...userAsTyped(row), admin, active }
    const form = userChangeForm(row, { taken: () => false })
    const isSame = admin === row.admin && active === row.active
    const differing = isSame ? {} : form.safeParse(typed).data
    if (differing === undefined) return faultIn(form, typed, faultWords)
    const danger = list && dangerOf(list, row, { is: 'save', change: differing }, mine)
    if (danger !== undefined) return { fault: dangerWords[danger] }
    const planned: CheckedLine['planned'] = ({ isUpdated, password }) => {
      const { take, forgetting } = passwordOnce(password, false)
      const change = isUpdated ? differing : {}
      const input = { change, isAgreed: true as const, ...(password !== undefined && { password: take }) }
      const seen = { row, beganAt: list?.beganAt ?? 0 }
      const send: Send = (saving) => forgetting(userActs.save.run(saving, seen, input, { session, list }))
      return { confirmed: row, write: { act: 'save', name: row.email, change, send } }
    }
    return { exists: true, change: differing, planned }
  }
  return {
    words: userResource,
    isListed: list !== undefined,
    columns: {
      email: { kind: 'name', label: 'Email', heads: ['mail', 'emailaddress', 'user'], example: 'ada@example.com' },
      password: { kind: 'password', label: 'Password', heads: ['newpassword'], example: '' },
      admin: { kind: 'flag', label: 'Admin', heads: ['isadmin', 'administrator'], example: 'no' },
      active: { kind: 'flag', label: 'Active', heads: ['enabled'], example: 'yes' },
    },
    silent: 'Where the file says nothing, a new user gets Admin off and Active on.',
    check(email, { flags }) {
      const at = list?.find(email) ?? -1
      return list === undefined || at < 0 ? created(email, flags) : changed(list.at(at), flags)
    },
    warnings(changes) {
      const admins = changes.filter((change) => 'admin' in change && change.admin === true).length
      return admins === 0 ? [] : [`${counted(admins, 'new admin')}: can manage tokens and users.`]
    },
  }
}

/** Imports users. */
export function UserImportSheet({ list, onClose }: PageSheetProps<User>) {
  const session = useSession()
  const emails = useYou()
  const resource = useMemo(() => userImport(session, list, emails), [session, list, emails])
  return <ImportSheet resource={resource} onClose={onClose} />
}
