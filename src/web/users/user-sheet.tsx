import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Seen } from '#contract/saving/acts.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { newUserForm, type TypedNewUser, type TypedUser, userAsTyped, userChangeForm } from '#contract/user-form.ts'
import type { User, UserDraft } from '#contract/user.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { NameField } from '#web/ui/names/name-field.tsx'
import { flagField, FormSheet, type FormField } from '#web/writes/form/form-sheet.tsx'
import { useSchemaForm, type SchemaForm } from '#web/writes/form/use-schema-form.ts'
import { PasswordField } from './password-field.tsx'
import { usePassword } from './use-password.ts'
import type { DoUserAct, ShownChange, useCreateUser } from './user-hooks.ts'
import { words } from './words.ts'

type NewUser = Omit<UserDraft, 'password'>

interface NewProps {
  onCreate: ReturnType<typeof useCreateUser>
  taken: (email: string) => boolean
  alike: (email: string) => string | undefined
  /** Called with the email of the new user, if there is one. */
  onDone: (email?: string) => void
}

const first: TypedNewUser = { email: '', anyway: false, admin: false, active: true }

/** The form of a new user. */
export function NewUserSheet({ onCreate, taken, alike, onDone }: NewProps) {
  const [ended, setEnded] = useState<Verdict<User>>()
  const password = usePassword({ isOptional: false })
  const form = useSchemaForm(newUserForm({ taken }), first)
  const { email } = form.typed
  const fault = form.faultIn('email')

  const save = async (change: NewUser) => {
    setEnded(undefined)
    if (!password.isGood()) return
    const verdict = await onCreate(change, password.take)
    if (!form.isOpen()) return
    if (verdict === undefined) return void password.isGood()
    // `already`: an earlier attempt has arrived meanwhile.
    if (verdict.is === 'already' || isDone(verdict, false)) return onDone(change.email)
    setEnded(verdict)
  }
  const emailField = (
    <NameField
      label="Email"
      what="email"
      typed={email}
      alike={fault === 'taken' ? undefined : alike(email)}
      onReplace={(text) => form.fill('email', text)}
      inputMode="email"
      autoFocus
      {...form.text('email')}
      error={
        fault === 'missing' ? (
          words.emailMissing
        ) : fault === 'taken' ? (
          <Taken email={email} />
        ) : fault === 'unusual' ? (
          <>
            {words.emailOdd}{' '}
            <button
              type="button"
              className="link"
              onClick={() => {
                form.set('anyway', true)
                form.submit(save)
              }}
            >
              {words.useAnyway}
            </button>
          </>
        ) : undefined
      }
    />
  )
  const fields: Record<keyof UserDraft, FormField> = {
    email: { input: emailField },
    password: { input: <PasswordField password={password} emails={[email]} /> },
    ...flagsOf(form),
  }
  return (
    <FormSheet
      noun="user"
      ended={ended}
      title={words.newUser}
      action="Create user"
      fields={fields}
      isBusy={form.isBusy}
      hasChanges={() => form.hasChanges() || password.isTyped()}
      onSubmit={() => form.submit(save)}
      onClose={() => onDone()}
    />
  )
}

interface EditProps {
  seen: Seen<User>
  /** It opens with the field for a new password. */
  newPassword: boolean
  act: DoUserAct
  taken: (email: string) => boolean
  alike: (email: string) => string | undefined
  onDone: () => void
}

/** The form of an existing user. */
export function EditUserSheet({ seen: opened, newPassword, act, taken, alike, onDone }: EditProps) {
  const [seen, setSeen] = useState(opened)
  const user = seen.row
  const [ended, setEnded] = useState<Verdict<User>>()
  const password = usePassword({ isOptional: true, isWanted: newPassword })
  const form = useSchemaForm(userChangeForm(user, { taken }), userAsTyped(user))
  const { new_email: email } = form.typed
  const isTaken = form.faultIn('new_email') === 'taken'
  const like = alike(email)

  const save = async (change: ShownChange) => {
    setEnded(undefined)
    if (!password.isGood()) return
    const secret = password.isWanted && { password: password.take }
    const verdict = await act('save', seen, { change, isOpened: true, ...secret })
    if (!form.isOpen()) return
    if (verdict === undefined) return void password.isGood()
    if (isDone(verdict, password.isWanted)) return onDone()
    if (verdict.is !== 'conflict') return setEnded(verdict)
    // The admin has seen what changed: the next save is compared with that.
    setSeen({ row: verdict.row, beganAt: Date.now() })
    form.rebase(userAsTyped(verdict.row))
  }
  const fields: Record<keyof TypedUser | 'new_password', FormField> = {
    new_email: {
      input: (
        <NameField
          label="New email"
          what="email"
          typed={email}
          alike={isTaken || like === user.email ? undefined : like}
          onReplace={(text) => form.fill('new_email', text)}
          inputMode="email"
          hint={words.emailKept}
          {...form.text('new_email')}
          error={isTaken && <Taken email={email} />}
        />
      ),
    },
    new_password: {
      input: password.isWanted ? (
        <PasswordField password={password} emails={[email, user.email]} />
      ) : (
        <div className="more-fields">
          <button type="button" className="btn" onClick={() => password.want(true)}>
            <KeyRound className="icon" aria-hidden="true" />
            Set a new password
          </button>
        </div>
      ),
    },
    ...flagsOf(form),
  }
  return (
    <FormSheet
      noun="user"
      ended={ended}
      title={
        <>
          Edit <Foreign text={user.email} />
        </>
      }
      action="Save changes"
      fields={fields}
      isBusy={form.isBusy}
      hasChanges={() => form.hasChanges() || password.isTyped()}
      onSubmit={() => form.submit(save)}
      onClose={onDone}
    />
  )
}

function flagsOf(
  form: Pick<SchemaForm<Pick<TypedUser, 'admin' | 'active'>, never>, 'typed' | 'set' | 'faultIn'>,
): Record<'admin' | 'active', FormField> {
  return {
    admin: flagField(form, 'admin', { label: 'Admin', hint: 'Can manage tokens and users.' }),
    active: flagField(form, 'active', {
      label: 'Active',
      hint: 'Deactivate to block sign-in and administration. Access tokens issued before may still read and write data.',
    }),
  }
}

/** Whether the form can close. It stays open for a new password, because a note could not send that again. */
function isDone(verdict: Verdict<User>, newPassword: boolean): boolean {
  if (verdict.is === 'differently') return !newPassword
  return verdict.is === 'as-asked' || (verdict.is === 'not-verified' && verdict.why === 'no-list')
}

function Taken({ email }: { email: string }) {
  return (
    <>
      A user “<Foreign text={email} />” already exists. Choose another email, or edit that one.
    </>
  )
}
