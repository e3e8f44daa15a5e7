import { useState } from 'react'
import { useConsole } from '#web/app/console.tsx'
import { Confirm, confirmWords, Tick } from '#web/ui/confirm.tsx'
import { Field } from '#web/ui/field.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { TypedName } from '#web/ui/typed-name.tsx'
import { verbOf, type Danger } from './lockout.ts'
import type { Question } from './lockout.ts'

const actions = {
  delete: 'Delete user',
  'switch-off': 'Deactivate',
  demote: 'Remove admin rights',
  rename: 'Change email',
} as const

/** What is asked before a deed that may shut somebody out. */
export function LockoutQuestion({ question }: { question: Question }) {
  switch (question.is) {
    case 'who':
      return <WhoAreYou {...question} />
    case 'lockout':
      return <Lockout {...question} />
    case 'clears':
      return <MayClear {...question} />
  }
}

/** Before an update that may clear what the console cannot send. */
function MayClear({ email, clears, answer }: Extract<Question, { is: 'clears' }>) {
  const { knowledge } = useConsole()
  const [quiet, setQuiet] = useState(false)
  const go = () => {
    if (quiet) knowledge.dontWarn('user-fields')
    answer(true)
  }
  return (
    <Confirm
      title={
        <>
          Save “<Foreign text={email} />
          ”?
        </>
      }
      action="Save"
      onConfirm={go}
      onCancel={() => answer(false)}
    >
      <OtherFields fields={clears} />
      <div className="checks">
        <Tick checked={quiet} onChange={setQuiet}>
          {confirmWords.quiet}
        </Tick>
      </div>
    </Confirm>
  )
}

/** Before an act that shuts out the one who does it, or the last admin: the email typed out. */
function Lockout({ email, deed, danger, clears, answer }: Extract<Question, { is: 'lockout' }>) {
  const [typed, setTyped] = useState(false)
  const verb = verbOf(deed) ?? 'rename'
  return (
    <Confirm
      title={
        <>
          {actions[verb]}: “<Foreign text={email} />
          ”?
        </>
      }
      action={actions[verb]}
      danger={verb === 'delete'}
      disabled={!typed}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p>{shutsOut(danger, verb)}</p>
      {verb !== 'rename' && <p>Access tokens issued before may still read and write data until the user is deleted.</p>}
      <OtherFields fields={clears} />
      <TypedName label="Type the email to go on" name={email} onTyped={setTyped} />
    </Confirm>
  )
}

const then = 'After this, perhaps nobody can manage this service.'

/** Whom it may shut out, and who could undo it. */
function shutsOut(danger: Danger, verb: keyof typeof actions): string {
  if (danger === 'last-admin') return `This is the last active admin in this list. ${then}`
  if (danger === 'you-last') return `You are the last active admin in this list. ${then}`
  return verb === 'rename'
    ? 'You signed in with this account. From then on you sign in with the new email.'
    : 'You signed in with this account. The service refuses you from the next call on, and only another admin can undo it.'
}

/** Asked once where a pasted bearer does not tell whose it is. */
function WhoAreYou({ answer, cancel }: Extract<Question, { is: 'who' }>) {
  const [email, setEmail] = useState('')
  return (
    <Confirm
      title="Which account is yours?"
      action="Go on"
      disabled={email === ''}
      onConfirm={() => answer(email)}
      onCancel={cancel}
      other={
        <button type="button" className="btn ghost" onClick={() => answer(undefined)}>
          I do not know
        </button>
      }
    >
      <p>
        You signed in with a pasted bearer, which does not say whose it is. Say it once, so that this page can warn you
        before you shut yourself out.
      </p>
      <div className="dialog-field">
        <Field
          label="Your email"
          autoComplete="off"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
    </Confirm>
  )
}
