import { useMemo } from 'react'
import { alikeIn } from '#contract/list/name-keys.ts'
import { namesOf, type RowStore } from '#contract/list/row-store.ts'
import type { User, UserField } from '#contract/user.ts'
import { DetailsSheet, type DetailField } from '#web/writes/details/details-sheet.tsx'
import { OpenDialogs } from '#web/writes/acts/open-dialogs.tsx'
import { RowMenu } from '#web/writes/acts/row-menu.tsx'
import type { useRowOverlay } from '#web/writes/acts/use-row-overlay.ts'
import { userActs } from './user-acts.ts'
import { useCreateUser, type DoUserAct } from './user-hooks.ts'
import { EditUserSheet, NewUserSheet } from './user-sheet.tsx'

interface Props {
  list: RowStore<User>
  act: DoUserAct
  over: ReturnType<typeof useRowOverlay<User>>
  creating: boolean
  /** Called with the email of the new row, if there is one. */
  onCreated: (email?: string) => void
}

const menu = { delete: userActs.delete }

/** What the details of a user show: a new field must be here. */
const detailsOf = ({ admin, active, created_at, updated_at }: User) =>
  ({
    admin: { label: 'Admin', stored: admin },
    active: { label: 'Active', stored: active },
    created_at: { label: 'Created', stored: created_at, isPast: true },
    updated_at: { label: 'Updated', stored: updated_at, isPast: true },
  }) satisfies Record<Exclude<UserField, 'email'>, DetailField>

/** Sheets, dialogs and menus of the users page, in one lazy chunk. */
export function UserOverlays({ list, act, over, creating, onCreated }: Props) {
  const { overlay, seen, edit, details, close } = over
  const create = useCreateUser()
  const alike = useMemo(() => alikeIn(() => namesOf(list)), [list])
  const taken = (email: string) => list.find(email) >= 0
  return (
    <>
      {creating && <NewUserSheet onCreate={create} taken={taken} alike={alike} onDone={onCreated} />}
      {overlay?.is === 'edit' && (
        <EditUserSheet
          {...{ act, taken, alike }}
          seen={overlay.seen}
          newPassword={overlay.newPassword}
          onDone={close}
        />
      )}
      {overlay?.is === 'details' && (
        <DetailsSheet
          {...{ list, resource: 'users', name: overlay.name }}
          fieldsOf={detailsOf}
          onEdit={edit}
          onClose={close}
        />
      )}
      {overlay?.is === 'menu' && (
        <RowMenu
          {...overlay}
          list={list}
          acts={menu}
          onAct={(name, user) => void act(name, seen(user), {})}
          opens={{ edit, details }}
          onClose={close}
        />
      )}
      <OpenDialogs resource="users" onShow={onCreated} />
    </>
  )
}
