import { useState } from 'react'
import { typeable } from '#contract/list/name-keys.ts'
import type { User } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { Confirm, confirmWords, Tick } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { useStore } from '#web/ui/store.ts'
import { TypedName } from '#web/ui/typed-name.tsx'
import { Conflict, type ConflictProps, type SaveWarning } from '#web/writes/conflict.tsx'
import { DeleteRow } from '#web/writes/delete-row.tsx'
import type { UserWork } from './use-user-work.ts'
import type { ShownChange, UserSaveOptions } from './user-hooks.ts'
import { userShown } from './user-shown.ts'
import { lossBy, type Danger, type Question, type SaveAttempt, type UserAct } from './lockout.ts'

interface QuestionProps extends Omit<Question, 'is'> {
  /** Another email of the list that looks like this one. */
  twin?: string | undefined
}

/** The dialog before an act: your own account, the last admin, a teammate who leaves, fields that are lost. */
export function UserQuestion({ act, twin, ...attempt }: QuestionProps) {
  return act.is === 'delete' ? <AskToDelete {...attempt} {...{ act, twin }} /> : <AskToSave {...attempt} act={act} />
}

function AskToDelete({ email, act, twin, danger, reason, onAnswer }: QuestionProps) {
  const [isTyped, setTyped] = useState(danger === undefined)
  return (
    <DeleteRow
      noun="user"
      name={email}
      twin={twin}
      reason={reason}
      consequence="The account can no longer sign in. Token values this person copied keep working. You can’t undo this."
      disabled={!isTyped}
      onDelete={() => onAnswer('go')}
      onCancel={() => onAnswer('cancel')}
    >
      {danger !== undefined && (
        <>
          <p>{shutsOut(danger, act)}</p>
          <TypedEmail email={email} onTyped={setTyped} />
        </>
      )}
    </DeleteRow>
  )
}

function AskToSave({ onAnswer, ...attempt }: SaveAttempt & Pick<Question, 'onAnswer'>) {
  const { email, act } = attempt
  const { sentences, waits, rest, settle } = useUserWarning(email, [attempt])
  const [action, title] = verbsOf(act)
  return (
    <Confirm
      title={
        <>
          {title} “<Foreign text={email} />
          ”?
        </>
      }
      action={action}
      disabled={waits(attempt)}
      onConfirm={() => {
        settle(attempt)
        onAnswer('go')
      }}
      onCancel={() => onAnswer('cancel')}
      other={
        act.change.active === false && (
          <button type="button" className="btn ghost red" onClick={() => onAnswer('delete')}>
            Delete user…
          </button>
        )
      }
    >
      {sentences(attempt).map(({ key, says }) => (
        <p key={key}>{says}</p>
      ))}
      {rest}
    </Confirm>
  )
}

/** What must be said, typed or ticked before one of these saves of a user. */
function useUserWarning(email: string, attempts: readonly SaveAttempt[]): SaveWarning<SaveAttempt> {
  const { knowledge } = useConsole()
  const [isTyped, setTyped] = useState(false)
  const [isQuiet, setQuiet] = useState(false)
  return {
    waits: ({ danger }) => danger !== undefined && !isTyped,
    sentences: ({ act, danger, clears = [] }) =>
      [
        act.change.active === false && {
          key: 'leaves',
          says: (
            <>
              “<Foreign text={email} />” can no longer sign in or administer. Access tokens issued before may still read
              and write data until the user is deleted.
            </>
          ),
        },
        danger !== undefined && { key: shutsOut(danger, act), says: shutsOut(danger, act) },
        clears.length > 0 && { key: 'clears', says: <OtherFields fields={clears} /> },
      ].filter((one) => one !== false),
    rest: (
      <>
        {attempts.some(({ clears = [] }) => clears.length > 0) && (
          <div className="checks">
            <Tick checked={isQuiet} onChange={setQuiet}>
              {confirmWords.quiet}
            </Tick>
          </div>
        )}
        {attempts.some(({ danger }) => danger !== undefined) && <TypedEmail email={email} onTyped={setTyped} />}
      </>
    ),
    settle() {
      if (isQuiet) knowledge.dontWarn({ kind: 'user-fields', fields: attempts.flatMap(({ clears = [] }) => clears) })
    },
  }
}

interface Props extends ConflictProps<User, ShownChange, UserSaveOptions> {
  work: Pick<UserWork, 'savingOf'>
}

/** The comparison after a conflict, with everything that must be said before either choice. */
export function UserConflict({ work, ...conflict }: Props) {
  const { seen, row } = conflict.verdict
  const unit = useStore(useConsole().unit)
  const questions = {
    mine: work.savingOf(row, conflict.change),
    all: work.savingOf(row, userShown.fullChange(seen, conflict.change, unit.unit)),
  }
  const warning = useUserWarning(row.email, Object.values(questions))
  return <Conflict {...conflict} resource={userShown} context={unit} warning={warning} questions={questions} />
}

function TypedEmail({ email, onTyped }: { email: string; onTyped: (right: boolean) => void }) {
  return <TypedName what="email" names={[email, typeable(email)]} onTyped={onTyped} />
}

/** The label of the button, and the title up to the email. */
function verbsOf({ change }: Extract<UserAct, { is: 'save' }>): readonly [action: string, title: string] {
  switch (lossBy({ is: 'save', change })) {
    case 'deactivate':
      return ['Deactivate', 'Deactivate']
    case 'demote':
      return ['Turn admin off', 'Turn admin off for']
    case 'rename':
      return ['Change email', 'Change the email of']
    default:
      if (Object.keys(change).length > 1) return ['Save changes', 'Save changes to']
      if (change.active === true) return ['Activate', 'Activate']
      return change.admin === true ? ['Turn admin on', 'Turn admin on for'] : ['Save changes', 'Save changes to']
  }
}

/** Says whom an act may lock out, and who could undo it. */
function shutsOut(danger: Danger, act: UserAct): string {
  const nobody = 'Afterwards, nobody may be able to manage this service.'
  if (danger === 'last-admin') return `This is the last active admin in this list. ${nobody}`
  if (danger === 'you-last') return `You are the last active admin in this list. ${nobody}`
  if (lossBy(act) === 'rename') {
    return danger === 'you'
      ? 'You signed in with this account. Sign in with the new email from then on.'
      : 'If this is your account, you sign in with the new email from then on.'
  }
  // The dialog of a deletion says itself that nobody can undo it.
  const undo = act.is === 'delete' ? '.' : ', and only another admin can undo it.'
  return danger === 'you'
    ? `You signed in with this account. You will be signed out${undo}`
    : `If this is your account, you will be signed out${undo}`
}
