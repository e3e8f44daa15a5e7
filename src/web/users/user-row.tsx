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
import type { RowContext } from '#web/resource/row-context.ts'
import { userStatus, userStatusLabels, userMessages } from './messages.ts'
import './user-row.css'

type UserColumn = 'email' | 'status' | 'admin' | 'active' | 'created_at' | 'updated_at'

interface UserRowProps extends RowState<UserChange> {
  user: User
  context: RowContext
}

/** The cells of one user: the service's answer, with pending changes on top. */
export const UserRow = memo(function UserRow(props: UserRowProps) {
  const { user, context, pending, isNew, readOnly } = props
  const { timeUnit, now, ownEmails } = context
  const createdAt = toMillis(user.created_at, timeUnit)
  const status = userStatus(user)
  const inactiveText = status === 'inactive' ? userMessages.inactiveKeeps : undefined
  const state = saveIndicator(props)
  const renderSwitch = (field: 'admin' | 'active', columnLabel: string) =>
    switchCell({
      name: user.email,
      flag: field,
      columnLabel,
      checked: user[field],
      requested: pending?.change[field],
      busyText: busyLabel(pending),
      readOnly,
      popupType: 'dialog',
    })
  // A missing column is a type error.
  const cells: Record<UserColumn, ReactNode> = {
    email: nameCell({
      name: user.email,
      className: 'name person',
      isNew,
      tags: ownEmails.includes(user.email) && <span className="tag">You</span>,
    }),
    status: statusCell({
      mark: status,
      label: (
        <>
          <span>{userStatusLabels[status]}</span>
          {inactiveText !== undefined && <span className="sr"> {inactiveText}</span>}
        </>
      ),
      title: inactiveText,
      state,
    }),
    admin: renderSwitch('admin', 'Admin'),
    active: renderSwitch('active', 'Active'),
    created_at: (
      <td key="created" role="cell" className="c-made" {...(createdAt !== undefined && dateProps(createdAt))}>
        {createdAt === undefined ? 'unknown' : formatDate(createdAt)}
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
