import * as z from 'zod/mini'
import { answered, answeredFlag, changed, fault, typedFlag } from './form.ts'
import type { User, UserChange, UserDraft, UserUpdate } from './user.ts'

/** The fields of a user form. A password is never a form value: it is read once, when it is sent. */
type NewUser = Omit<UserDraft, 'password'>
type Change = Omit<UserChange, 'new_password'>
type UnlistedChange = Omit<UserUpdate, 'new_password'>

/** What a user form needs to check its fields. */
interface World {
  taken: (email: string) => boolean
}

/** The fields of the form for a new user, as typed. */
export const TypedNewUser = z.object({
  email: z.string(),
  /** Use the email although it does not look like one. */
  anyway: z.boolean(),
  admin: typedFlag,
  active: typedFlag,
} satisfies Record<keyof NewUser | 'anyway', z.ZodMiniType>)
export type TypedNewUser = z.infer<typeof TypedNewUser>

/** The fields of the form of an existing user, as typed. */
export const TypedUser = z.object({
  /** Empty: the email stays as it is. */
  new_email: z.string(),
  admin: typedFlag,
  active: typedFlag,
} satisfies Record<keyof Change, z.ZodMiniType>)
export type TypedUser = z.infer<typeof TypedUser>

const present = z.minLength(1, fault('missing'))

/** Checks the form of a new user. */
export function newUserForm({ taken }: World): z.ZodMiniType<NewUser, TypedNewUser> {
  const email = z.string().check(
    present,
    z.refine((email) => !taken(email), fault('taken')),
  )
  const answers = z
    .object({ email, anyway: z.boolean(), admin: answeredFlag, active: answeredFlag })
    .check(z.refine(({ email, anyway }) => anyway || looksLikeEmail(email), { ...fault('unusual'), path: ['email'] }))
  return z.pipe(
    answers,
    z.transform(({ anyway: _answered, ...user }) => user),
  )
}

/** Checks the form of an existing user. The result has only the fields that differ from `row`. */
export function userChangeForm(row: User, { taken }: World): z.ZodMiniType<Change, TypedUser> {
  const isFree = (email: string) => email === '' || email === row.email || !taken(email)
  const new_email = z.string().check(z.refine(isFree, fault('taken')))
  const answers = { new_email, admin: answeredFlag, active: answeredFlag }
  return z.pipe(
    z.object(answers satisfies Record<keyof Change, z.ZodMiniType>),
    z.transform(({ new_email: typed, ...others }) => ({
      ...(typed !== '' && { new_email: typed }),
      ...changed(row, others),
    })),
  )
}

/** The initial fields of the form of an existing user. */
export function userAsTyped({ admin, active }: User): TypedUser {
  return { new_email: '', admin, active } satisfies Record<keyof Change, unknown>
}

const FlagAnswer = z.enum(['yes', 'no'], fault('unanswered'))

/** The answer for a flag of an unlisted account. */
export type FlagAnswer = z.infer<typeof FlagAnswer>

const sentFlag = z.pipe(
  answered(FlagAnswer),
  z.transform((answer) => answer === 'yes'),
)

/** Checks the form of an account on a service that cannot list users. */
export const UnlistedUserForm = z.object({
  email: z.string().check(present),
  /** Undefined: the email stays as it is. */
  new_email: z.pipe(
    z.optional(z.string()),
    z.transform((typed) => typed || undefined),
  ),
  admin: sentFlag,
  active: sentFlag,
} satisfies Record<keyof UnlistedChange, z.ZodMiniType>)

/** The fields of that form, as typed. */
export type TypedUnlistedUser = z.input<typeof UnlistedUserForm>

/**
 * Whether a text looks like an email address. Services hold accounts that do not, so the form only asks for
 * confirmation.
 */
function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
