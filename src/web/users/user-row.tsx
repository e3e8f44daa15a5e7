import { memo, type ReactNode } from 'react'
import type { User, UserChange } from '#api/user.ts'
import { toMillis } from '#api/wire.ts'
import {
  actionsCell,
  dateProps,
  nameCell,
  statusCell,
  switchCell,
  updatedCell,
  busyLabel,
  saveIndicator,
  type RowState,
} from '#web/list/row-cells.tsx'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { formatDate } from '#web/ui/format.ts'
import type { RowContext } from '#web/resource/world.ts'
import { userStatus, userStatusLabels, userMessages } from './messages.ts'
import './user-row.css'

type Column = 'email' | 'status' | 'admin' | 'active' | 'created_at' | 'updated_at'

interface Props extends RowState<UserChange> {
  user: User
  world: RowContext
}

/** The cells of one user: the service's answer, with pending changes on top. */
export const UserRow = memo(function UserRow(props: Props) {
  const { user, world, pending, isNew, readOnly } = props
  const { timeUnit, now, ownEmails } = world
  const created = toMillis(user.created_at, timeUnit)
  const status = userStatus(user)
  const keeps = status === 'inactive' ? userMessages.inactiveKeeps : undefined
  const state = saveIndicator(props)
  const flag = (field: 'admin' | 'active', head: string) =>
    switchCell({
      name: user.email,
      flag: field,
      head,
      checked: user[field],
      requested: pending?.change[field],
      busy: busyLabel(pending),
      readOnly,
      choice: 'dialog',
    })
  // A missing column is a type error.
  const cells: Record<Column, ReactNode> = {
    email: nameCell({
      name: user.email,
      className: 'name person',
      isNew,
      also: ownEmails.includes(user.email) && <span className="tag">You</span>,
    }),
    status: statusCell({
      mark: status,
      word: (
        <>
          <span>{userStatusLabels[status]}</span>
          {keeps !== undefined && <span className="sr"> {keeps}</span>}
        </>
      ),
      title: keeps,
      state,
    }),
    admin: flag('admin', 'Admin'),
    active: flag('active', 'Active'),
    created_at: (
      <td key="created" role="cell" className="c-made" {...(created !== undefined && dateProps(created))}>
        {created === undefined ? 'unknown' : formatDate(created)}
      </td>
    ),
    updated_at: updatedCell(toMillis(user.updated_at, timeUnit), state, now),
  }
  return (
    <>
      {Object.values(cells)}
      {actionsCell(user.email)}
    </>
  )
}, isDeepEqual)
