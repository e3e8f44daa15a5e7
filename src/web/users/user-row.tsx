import { memo, type ReactNode } from 'react'
import type { User } from '#contract/user.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { actsCell, dateProps, nameCell, statusCell, switchCell, updatedCell } from '#web/list/row-cells.tsx'
import { savingWord, sameProps, savingState, type RowState } from '#web/list/row-state.tsx'
import { dateOf } from '#web/ui/time.ts'
import type { ShownChange } from './user-hooks.ts'
import { statusOf, statusWords, type UserColumn } from './user-resource.ts'
import { words } from './words.ts'
import './user-row.css'

interface Props extends RowState<ShownChange> {
  user: User
  unit: Unit
  now: number
  you: boolean
}

/** The cells of one user: the service's answer, with pending changes on top. */
export const UserRow = memo(function UserRow(props: Props) {
  const { user, unit, now, you, pending, isNew, readOnly } = props
  const created = momentAt(user.created_at, unit)
  const status = statusOf(user)
  const keeps = status === 'inactive' ? words.inactiveKeeps : undefined
  const state = savingState(props)
  const flag = (field: 'admin' | 'active', head: string) =>
    switchCell({
      name: user.email,
      flag: field,
      head,
      checked: user[field],
      requested: pending?.[field],
      busy: pending && savingWord,
      readOnly,
      choice: 'dialog',
    })
  // A missing column is a type error.
  const cells: Record<UserColumn, ReactNode> = {
    email: nameCell({
      name: user.email,
      className: 'name person',
      isNew,
      also: you && <span className="tag">You</span>,
    }),
    status: statusCell({
      mark: status,
      word: (
        <>
          <span>{statusWords[status]}</span>
          {keeps !== undefined && <span className="sr"> {keeps}</span>}
        </>
      ),
      title: keeps,
      state,
    }),
    admin: flag('admin', 'Admin'),
    active: flag('active', 'Active'),
    created: (
      <td key="created" role="cell" className="c-made" {...(created !== undefined && dateProps(created))}>
        {created === undefined ? 'unknown' : dateOf(created)}
      </td>
    ),
    updated: updatedCell(momentAt(user.updated_at, unit), state, now),
  }
  return (
    <>
      {Object.values(cells)}
      {actsCell(user.email)}
    </>
  )
}, sameProps)
