import { lazy, Suspense } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { laterPart } from '#web/ui/later.tsx'
import { fullChange } from '#contract/fields.ts'
import { userFields } from '#contract/user.ts'
import { useCreateUser } from './user-hooks.ts'
import type { UserWork } from './use-user-work.ts'

const UserSheet = lazy(() => import('./user-sheet.tsx').then((module) => ({ default: module.UserSheet })))
const DeleteUser = lazy(() => import('./user-dialogs.tsx').then((module) => ({ default: module.DeleteUser })))
const SwitchOffUser = lazy(() => import('./user-dialogs.tsx').then((module) => ({ default: module.SwitchOffUser })))
const StoppedUser = laterPart(async () => (await import('./stopped-user.tsx')).StoppedUser)
const LockoutQuestion = lazy(() =>
  import('./lockout-dialogs.tsx').then((module) => ({ default: module.LockoutQuestion })),
)
const ConflictUser = lazy(() => import('./conflict-user.tsx').then((module) => ({ default: module.ConflictUser })))

interface Props {
  list: RowStore<User>
  work: UserWork
  /** An email of the list that looks like this one. */
  alike: (email: string) => string | undefined
  creating: boolean
  /** With the email of the row that now stands there, if one does. */
  onCreated: (email?: string) => void
}

/** Sheets and dialogs of the users page; their code is fetched when the page is idle. */
export function UserOverlays({ list, work, alike, creating, onCreated }: Props) {
  const { over, setOver, question } = work
  const create = useCreateUser()
  const close = () => setOver(undefined)
  const taken = (email: string) => list.find(email) >= 0
  return (
    <Suspense>
      {creating && (
        <UserSheet
          seen={undefined}
          onCreate={create}
          onSave={work.save}
          taken={taken}
          alike={alike}
          onDone={onCreated}
        />
      )}
      {over?.is === 'edit' && (
        <UserSheet seen={over.seen} onCreate={create} onSave={work.save} taken={taken} alike={alike} onDone={close} />
      )}
      {over?.is === 'delete' && (
        <DeleteUser
          email={over.seen.row.email}
          onCancel={close}
          onConfirm={() => {
            close()
            void work.remove(over.seen)
          }}
        />
      )}
      {over?.is === 'switch-off' && (
        <SwitchOffUser
          email={over.user.email}
          clears={work.clears}
          onCancel={close}
          onDelete={() => work.askToDelete(over.user)}
          onConfirm={() => {
            close()
            work.send(over.user, { active: false }, false, true)
          }}
        />
      )}
      {over?.is === 'conflict' && (
        <ConflictUser
          seen={over.verdict.seen}
          now={over.verdict.row}
          change={over.change}
          onCancel={close}
          onSaveMine={() => {
            close()
            work.send(over.verdict.row, over.change, true)
          }}
          onOverwrite={() => {
            close()
            work.send(over.verdict.row, fullChange(userFields, over.verdict.seen, over.change), true)
          }}
        />
      )}
      {work.stopped && <StoppedUser stopped={work.stopped} work={work} onShow={onCreated} />}
      {question && <LockoutQuestion question={question} />}
    </Suspense>
  )
}
