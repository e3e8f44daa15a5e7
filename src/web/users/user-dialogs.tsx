import type { User } from '#contract/user.ts'
import { DeleteRow } from '#web/writes/delete-row.tsx'
import type { Compared } from '#web/writes/shown-resource.ts'
import type { StopShown } from '#web/writes/stopped-act.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'

interface Props {
  email: string
  onConfirm: () => void
  onCancel: () => void
}

interface Deleting extends Props {
  /** Why it is asked again, or that nothing can be looked at. */
  stop?: Exclude<StopShown<User>, { is: 'recreated' }>
  compared?: readonly Compared[]
}

/** The question before a user is deleted. */
export function DeleteUser({ email, stop, compared, onConfirm, onCancel }: Deleting) {
  return (
    <DeleteRow
      noun="user"
      name={email}
      stop={stop}
      compared={compared}
      consequence="The account can no longer sign in. Token values this person copied keep working. You can’t undo this."
      onDelete={onConfirm}
      onCancel={onCancel}
    />
  )
}

interface SwitchingOff extends Props {
  /** Names of fields that the save may clear. */
  clears?: readonly string[]
  onDelete: () => void
}

/** Before a user is switched off: what that does, and what it does not. */
export function SwitchOffUser({ email, clears = [], onConfirm, onCancel, onDelete }: SwitchingOff) {
  return (
    <Confirm
      title={
        <>
          Deactivate “<Foreign text={email} />
          ”?
        </>
      }
      action="Deactivate"
      onConfirm={onConfirm}
      onCancel={onCancel}
      other={
        <button type="button" className="btn ghost red" onClick={onDelete}>
          Delete user…
        </button>
      }
    >
      <p>
        “<Foreign text={email} />” can no longer sign in or administer. Access tokens issued before may still read and
        write data until the user is deleted.
      </p>
      <OtherFields fields={clears} />
    </Confirm>
  )
}
