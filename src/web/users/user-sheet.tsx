import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { KeyRound } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Seen } from '#contract/saving/save.ts'
import type { User } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { useOpenForm } from '#web/writes/use-open-form.ts'
import { Field, Warned } from '#web/ui/field.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { SetFlag } from '#web/ui/set-flag.tsx'
import { Missing, SheetFoot, Sheet } from '#web/ui/sheet.tsx'
import { badPassword } from './password.ts'
import { PasswordField } from './password-field.tsx'
import { useCreateUser, type useSaveUser, type ShownChange } from './user-hooks.ts'
import { words } from './words.ts'
import { useStore } from '#web/ui/store.ts'
import { Conflict } from '#web/writes/conflict.tsx'
import { SheetVerdict } from '#web/writes/sheet-verdict.tsx'
import { userShown } from './user-shown.ts'
import { AlikeHint } from '#web/ui/names/alike-hint.tsx'
import { oddityOf } from '#web/ui/names/odd-names.ts'

/** What the admin was asked and said yes to; `instead` is sent in place of what the form says. */
interface Sure {
  anyway?: boolean
  overwrite?: boolean
  instead?: ShownChange
}

interface Props {
  /** The row being edited; undefined: a new user. */
  seen: Seen<User> | undefined
  /** Where it is not done as everywhere. */
  onCreate: ReturnType<typeof useCreateUser>
  onSave: ReturnType<typeof useSaveUser>
  taken: (email: string) => boolean
  alike: (email: string) => string | undefined
  /** With the email of a user that now stands in the list, if one does. */
  onDone: (email?: string) => void
}

const UserForm = z.object({
  email: z.string(),
  admin: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
})
const TypedUser = z.partial(UserForm)
const NewUserForm = z.extend(UserForm, { email: z.string().check(z.minLength(1)) })
type UserForm = z.infer<typeof UserForm>

/** The form of a user, new or changed, in a side sheet. Nothing typed is lost when a save fails. */
export function UserSheet({ seen, onCreate, onSave, taken, alike, onDone }: Props) {
  const { place } = useConsole()
  const user = seen?.row
  const [verdict, setVerdict] = useState<Verdict<User>>()
  const [anyway, setAnyway] = useState(false)
  const [odd, setOdd] = useState(false)
  const [wantsPassword, setWantsPassword] = useState(user === undefined)
  const [passwordError, setPasswordError] = useState<string>()
  const password = useRef<HTMLInputElement>(null)
  const form = useForm<UserForm>({
    resolver: standardSchemaResolver(user === undefined ? NewUserForm : UserForm),
    defaultValues: {
      email: '',
      admin: user === undefined ? false : user.admin,
      active: user === undefined ? true : user.active,
    },
  })
  useOpenForm(form, { page: 'users', row: user?.email }, TypedUser)
  const { ref: emailRef, ...emailField } = form.register('email')
  const { isSubmitting, dirtyFields, errors } = form.formState
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is about is not used
  const { email, admin, active } = form.watch()
  const emailTaken = email !== '' && email !== user?.email && taken(email)
  const missing = [...(admin === undefined ? ['Admin'] : []), ...(active === undefined ? ['Active'] : [])]
  const take = () => (wantsPassword ? password.current?.value : undefined)

  const changed = (values: UserForm): ShownChange => ({
    ...(values.email !== '' && { new_email: values.email }),
    ...(dirtyFields.admin === true && values.admin !== undefined && { admin: values.admin }),
    ...(dirtyFields.active === true && values.active !== undefined && { active: values.active }),
  })

  const save = async (values: UserForm, sure: Sure = {}) => {
    setVerdict(undefined)
    setOdd(false)
    if (emailTaken) return form.setFocus('email')
    if (user === undefined && !looksLikeEmail(values.email) && !anyway && sure.anyway !== true) {
      setOdd(true)
      return form.setFocus('email')
    }
    const bad = wantsPassword ? badPassword(password.current?.value ?? '') : undefined
    setPasswordError(bad)
    if (bad !== undefined) return password.current?.focus()
    const answer =
      seen === undefined
        ? await onCreate({ email: values.email, admin: values.admin ?? false, active: values.active ?? true }, take)
        : await onSave(seen, sure.instead ?? changed(values), {
            password: take,
            overwrite: sure.overwrite === true,
          })
    if (answer === undefined) return
    // An earlier try has arrived by now.
    const isThere = seen === undefined && answer.is === 'already'
    if (!isThere && !isDone(answer, seen !== undefined && wantsPassword)) return setVerdict(answer)
    onDone(seen === undefined ? values.email : undefined)
  }
  const submit = (sure?: Sure) => void form.handleSubmit((values) => save(values, sure))()

  return (
    <Sheet
      title={
        user === undefined ? (
          words.newUser
        ) : (
          <>
            Edit <Foreign text={user.email} />
          </>
        )
      }
      under={`On ${place.name}`}
      onClose={() => onDone()}
    >
      <form
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="body">
          <Field
            label={user === undefined ? 'Email' : 'New email'}
            autoComplete="off"
            inputMode="email"
            spellCheck={false}
            autoFocus={user === undefined}
            hint={emailHint(email, user?.email, emailTaken ? undefined : alike(email))}
            inputRef={emailRef}
            {...emailField}
            error={emailProblem({
              missing: errors.email !== undefined,
              taken: emailTaken ? email : undefined,
              odd,
              onAnyway: () => {
                setAnyway(true)
                submit({ anyway: true })
              },
            })}
          />
          {wantsPassword ? (
            <PasswordField
              label={user === undefined ? 'Password' : 'New password'}
              error={passwordError}
              {...(user !== undefined && { hint: words.bearersStay })}
              field={password}
              emails={[email, user?.email ?? '']}
              {...(user !== undefined && { onDrop: () => setWantsPassword(false) })}
              autoFocus={user !== undefined}
            />
          ) : (
            <div className="more-fields">
              <button type="button" className="btn" onClick={() => setWantsPassword(true)}>
                <KeyRound className="icon" aria-hidden="true" />
                Set a new password
              </button>
            </div>
          )}
          <div className="sets">
            <SetFlag
              label="Admin"
              hint="May administer tokens and users."
              value={admin}
              onChange={(to) => form.setValue('admin', to, { shouldDirty: true })}
            />
            <SetFlag
              label="Active"
              hint="Off: can no longer sign in or administer. Access tokens issued before may still read and write data."
              value={active}
              onChange={(to) => form.setValue('active', to, { shouldDirty: true })}
            />
          </div>
          <Missing fields={missing} />
          {verdict && (
            <UserVerdict
              name={user?.email ?? email}
              verdict={verdict}
              change={changed(form.getValues())}
              onSave={(instead) => submit({ overwrite: true, ...(instead && { instead }) })}
              onCancel={() => setVerdict(undefined)}
            />
          )}
        </div>
        <SheetFoot
          action={user === undefined ? 'Create user' : 'Save changes'}
          busy={isSubmitting}
          disabled={missing.length > 0}
          onCancel={() => onDone()}
        />
      </form>
    </Sheet>
  )
}

interface VerdictProps {
  name: string
  verdict: Verdict<User>
  change: ShownChange
  /** Saves over what somebody else changed: what the form says, or something in its place. */
  onSave: (instead?: ShownChange) => void
  onCancel: () => void
}

/** Why the sheet of a user is still open after a save. */
export function UserVerdict({ name, verdict, change, onSave, onCancel }: VerdictProps) {
  const unit = useStore(useConsole().unit)
  if (verdict.is !== 'conflict') {
    return <SheetVerdict noun="user" name={name} verdict={verdict} onOverwrite={() => onSave()} />
  }
  return (
    <Conflict
      resource={userShown}
      conflict={verdict}
      change={change}
      context={unit}
      onSave={onSave}
      onCancel={onCancel}
    />
  )
}

/** Whether a save leaves the sheet nothing to keep. A note under the row could not send a new password again. */
export function isDone(verdict: Verdict<User>, newPassword: boolean): boolean {
  if (verdict.is === 'differently') return !newPassword
  return verdict.is === 'as-asked' || (verdict.is === 'not-verified' && verdict.why === 'no-list')
}

/** Whether a text is written as an email address; services hold accounts that are not, so it only asks once more. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}

interface Wrong {
  missing: boolean
  /** The email that is there already. */
  taken: string | undefined
  odd: boolean
  onAnyway: () => void
}

/** What is wrong with an email, first things first, and the way round it where there is one. */
export function emailProblem({ missing, taken, odd, onAnyway }: Wrong): ReactNode {
  if (missing) return words.emailMissing
  if (taken !== undefined) {
    return (
      <>
        A user “<Foreign text={taken} />” already exists. Choose another email, or edit that one.
      </>
    )
  }
  return odd ? (
    <>
      {words.emailOdd}{' '}
      <button type="button" className="link" onClick={onAnyway}>
        {words.useAnyway}
      </button>
    </>
  ) : undefined
}

/** What is said of an email that is typed: that the user's `own` is kept without one, what it hides, that it looks like `twin`. */
export function emailHint(typed: string, own: string | undefined, twin: string | undefined): ReactNode {
  const odd = oddityOf(typed)
  const also = odd === undefined ? own !== undefined && words.emailKept : <Warned>{odd}</Warned>
  return twin === undefined || twin === own ? also : <AlikeHint twin={twin} also={also} />
}
