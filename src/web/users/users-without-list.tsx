import { Info, KeyRound, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FlagAnswer, TypedUnlistedUser } from '#contract/user-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Choices } from '#web/ui/choices.tsx'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { useFieldErrors } from '#web/ui/live.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { Named } from '#web/ui/names/named.tsx'
import { NameField } from '#web/ui/names/name-field.tsx'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { OpenDialogs } from '#web/writes/acts/open-dialogs.tsx'
import { useHasDialog } from '#web/writes/acts/use-has-dialog.ts'
import { KeptPassword } from './kept-password.tsx'
import { SubmittedUsers } from './submitted-users.tsx'
import { NewUserSheet } from './user-sheet.tsx'
import { PasswordField } from './password-field.tsx'
import { useUsersWithoutList } from './use-users-without-list.ts'
import { words } from './words.ts'
import './users-without-list.css'

interface Props {
  creating: boolean
  onCreating: (creating: boolean) => void
}

const answers: readonly { id: FlagAnswer; label: string }[] = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
]

/** The page for services without a list of users: act on an account by its email, and see the requests so far. */
export function UsersWithoutList({ creating, onCreating }: Props) {
  const accounts = useUsersWithoutList()
  const hasDialog = useHasDialog('users')
  const { kept: keptEmails } = useStore(useSession().passwords)
  const inForm = useFieldErrors<HTMLFormElement>()
  const { form, password, created } = accounts
  const { email, new_email } = form.typed
  const isUnanswered = [form.faultIn('admin'), form.faultIn('active')].includes('unanswered')
  const choice = (legend: string, flag: 'admin' | 'active') => (
    <Choices
      legend={legend}
      look="yn"
      choices={answers}
      chosen={form.typed[flag]}
      onChoose={(answer) => form.set(flag, answer)}
      describedBy="flags-hint"
    />
  )
  const inputs: Record<keyof TypedUnlistedUser, ReactNode> = {
    email: (
      <NameField
        label="Email"
        what="email"
        typed={email}
        onReplace={(text) => form.fill('email', text)}
        data-home
        inputMode="email"
        {...form.text('email')}
        error={form.faultIn('email') === 'missing' && words.emailMissing}
        hint={words.cannotSay}
      />
    ),
    admin: choice('Admin', 'admin'),
    active: choice('Active', 'active'),
    new_email: new_email !== undefined && (
      <NameField
        label="New email"
        what="email"
        typed={new_email}
        onReplace={(text) => form.fill('new_email', text)}
        inputMode="email"
        autoFocus
        {...form.text('new_email')}
      />
    ),
  }

  return (
    <div className="without-list">
      <form
        ref={inForm}
        className="panel"
        aria-labelledby="account-title"
        hidden={useCurtain() === 'all'}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          accounts.save()
        }}
      >
        <div className="account-head">
          <h2 id="account-title">Act on an account</h2>
          {inputs.email}
        </div>
        <fieldset className="account-body" disabled={email === ''}>
          <div className="flags">
            {inputs.admin}
            {inputs.active}
          </div>
          <p className="hint" id="flags-hint">
            {words.bothSent}
          </p>
          {inputs.new_email}
          {password.isWanted && <PasswordField password={password} emails={[email, new_email ?? '']} />}
          <div className="more-fields">
            {new_email === undefined && (
              <button type="button" className="btn" onClick={() => form.set('new_email', '')}>
                <Mail className="icon" aria-hidden="true" />
                Change email
              </button>
            )}
            {!password.isWanted && (
              <button type="button" className="btn" onClick={() => password.want(true)}>
                <KeyRound className="icon" aria-hidden="true" />
                Set a new password
              </button>
            )}
          </div>
        </fieldset>
        <div className="account-foot">
          <button
            type="button"
            className="btn ghost red"
            disabled={email === ''}
            onClick={() => void accounts.remove(email)}
          >
            Delete user…
          </button>
          <span className="end" />
          <button type="submit" className="btn primary" disabled={email === '' || isUnanswered}>
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
                <button type="button" className="btn small" onClick={() => void accounts.sendFlags()}>
                  Send flags
                </button>
                <button type="button" className="btn ghost small" onClick={accounts.leaveFlags}>
                  Leave
                </button>
              </>
            }
          >
            <Named
              text={`If “${visible(created.email)}” already existed, nothing was created. Sending the flags now changes that account.`}
              names={[created.email]}
            />
          </Banner>
        )}
        {[...keptEmails].map((email) => (
          <KeptPassword key={email} email={email} isNamed />
        ))}
        <SubmittedUsers onPick={accounts.pick} />
      </div>
      {creating && (
        <NewUserSheet
          onCreate={accounts.create}
          taken={() => false}
          alike={() => undefined}
          onDone={() => onCreating(false)}
        />
      )}
      {hasDialog && <OpenDialogs resource="users" onShow={() => undefined} />}
    </div>
  )
}
