import { Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { User } from '#contract/user.ts'
import { momentAt, type Moment, type Unit } from '#contract/wire.ts'
import { rowState, sameProps } from '#web/list/row-state.tsx'
import { usePendingChange } from '#web/writes/use-write.ts'
import { tip } from '#web/ui/icons.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { RowMark, StatusMark } from '#web/ui/status-mark.tsx'
import { RowSwitch } from '#web/ui/row-switch.tsx'
import { ago, bothMoments, dateOf } from '#web/ui/time.ts'
import type { ShownChange } from './user-hooks.ts'
import { statusOf, statusWords, type UserColumn } from './user-resource.ts'
import { words } from './words.ts'
import './user-row.css'

/** What a row asks its page to do. */
export interface UserRowActs {
  switch: (user: User, change: ShownChange) => void
  edit: (user: User) => void
  remove: (user: User) => void
}

interface Props {
  user: User
  unit: Unit
  now: number
  you: boolean
  justSaved: boolean
  /** What is odd about the look of its email. */
  oddity: string | undefined
  /** It stands on top of an order that it is not in yet. */
  isNew: boolean
  readOnly: boolean
  acts: UserRowActs
}

/** The cells of one user: the service's word, with what was asked for laid over them. */
export const UserRow = memo(function UserRow(props: Props) {
  const { user, unit, now, you, justSaved, oddity, isNew, readOnly, acts } = props
  const pending = usePendingChange<ShownChange>('users', user.email)
  const email = visible(user.email)
  const status = statusOf(user)
  const state = rowState(pending !== undefined, justSaved)
  const flag = (field: 'admin' | 'active') => (
    <RowSwitch
      label={`${email} ${field}`}
      checked={user[field]}
      asked={pending?.[field]}
      readOnly={readOnly}
      onSwitch={(to) => acts.switch(user, { [field]: to })}
      onUnknown={() => acts.edit(user)}
      choice="dialog"
    />
  )
  const when = (moment: Moment, say: (at: number) => string) => {
    const at = momentAt(moment, unit)
    return at === undefined ? 'unknown' : <span title={bothMoments(at)}>{say(at)}</span>
  }
  // A column that is forgotten here does not compile.
  const cells: Record<UserColumn, ReactNode> = {
    email: (
      <th key="email" role="rowheader" scope="row" className="c-name" aria-label={email}>
        <span className="who">
          <button
            type="button"
            className="name person"
            aria-label={`Edit ${email}`}
            data-name={user.email}
            data-home
            onClick={() => acts.edit(user)}
          >
            <Foreign text={user.email} title={email} />
          </button>
          {oddity !== undefined && <RowMark says={oddity} odd />}
          {isNew && <span className="tag">New</span>}
          {you && <span className="tag">You</span>}
        </span>
      </th>
    ),
    status: (
      <td key="status" role="cell" className="c-status">
        <span className="st" title={status === 'inactive' ? words.inactiveKeeps : undefined}>
          <StatusMark mark={status} />
          {statusWords[status]}
          {status === 'inactive' && <span className="sr"> {words.inactiveKeeps}</span>}
          {state && <span className="narrow-state">{state}</span>}
        </span>
      </td>
    ),
    admin: (
      <td key="admin" role="cell" className="c-sw" data-label="Admin">
        {flag('admin')}
      </td>
    ),
    active: (
      <td key="active" role="cell" className="c-sw" data-label="Active">
        {flag('active')}
      </td>
    ),
    created: (
      <td key="created" role="cell" className="c-made">
        {when(user.created_at, dateOf)}
      </td>
    ),
    updated: (
      <td key="updated" role="cell" className="c-upd">
        {state ?? when(user.updated_at, (at) => ago(at, now))}
      </td>
    ),
  }
  return (
    <>
      {Object.values(cells)}
      <td role="cell" className="c-act">
        <span className="acts">
          <button type="button" className="ib" aria-label={`Delete ${email}`} onClick={() => acts.remove(user)}>
            {tip('Delete', <Trash2 className="icon" aria-hidden="true" />)}
          </button>
        </span>
      </td>
    </>
  )
}, sameProps)
