import * as z from 'zod/mini'
import { answered, answeredFlag, changed, fault, typedFlag, type Fault } from './form.ts'
import type { User, UserChange, UserDraft, UserUpdate } from './user.ts'

/** What a form says of a new user, and of a change. The password is no value of a form: it is read once, at sending. */
type NewUser = Omit<UserDraft, 'password'>
type Change = Omit<UserChange, 'new_password'>
type UnlistedChange = Omit<UserUpdate, 'new_password'>

/** Whether an email belongs to somebody already. */
interface World {
  taken: (email: string) => boolean
}

/** What may stand in the form of a new user. */
export const TypedNewUser = z.object({
  email: z.string(),
  /** Use it although it does not look like an email. */
  anyway: z.boolean(),
  admin: typedFlag,
  active: typedFlag,
} satisfies Record<keyof NewUser | 'anyway', z.ZodMiniType>)
export type TypedNewUser = z.infer<typeof TypedNewUser>

/** What may stand in the form of a change. */
export const TypedUser = z.object({
  /** Empty: it stays. */
  new_email: z.string(),
  admin: typedFlag,
  active: typedFlag,
} satisfies Record<keyof Change, z.ZodMiniType>)
export type TypedUser = z.infer<typeof TypedUser>

const present = z.minLength(1, fault('missing'))

/** The form of a new user. */
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

/** The form that changes a user: what comes out is what its answers change of `row`. */
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

/** How the form of a row begins. */
export function userAsTyped({ admin, active }: User): TypedUser {
  return { new_email: '', admin, active } satisfies Record<keyof Change, unknown>
}

const FlagAnswer = z.enum(['yes', 'no', 'leave'], fault('unanswered'))

/** What a flag that cannot be read is to be; `leave` only where what is left out was seen to be kept. */
export type FlagAnswer = z.infer<typeof FlagAnswer>

const sentFlag = z.pipe(
  answered(FlagAnswer),
  z.transform((answer) => (answer === 'leave' ? undefined : answer === 'yes')),
)

/** The form that changes an account that no list shows. */
export const UnlistedUserForm = z.object({
  email: z.string().check(present),
  /** Undefined: nobody asked for another one. */
  new_email: z.pipe(
    z.optional(z.string()),
    z.transform((typed) => typed || undefined),
  ),
  admin: sentFlag,
  active: sentFlag,
} satisfies Record<keyof UnlistedChange, z.ZodMiniType>)

/** What may stand in it. */
export type TypedUnlistedUser = z.input<typeof UnlistedUserForm>

/** A password as it is sent: verbatim, 8 to 1,024 characters. */
const Password = z.string().check(present, z.minLength(8, fault('too-short')), z.maxLength(1024, fault('too-long')))

const passwordFaults = ['missing', 'too-short', 'too-long'] as const satisfies readonly Fault[]

/** What can be wrong with a password. */
export type PasswordFault = (typeof passwordFaults)[number]

/** What is wrong with a password, which is read from its field at sending. */
export function passwordFault(text: string): PasswordFault | undefined {
  const says = Password.safeParse(text).error?.issues[0]?.message
  return passwordFaults.find((one) => one === says)
}

/** Whether a text is written as an email address; services hold accounts that are not, so it only asks once more. */
function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
