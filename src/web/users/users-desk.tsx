import { KeyRound, Mail } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { UserChange, UserDraft } from '#contract/user.ts'
import { useConsole } from '#web/service/console.tsx'
import { Choices } from '#web/ui/choices.tsx'
import { useStore } from '#web/ui/store.ts'
import { Field } from '#web/ui/field.tsx'
import { HandledTable } from './handled-table.tsx'
import { badPassword } from './password.ts'
import { PasswordField } from './password-field.tsx'
import { askedOf, flagsSent, useUnlistedAct } from './unlisted-act.ts'
import { words } from './words.ts'

const UserSheet = lazy(() => import('./user-sheet.tsx').then((module) => ({ default: module.UserSheet })))
const DeleteUser = lazy(() => import('./user-dialogs.tsx').then((module) => ({ default: module.DeleteUser })))
const SwitchOffUser = lazy(() => import('./user-dialogs.tsx').then((module) => ({ default: module.SwitchOffUser })))

interface Props {
  creating: boolean
  onCreating: (creating: boolean) => void
}

type Answer = 'yes' | 'no' | 'leave'
const answers: readonly { id: Answer; label: string }[] = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
]
const leave = { id: 'leave', label: 'Leave as it is' } as const

/** Without a list: act on an account by its e-mail, and see what was asked and what came of it. */
export function UsersDesk({ creating, onCreating }: Props) {
  const [email, setEmail] = useState('')
  const [admin, setAdmin] = useState<Answer>()
  const [active, setActive] = useState<Answer>()
  const [newEmail, setNewEmail] = useState<string>()
  const [wantsPassword, setWantsPassword] = useState(false)
  const [bad, setBad] = useState<{ email?: string; password?: string }>({})
  const [asking, setAsking] = useState<'delete' | 'switch-off'>()
  const password = useRef<HTMLInputElement>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const act = useUnlistedAct()
  // Where fields that are left out were seen to be kept, they may be.
  const keeps = useStore(useConsole().learned)['user-omitted-on-put']?.seen === 'kept'
  const offered = keeps ? [...answers, leave] : answers

  const clear = () => {
    setEmail('')
    setAdmin(undefined)
    setActive(undefined)
    setNewEmail(undefined)
    setWantsPassword(false)
  }

  const save = async () => {
    setAsking(undefined)
    if (admin === undefined || active === undefined) return
    const new_password = wantsPassword ? password.current?.value : undefined
    const change: UserChange = {
      email,
      ...(admin !== 'leave' && { admin: admin === 'yes' }),
      ...(active !== 'leave' && { active: active === 'yes' }),
      ...(newEmail !== undefined && newEmail !== '' && { new_email: newEmail }),
      ...(new_password !== undefined && { new_password }),
    }
    const verdict = await act(email, askedOf(change), flagsSent(change), (saving) => saving.save(change))
    if (verdict?.is === 'not-verified') clear()
  }
  const check = () => {
    const wrong = wantsPassword ? badPassword(password.current?.value ?? '') : undefined
    setBad({ ...(email === '' && { email: words.emailMissing }), ...(wrong !== undefined && { password: wrong }) })
    if (email === '') emailField.current?.focus()
    else if (wrong !== undefined) password.current?.focus()
    else if (active === 'no') setAsking('switch-off')
    else void save()
  }
  const create = (user: Omit<UserDraft, 'password'>, take: () => string | undefined) =>
    act(user.email, 'Create', flagsSent(user), (saving) => saving.create({ ...user, password: take() ?? '' }))
  const remove = async () => {
    setAsking(undefined)
    const verdict = await act(email, 'Delete', '', (saving) => saving.remove(email))
    if (verdict?.is === 'not-verified') clear()
    emailField.current?.focus()
  }
  const pick = (who: string) => {
    clear()
    setEmail(who)
    emailField.current?.focus()
  }

  return (
    <div className="desk">
      <form
        className="panel"
        aria-labelledby="desk-title"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          check()
        }}
      >
        <div className="lookup-head">
          <h2 id="desk-title">Act on an account</h2>
          <Field
            label="E-mail"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            inputRef={emailField}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={bad.email}
            hint={words.cannotSay}
          />
        </div>
        <div className="lookup-body">
          <div className="asks">
            <Choices
              legend="Admin"
              look="yn"
              choices={offered}
              chosen={admin}
              onChoose={setAdmin}
              describedBy="desk-both"
            />
            <Choices
              legend="Active"
              look="yn"
              choices={offered}
              chosen={active}
              onChoose={setActive}
              describedBy="desk-both"
            />
          </div>
          <p className="hint" id="desk-both">
            {keeps ? words.leftOut : words.bothSent}
          </p>
          {newEmail !== undefined && (
            <Field
              label="New e-mail"
              autoComplete="off"
              spellCheck={false}
              autoFocus
              value={newEmail}
              onChange={(event) => setNewEmail(event.target.value)}
            />
          )}
          {wantsPassword && (
            <PasswordField
              label="New password"
              error={bad.password}
              hint={words.bearersStay}
              field={password}
              autoFocus
            />
          )}
          <div className="more-fields">
            {newEmail === undefined && (
              <button type="button" className="btn" onClick={() => setNewEmail('')}>
                <Mail className="icon" aria-hidden="true" />
                Change e-mail
              </button>
            )}
            {!wantsPassword && (
              <button type="button" className="btn" onClick={() => setWantsPassword(true)}>
                <KeyRound className="icon" aria-hidden="true" />
                Set a new password
              </button>
            )}
          </div>
        </div>
        <div className="lookup-foot">
          <button type="button" className="btn ghost red" disabled={email === ''} onClick={() => setAsking('delete')}>
            Delete user…
          </button>
          <span className="end" />
          <button type="submit" className="btn primary" disabled={admin === undefined || active === undefined}>
            Save changes
          </button>
        </div>
      </form>
      <HandledTable onPick={pick} />
      <Suspense>
        {creating && (
          <UserSheet
            seen={undefined}
            acts={{ create, save: () => Promise.resolve(undefined) }}
            taken={() => false}
            onDone={() => onCreating(false)}
          />
        )}
        {asking === 'delete' && (
          <DeleteUser email={email} onConfirm={() => void remove()} onCancel={() => setAsking(undefined)} />
        )}
        {asking === 'switch-off' && (
          <SwitchOffUser
            email={email}
            onConfirm={() => void save()}
            onCancel={() => setAsking(undefined)}
            onDelete={() => setAsking('delete')}
          />
        )}
      </Suspense>
    </div>
  )
}
