import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { OpenDialogs } from '#web/writes/acts/open-dialogs.tsx'
import { RowMenu } from '#web/writes/acts/row-menu.tsx'
import type { useRowOverlay } from '#web/writes/acts/use-row-overlay.ts'
import { UserDetails } from '#web/users/details/user-details.tsx'
import { userActs } from './user-acts.ts'
import { useCreateUser, type DoUserAct } from './user-hooks.ts'
import { EditUserSheet, NewUserSheet } from './user-sheet.tsx'

interface Props {
  list: RowStore<User>
  act: DoUserAct
  over: ReturnType<typeof useRowOverlay<User>>
  /** An email in the list that looks like this one. */
  alike: (email: string) => string | undefined
  creating: boolean
  /** Called with the email of the new row, if there is one. */
  onCreated: (email?: string) => void
}

const menu = { delete: userActs.delete }

/** Sheets, dialogs and menus of the users page, in one lazy chunk. */
export function UserOverlays({ list, act, over, alike, creating, onCreated }: Props) {
  const { overlay, seen, edit, details, close } = over
  const create = useCreateUser()
  const taken = (email: string) => list.find(email) >= 0
  return (
    <>
      {creating && <NewUserSheet onCreate={create} taken={taken} alike={alike} onDone={onCreated} />}
      {overlay?.is === 'edit' && (
        <EditUserSheet seen={overlay.seen} act={act} taken={taken} alike={alike} onDone={close} />
      )}
      {overlay?.is === 'details' && <UserDetails list={list} email={overlay.name} onEdit={edit} onClose={close} />}
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
      <OpenDialogs resource="users" twin={alike} onShow={onCreated} />
    </>
  )
}
