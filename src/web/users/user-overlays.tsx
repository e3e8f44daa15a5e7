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
  const { overlay, setOverlay, conflict, question, asked } = work
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
      {conflict && (
        <UserConflict
          key={conflict.id}
          {...conflict}
          work={work}
          onCancel={work.dropConflict}
          onSave={(...save) => {
            work.dropConflict()
            work.sendFrom(...save)
          }}
        />
      )}
      {asked && (
        <AskedRow
          key={asked.id}
          resource={userShown}
          asked={asked}
          context={unit}
          onShow={onCreated}
          onClose={work.dropAsked}
          ask={(reason) => (
            <UserQuestion
              email={asked.seen.row.email}
              act={{ is: 'delete' }}
              danger={work.danger(asked.seen.row, { is: 'delete' })}
              reason={reason}
              onAnswer={(answer) => {
                work.dropAsked()
                if (answer === 'go') void work.remove(asked.seen, { unchecked: reason?.is === 'unchecked' })
              }}
            />
          )}
        />
      )}
      {question && <UserQuestion key={question.id} {...question} />}
    </>
  )
}
