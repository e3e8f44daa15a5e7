import * as z from 'zod/mini'
import type { User, UserChange } from '#contract/user.ts'
import { answeredFlag, changed, fault, typedFlag, type Forms, type Names } from '#web/resource/form.ts'
import type { NewRow } from '#web/resource/form.ts'
import { counted } from '#web/ui/time.ts'
import { generatePassword } from './passwords/password.ts'
import { words } from './words.ts'

// A password is never a form value: it is read once, when it is sent.

/** The fields of the form of a user, as typed. */
export const TypedUser = z.object({
  /** Of a new user; the new one of an existing user, whose email stays as it is if this is empty. */
  email: z.string(),
  /** Use the email although it does not look like one. */
  anyway: z.boolean(),
  admin: typedFlag,
  active: typedFlag,
})
export type TypedUser = z.infer<typeof TypedUser>

const present = z.minLength(1, fault('missing'))

/** Checks the form of a new user. */
export function newUserForm({ taken }: Pick<Names, 'taken'>): z.ZodMiniType<Omit<NewRow, 'secret'>, TypedUser> {
  const email = z.string().check(
    present,
    z.refine((email) => !taken(email), fault('taken')),
  )
  const answers = z
    .object({ email, anyway: z.boolean(), admin: answeredFlag, active: answeredFlag })
    .check(z.refine(({ email, anyway }) => anyway || looksLikeEmail(email), { ...fault('unusual'), path: ['email'] }))
  return z.pipe(
    answers,
    z.transform(({ anyway: _answered, email: name, ...change }) => ({ name, change })),
  )
}

/** Checks the form of an existing user. The result has only the fields that differ from `row`. */
export function userChangeForm(row: User, { taken }: Pick<Names, 'taken'>): z.ZodMiniType<UserChange, TypedUser> {
  const isFree = (email: string) => email === '' || email === row.email || !taken(email)
  const email = z.string().check(z.refine(isFree, fault('taken')))
  return z.pipe(
    z.object({ email, anyway: z.boolean(), admin: answeredFlag, active: answeredFlag }),
    z.transform(({ email: new_email, admin, active }) => ({
      ...(new_email !== '' && new_email !== row.email && { new_email }),
      ...changed(row, { admin, active }),
    })),
  )
}

/** The initial fields of the form of an existing user. */
export const userAsTyped = ({ admin, active }: User): TypedUser => ({ email: '', anyway: false, admin, active })

/** The forms of users, and how a file is read. */
export const userForms: Forms<User, UserChange> = {
  first: (_world, like) => ({
    email: '',
    anyway: false,
    admin: like?.admin ?? false,
    active: like?.active ?? true,
  }),
  newRow: ({ names }) => newUserForm(names),
  typed: userAsTyped,
  change: (row, { names }) => userChangeForm(row, names),
  password: {
    missing: words.passwordMissing,
    generate: () => generatePassword((bytes) => crypto.getRandomValues(bytes)),
  },
  file: {
    blank: () => ({ admin: false, active: true }),
    silent: 'Where the file says nothing, a new user gets Admin off and Active on.',
    fault(email) {
      if (email === '') return 'Email: empty.'
      return looksLikeEmail(email) ? undefined : 'Email: doesn’t look like an email address.'
    },
    warnings(changes) {
      const admins = changes.filter(({ admin }) => admin === true).length
      return admins === 0 ? [] : [`${counted(admins, 'new admin')}: can manage tokens and users.`]
    },
  },
}

/**
 * Whether a text looks like an email address. Services hold accounts that do not, so the form only asks for
 * confirmation.
 */
function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
