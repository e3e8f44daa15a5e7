import * as z from 'zod/mini'
import { isSwapped, type User, type UserChange } from '#api/user.ts'
import {
  requiredFlag,
  pickChanged,
  fieldError,
  optionalFlag,
  type FormDefinition,
  type NameLookup,
  type NewRow,
} from '#web/resource/form.ts'
import { pluralize } from '#web/ui/format.ts'
import { generatePassword } from './password.ts'
import { userMessages } from './messages.ts'

// Every schema of a form of the users page.

/** The fields of the form of a user, as typed. */
export const UserFormValues = z.object({
  email: z.string(),
  /** Use the email although it does not look like one. */
  anyway: z.boolean(),
  admin: optionalFlag,
  active: optionalFlag,
})
export type UserFormValues = z.infer<typeof UserFormValues>

const isPresent = z.minLength(1, fieldError('missing'))

/** Checks a password. It is never a form value: it is read from its field once, when it is sent. */
export const passwordSchema = z.string().check(z.minLength(1, userMessages.passwordMissing))

/** Checks the email by which an account is changed or deleted that no list shows. */
export const unlistedEmailSchema = z.string().check(isPresent)

/** Asks about an email that does not look like one, until the admin insists. `isKept`: nobody typed it. */
const asksAboutUnusual = (isKept: (email: string) => boolean) =>
  z.refine<Pick<UserFormValues, 'email' | 'anyway'>>(
    ({ email, anyway }) => anyway || isKept(email) || looksLikeEmail(email),
    { ...fieldError('unusual'), path: ['email'] },
  )

/** Checks the form of a new user. */
export function newUserSchema({
  isTaken,
}: Pick<NameLookup, 'isTaken'>): z.ZodMiniType<Omit<NewRow, 'readPassword'>, UserFormValues> {
  const email = z.string().check(
    isPresent,
    z.refine((email) => !isTaken(email), fieldError('taken')),
  )
  const values = z
    .object({ email, anyway: z.boolean(), admin: requiredFlag, active: requiredFlag })
    .check(asksAboutUnusual(() => false))
  return z.pipe(
    values,
    z.transform(({ anyway: _answered, email: name, ...change }) => ({ name, change })),
  )
}

/** Checks the form of an existing user. The result has only the fields that differ from `row`. */
export function userChangeSchema(
  row: User,
  { isTaken }: Pick<NameLookup, 'isTaken'>,
): z.ZodMiniType<UserChange, UserFormValues> {
  const isKept = (email: string) => email === row.email
  const email = z.string().check(
    z.refine((email) => isKept(email) || email !== '', fieldError('missing')),
    z.refine((email) => isKept(email) || !isTaken(email), fieldError('taken')),
  )
  const values = z
    .object({ email, anyway: z.boolean(), admin: requiredFlag, active: requiredFlag })
    .check(asksAboutUnusual(isKept))
  return z.pipe(
    values,
    z.transform(({ email: new_email, admin, active }) => ({
      ...(!isKept(new_email) && { new_email }),
      ...pickChanged(row, { admin, active }),
    })),
  )
}

/** The initial fields of the form of an existing user. */
export const toUserFormValues = ({ email, admin, active }: User): UserFormValues => ({
  email,
  anyway: false,
  admin,
  active,
})

/** The forms of users, and how a file is read. */
export const userFormDefinition: FormDefinition<User, UserChange> = {
  newDefaults: (_context, duplicateOf) => ({
    email: '',
    anyway: false,
    admin: duplicateOf?.admin ?? false,
    active: duplicateOf?.active ?? true,
  }),
  newSchema: ({ names }) => newUserSchema(names),
  valuesOf: toUserFormValues,
  changeSchema: (row, { names }) => userChangeSchema(row, names),
  password: {
    schema: passwordSchema,
    generate: () => generatePassword((bytes) => crypto.getRandomValues(bytes)),
  },
  importRules: {
    defaults: () => ({ admin: false, active: true }),
    withoutColumn: { admin: 'not be admins', active: 'be active' },
    validate(email) {
      if (email === '') return 'Email: empty.'
      return looksLikeEmail(email) ? undefined : 'Email: doesn’t look like an email address.'
    },
    existingNote: (row, change) => (isSwapped(change, row) ? 'admin and active are swapped' : undefined),
    warnings(changes) {
      const admins = changes.filter(({ admin }) => admin === true).length
      return admins === 0 ? [] : [`${pluralize(admins, 'new admin')}: can manage tokens and users.`]
    },
  },
}

/**
 * Whether a text looks like an email address. Services hold accounts that do not, so the forms only ask for
 * confirmation. Nothing may stand after its domain: the line `ann@example.com:a password` of a file is no email.
 */
function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u.test(text)
}
