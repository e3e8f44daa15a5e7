import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { useStore } from '#web/ui/store.ts'
import { RowMenu } from '#web/writes/row-menu.tsx'
import { AskedRow } from '#web/writes/asked-row.tsx'
import { useCreateUser } from './user-hooks.ts'
import { EditUserSheet, NewUserSheet } from './user-sheet.tsx'
import { UserConflict, UserQuestion } from './user-question.tsx'
import { userShown } from './user-shown.ts'
import type { UserWork } from './use-user-work.ts'

interface Props {
  list: RowStore<User>
  work: UserWork
  /** An email in the list that looks like this one. */
  alike: (email: string) => string | undefined
  creating: boolean
  /** Called with the email of the new row, if there is one. */
  onCreated: (email?: string) => void
}

/** Sheets, dialogs and menus of the users page, in one lazy chunk. */
export function UserOverlays({ list, work, alike, creating, onCreated }: Props) {
  const { overlay, setOverlay } = work
  const { first: dialog, drop } = work.dialogs
  const unit = useStore(useConsole().unit)
  const create = useCreateUser()
  const close = () => setOverlay(undefined)
  const taken = (email: string) => list.find(email) >= 0
  return (
    <>
      {creating && <NewUserSheet onCreate={create} taken={taken} alike={alike} onDone={onCreated} />}
      {overlay?.is === 'edit' && (
        <EditUserSheet seen={overlay.seen} work={work} taken={taken} alike={alike} onDone={close} />
      )}
      {overlay?.is === 'menu' && (
        <RowMenu
          name={overlay.row.email}
          from={overlay.from}
          onEdit={() => work.edit(overlay.row)}
          onDelete={() => void work.askToDelete(overlay.row)}
          onClose={close}
        />
      )}
      {dialog?.is === 'conflict' && (
        <UserConflict
          key={dialog.id}
          {...dialog}
          work={work}
          onCancel={drop}
          onSave={(...save) => {
            drop()
            work.sendFrom(...save)
          }}
        />
      )}
      {dialog?.is === 'asked' && (
        <AskedRow
          key={dialog.id}
          resource={userShown}
          asked={dialog}
          context={unit}
          onShow={onCreated}
          onClose={drop}
          ask={(reason) => (
            <UserQuestion
              email={dialog.seen.row.email}
              twin={alike(dialog.seen.row.email)}
              act={{ is: 'delete' }}
              danger={work.danger(dialog.seen.row, { is: 'delete' })}
              reason={reason}
              onAnswer={(answer) => {
                drop()
                if (answer === 'go') void work.remove(dialog.seen, { unchecked: reason?.is === 'unchecked' })
              }}
            />
          )}
        />
      )}
      {dialog?.is === 'question' && <UserQuestion key={dialog.id} {...dialog} twin={alike(dialog.email)} />}
    </>
  )
}
