import { useState } from 'react'
import { useConsole } from '#web/app/console.tsx'
import { Confirm, confirmWords, Tick } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { TypedName } from '#web/ui/typed-name.tsx'
import { DeleteRow } from '#web/writes/delete-row.tsx'
import { lossBy, type Danger, type UserAct, type Question } from './lockout.ts'

/** The dialog before an act: your own account, the last admin, a teammate who leaves, fields that are lost. */
export function UserQuestion({ email, act, danger, clears = [], interruption, compared, onAnswer }: Question) {
  const { knowledge } = useConsole()
  const [isTyped, setTyped] = useState(danger === undefined)
  const [isQuiet, setQuiet] = useState(false)
  const warning = danger !== undefined && <p>{shutsOut(danger, act)}</p>
  const typing = danger !== undefined && (
    <TypedName label="Type the email to continue" name={email} onTyped={setTyped} />
  )
  const cancel = () => onAnswer('cancel')
  if (act.is === 'delete') {
    return (
      <DeleteRow
        noun="user"
        name={email}
        interruption={interruption}
        compared={compared}
        consequence="The account can no longer sign in. Token values this person copied keep working. You can’t undo this."
        disabled={!isTyped}
        onDelete={() => onAnswer('go')}
        onCancel={cancel}
      >
        {warning}
        {typing}
      </DeleteRow>
    )
  }
  const [action, title] = verbsOf(act)
  const isLeaving = act.change.active === false
  return (
    <Confirm
      title={
        <>
          {title} “<Foreign text={email} />
          ”?
        </>
      }
      action={action}
      disabled={!isTyped}
      onConfirm={() => {
        if (isQuiet) knowledge.dontWarn('user-fields')
        onAnswer('go')
      }}
      onCancel={cancel}
      other={
        isLeaving && (
          <button type="button" className="btn ghost red" onClick={() => onAnswer('delete')}>
            Delete user…
          </button>
        )
      }
    >
      {isLeaving && (
        <p>
          “<Foreign text={email} />” can no longer sign in or administer. Access tokens issued before may still read and
          write data until the user is deleted.
        </p>
      )}
      {warning}
      <OtherFields fields={clears} />
      {clears.length > 0 && (
        <div className="checks">
          <Tick checked={isQuiet} onChange={setQuiet}>
            {confirmWords.quiet}
          </Tick>
        </div>
      )}
      {typing}
    </Confirm>
  )
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
