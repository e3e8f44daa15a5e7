import { Info, KeyRound, Mail } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Choices } from '#web/ui/choices.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { Field } from '#web/ui/field.tsx'
import { HandledTable } from './submitted-users.tsx'
import { PasswordField } from './password-field.tsx'
import { useDesk, type Answer } from './use-users-without-list.ts'
import { words } from './words.ts'

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
export function UsersDesk({ creating, onCreating }: Props) {
  const desk = useDesk()
  const { email, admin, active, newEmail, wantsPassword, bad, asking, question, created, keeps } = desk
  const offered = keeps ? [...answers, leave] : answers

  return (
    <div className="desk">
      <form
        className="panel"
        aria-labelledby="desk-title"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          desk.check()
        }}
      >
        <div className="lookup-head">
          <h2 id="desk-title">Act on an account</h2>
          <Field
            label="Email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            inputRef={desk.emailField}
            value={email}
            onChange={(event) => desk.setEmail(event.target.value)}
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
              onChoose={desk.setAdmin}
              describedBy="desk-both"
            />
            <Choices
              legend="Active"
              look="yn"
              choices={offered}
              chosen={active}
              onChoose={desk.setActive}
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
              onChange={(event) => desk.setNewEmail(event.target.value)}
            />
          )}
          {wantsPassword && (
            <PasswordField
              label="New password"
              error={bad.password}
              hint={words.bearersStay}
              field={desk.password}
              emails={[email, newEmail ?? '']}
              onDrop={() => desk.wantPassword(false)}
              autoFocus
            />
          )}
          <div className="more-fields">
            {newEmail === undefined && (
              <button type="button" className="btn" onClick={() => desk.setNewEmail('')}>
                <Mail className="icon" aria-hidden="true" />
                Change email
              </button>
            )}
            {!wantsPassword && (
              <button type="button" className="btn" onClick={() => desk.wantPassword(true)}>
                <KeyRound className="icon" aria-hidden="true" />
                Set a new password
              </button>
            )}
          </div>
        </div>
        <div className="lookup-foot">
          <button type="button" className="btn ghost red" disabled={email === ''} onClick={desk.askToDelete}>
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
                <button type="button" className="btn small" onClick={() => void desk.sendFlags()}>
                  Send flags
                </button>
                <button type="button" className="btn ghost small" onClick={desk.leaveFlags}>
                  Leave
                </button>
              </>
            }
          >
            If “<Foreign text={created.email} />” already existed, creating changed nothing, and sending the flags now
            would change that account.
          </Banner>
        )}
        <HandledTable onPick={desk.pick} />
      </div>
      <Suspense>
        {creating && (
          <UserSheet
            seen={undefined}
            acts={{ create: desk.create, save: () => Promise.resolve(undefined) }}
            taken={() => false}
            alike={() => undefined}
            onDone={() => onCreating(false)}
          />
        )}
        {asking === 'delete' && (
          <DeleteUser
            email={email}
            stop={{ is: 'unchecked', why: 'no-list' }}
            onConfirm={() => void desk.remove()}
            onCancel={() => desk.setAsking(undefined)}
          />
        )}
        {asking === 'switch-off' && (
          <SwitchOffUser
            email={email}
            onConfirm={() => void desk.save()}
            onCancel={() => desk.setAsking(undefined)}
            onDelete={desk.askToDelete}
          />
        )}
        {question && <LockoutQuestion question={question} />}
      </Suspense>
    </div>
  )
}
