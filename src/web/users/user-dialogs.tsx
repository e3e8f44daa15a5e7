import type { ReactNode } from 'react'
import type { User } from '#contract/user.ts'
import type { Compared } from '#web/writes/conflict.tsx'
import { deleteWords, type StopShown } from '#web/writes/stopped-act.ts'
import { WhatStopped } from '#web/writes/what-stopped.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { useConsole } from '#web/app/console.tsx'

interface Props {
  email: string
  onConfirm: () => void
  onCancel: () => void
}

interface Deleting extends Props {
  /** Why it is asked again, or that nothing can be looked at. */
  stop?: Exclude<StopShown<User>, { is: 'recreated' }>
  compared?: readonly Pick<Compared, 'label' | 'seen' | 'now'>[]
}

/** The one question before a user is deleted. */
export function DeleteUser({ email, stop, compared = [], onConfirm, onCancel }: Deleting) {
  const { place } = useConsole()
  return (
    <Confirm
      title={<Named verb="Delete" email={email} />}
      action={deleteWords(stop, 'Delete user')}
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {stop && <WhatStopped noun="user" stop={stop} compared={compared} />}
      <p>The account can no longer sign in. Token values this person has copied keep working. This cannot be undone.</p>
      <dl className="facts">
        <dt>Service</dt>
        <dd>{place.name}</dd>
      </dl>
    </Confirm>
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
      title={<Named verb="Deactivate" email={email} />}
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

function Named({ verb, email }: { verb: string; email: string }): ReactNode {
  return (
    <>
      {verb} “<Foreign text={email} />
      ”?
    </>
  )
}
