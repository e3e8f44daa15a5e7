import { Info, KeyRound, Mail } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Choices } from '#web/ui/choices.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { Field } from '#web/ui/field.tsx'
import { SubmittedUsers } from './submitted-users.tsx'
import { PasswordField } from './password-field.tsx'
import { useUsersWithoutList, type Answer } from './use-users-without-list.ts'
import { words } from './words.ts'
import './users-without-list.css'

const UserSheet = lazy(() => import('./user-sheet.tsx').then((module) => ({ default: module.UserSheet })))
const DeleteUser = lazy(() => import('./user-dialogs.tsx').then((module) => ({ default: module.DeleteUser })))
const SwitchOffUser = lazy(() => import('./user-dialogs.tsx').then((module) => ({ default: module.SwitchOffUser })))
const LockoutQuestion = lazy(() =>
  import('./lockout-dialogs.tsx').then((module) => ({ default: module.LockoutQuestion })),
)

interface Props {
  creating: boolean
  onCreating: (creating: boolean) => void
}

const answers: readonly { id: Answer; label: string }[] = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
]
const leave = { id: 'leave', label: 'Leave as it is' } as const

/** Without a list: act on an account by its email, and see what was asked and what came of it. */
export function UsersWithoutList({ creating, onCreating }: Props) {
  const form = useUsersWithoutList()
  const { email, admin, active, newEmail, wantsPassword, bad, asking, question, created, keeps } = form
  const offered = keeps ? [...answers, leave] : answers

  return (
    <div className="desk">
      <form
        className="panel"
        aria-labelledby="desk-title"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.check()
        }}
      >
        <div className="lookup-head">
          <h2 id="desk-title">Act on an account</h2>
          <Field
            label="Email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            inputRef={form.emailField}
            value={email}
            onChange={(event) => form.setEmail(event.target.value)}
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
              onChoose={form.setAdmin}
              describedBy="desk-both"
            />
            <Choices
              legend="Active"
              look="yn"
              choices={offered}
              chosen={active}
              onChoose={form.setActive}
              describedBy="desk-both"
            />
          </div>
          <p className="hint" id="desk-both">
            {keeps ? words.leftOut : words.bothSent}
          </p>
          {newEmail !== undefined && (
            <Field
              label="New email"
              autoComplete="off"
              spellCheck={false}
              autoFocus
              value={newEmail}
              onChange={(event) => form.setNewEmail(event.target.value)}
            />
          )}
          {wantsPassword && (
            <PasswordField
              label="New password"
              error={bad.password}
              hint={words.bearersStay}
              field={form.password}
              emails={[email, newEmail ?? '']}
              onDrop={() => form.wantPassword(false)}
              autoFocus
            />
          )}
          <div className="more-fields">
            {newEmail === undefined && (
              <button type="button" className="btn" onClick={() => form.setNewEmail('')}>
                <Mail className="icon" aria-hidden="true" />
                Change email
              </button>
            )}
            {!wantsPassword && (
              <button type="button" className="btn" onClick={() => form.wantPassword(true)}>
                <KeyRound className="icon" aria-hidden="true" />
                Set a new password
              </button>
            )}
          </div>
        </div>
        <div className="lookup-foot">
          <button type="button" className="btn ghost red" disabled={email === ''} onClick={form.askToDelete}>
            Delete user…
          </button>
          <span className="end" />
          <button type="submit" className="btn primary" disabled={admin === undefined || active === undefined}>
            Save changes
          </button>
        </div>
      </form>
      <div>
        {created && (
          <Banner
            icon={<Info className="icon" aria-hidden="true" />}
            actions={
              <>
                <button type="button" className="btn small" onClick={() => void form.sendFlags()}>
                  Send flags
                </button>
                <button type="button" className="btn ghost small" onClick={form.leaveFlags}>
                  Leave
                </button>
              </>
            }
          >
            If “<Foreign text={created.email} />” already existed, creating changed nothing, and sending the flags now
            would change that account.
          </Banner>
        )}
        <SubmittedUsers onPick={form.pick} />
      </div>
      <Suspense>
        {creating && (
          <UserSheet
            seen={undefined}
            onCreate={form.create}
            onSave={() => Promise.resolve(undefined)}
            taken={() => false}
            alike={() => undefined}
            onDone={() => onCreating(false)}
          />
        )}
        {asking === 'delete' && (
          <DeleteUser
            email={email}
            stop={{ is: 'unchecked', why: 'no-list' }}
            onConfirm={() => void form.remove()}
            onCancel={() => form.setAsking(undefined)}
          />
        )}
        {asking === 'switch-off' && (
          <SwitchOffUser
            email={email}
            onConfirm={() => void form.save()}
            onCancel={() => form.setAsking(undefined)}
            onDelete={form.askToDelete}
          />
        )}
        {question && <LockoutQuestion question={question} />}
      </Suspense>
    </div>
  )
}
