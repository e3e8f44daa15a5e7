import { lazy, Suspense } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Seen } from '#contract/saving.ts'
import type { User } from '#contract/user.ts'
import type { UserActs } from './user-acts.ts'

const UserSheet = lazy(() => import('./user-sheet.tsx').then((module) => ({ default: module.UserSheet })))
const DeleteUser = lazy(() => import('./user-dialogs.tsx').then((module) => ({ default: module.DeleteUser })))
const SwitchOffUser = lazy(() => import('./user-dialogs.tsx').then((module) => ({ default: module.SwitchOffUser })))

/** What lies over the list, at most one at a time (the form of a new user apart, which the page opens). */
export type Over = { is: 'edit'; seen: Seen<User> } | { is: 'delete' | 'switch-off'; user: User }

interface Props {
  list: RowStore<User>
  acts: UserActs
  creating: boolean
  /** With the e-mail of the row that now stands there, if one does. */
  onCreated: (email?: string) => void
  over: Over | undefined
  onOver: (over: Over | undefined) => void
  onDelete: (user: User) => void
  onSwitchOff: (user: User) => void
}

/** Sheets and dialogs of the users page; their code is fetched when the page is idle. */
export function UserOverlays({ list, acts, creating, onCreated, over, onOver, onDelete, onSwitchOff }: Props) {
  const close = () => onOver(undefined)
  const taken = (email: string) => list.find(email) >= 0
  return (
    <Suspense>
      {creating && <UserSheet seen={undefined} acts={acts} taken={taken} onDone={onCreated} />}
      {over?.is === 'edit' && <UserSheet seen={over.seen} acts={acts} taken={taken} onDone={close} />}
      {over?.is === 'delete' && (
        <DeleteUser email={over.user.email} onConfirm={() => onDelete(over.user)} onCancel={close} />
      )}
      {over?.is === 'switch-off' && (
        <SwitchOffUser
          email={over.user.email}
          onCancel={close}
          onDelete={() => onOver({ is: 'delete', user: over.user })}
          onConfirm={() => {
            close()
            onSwitchOff(over.user)
          }}
        />
      )}
    </Suspense>
  )
}
