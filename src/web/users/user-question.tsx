import { useState } from 'react'
import type { Seen } from '#contract/saving/save.ts'
import type { User } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { Confirm, confirmWords, Tick } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { useStore } from '#web/ui/store.ts'
import { TypedName } from '#web/ui/typed-name.tsx'
import { Conflict, type Sentence } from '#web/writes/conflict.tsx'
import { DeleteRow } from '#web/writes/delete-row.tsx'
import type { ConflictedSave } from '#web/writes/use-row-work.ts'
import type { UserSaveOptions, UserWork } from './use-user-work.ts'
import type { ShownChange } from './user-hooks.ts'
import { userShown } from './user-shown.ts'
import { lossBy, type Danger, type Question, type SaveAttempt, type UserAct } from './lockout.ts'

/** The dialog before an act: your own account, the last admin, a teammate who leaves, fields that are lost. */
export function UserQuestion({ act, ...attempt }: Omit<Question, 'is'>) {
  return act.is === 'delete' ? <AskToDelete {...attempt} act={act} /> : <AskToSave {...attempt} act={act} />
}

function AskToDelete({ email, act, danger, reason, onAnswer }: Omit<Question, 'is'>) {
  const [isTyped, setTyped] = useState(danger === undefined)
  return (
    <DeleteRow
      noun="user"
      name={email}
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
  const asks = useUserWarning(email, [attempt])
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
      disabled={asks.waits(attempt)}
      onConfirm={() => {
        asks.settle()
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
      {asks.sentences(attempt).map(({ key, says }) => (
        <p key={key}>{says}</p>
      ))}
      {asks.rest}
    </Confirm>
  )
}

/** What must be said, typed or ticked before one of these saves of a user. */
export function useUserWarning(email: string, attempts: readonly SaveAttempt[]) {
  const { knowledge } = useConsole()
  const [isTyped, setTyped] = useState(false)
  const [isQuiet, setQuiet] = useState(false)
  return {
    waits: ({ danger }: SaveAttempt) => danger !== undefined && !isTyped,
    sentences: ({ act, danger, clears = [] }: SaveAttempt): Sentence[] =>
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
    /** Keeps what was ticked. Call it before the save. */
    settle() {
      if (isQuiet) knowledge.dontWarn('user-fields')
    },
  }
}

interface ConflictProps extends ConflictedSave<User, ShownChange, UserSaveOptions> {
  work: Pick<UserWork, 'savingOf'>
  onSave: (from: Seen<User>, change: ShownChange, options: UserSaveOptions) => void
  onCancel: () => void
}

/** The comparison after a conflict, with everything that must be said before either choice. */
export function UserConflict({ verdict, change, options, work, onSave, onCancel }: ConflictProps) {
  const { seen, row } = verdict
  const unit = useStore(useConsole().unit)
  const mine = work.savingOf(row, change)
  const all = work.savingOf(row, userShown.fullChange(seen, change, unit.unit))
  const asks = useUserWarning(row.email, [mine, all])
  return (
    <Conflict
      resource={userShown}
      conflict={verdict}
      change={change}
      context={unit}
      warnings={{
        mine: { says: asks.sentences(mine), waits: asks.waits(mine) },
        all: { says: asks.sentences(all), waits: asks.waits(all) },
      }}
      onCancel={onCancel}
      onSave={(chosen) => {
        asks.settle()
        onSave({ row, beganAt: Date.now() }, chosen, { ...options, isAgreed: true })
      }}
    >
      {asks.rest}
    </Conflict>
  )
}

function TypedEmail({ email, onTyped }: { email: string; onTyped: (right: boolean) => void }) {
  return <TypedName label="Type the email to continue" name={email} onTyped={onTyped} />
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
  return danger === 'you'
    ? 'You signed in with this account. You will be signed out, and only another admin can undo it.'
    : 'If this is your account, you will be signed out, and only another admin can undo it.'
}
