import { memo, type ReactNode } from 'react'
import type { User, UserChange } from '#contract/user.ts'
import { momentAt } from '#contract/wire.ts'
import { actsCell, dateProps, nameCell, statusCell, switchCell, updatedCell } from '#web/list/row-cells.tsx'
import { busyWord, savingState, type RowState } from '#web/list/row-state.tsx'
import { sameProps } from '#web/ui/same-props.ts'
import { dateOf } from '#web/ui/time.ts'
import type { World } from '#web/resource/world.ts'
import { statusOf, statusWords } from './status.ts'
import { words } from './words.ts'
import './user-row.css'

type Column = 'email' | 'status' | 'admin' | 'active' | 'created_at' | 'updated_at'

interface Props extends RowState<UserChange> {
  user: User
  world: World
}

/** The cells of one user: the service's answer, with pending changes on top. */
export const UserRow = memo(function UserRow(props: Props) {
  const { user, world, pending, isNew, readOnly } = props
  const { unit, now, you } = world
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
      requested: pending?.change[field],
      busy: busyWord(pending),
      readOnly,
      choice: 'dialog',
    })
  // A missing column is a type error.
  const cells: Record<Column, ReactNode> = {
    email: nameCell({
      name: user.email,
      className: 'name person',
      isNew,
      also: you.includes(user.email) && <span className="tag">You</span>,
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
    created_at: (
      <td key="created" role="cell" className="c-made" {...(created !== undefined && dateProps(created))}>
        {created === undefined ? 'unknown' : dateOf(created)}
      </td>
    ),
    updated_at: updatedCell(momentAt(user.updated_at, unit), state, now),
  }
  return (
    <>
      {Object.values(cells)}
      {actsCell(user.email)}
    </>
  )
}, sameProps)
