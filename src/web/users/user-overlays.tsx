import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { useStore } from '#web/ui/store.ts'
import { Conflict } from '#web/writes/conflict.tsx'
import { RowMenu } from '#web/writes/row-menu.tsx'
import { StoppedRow } from '#web/writes/what-stopped.tsx'
import { useCreateUser } from './user-hooks.ts'
import { EditUserSheet, NewUserSheet } from './user-sheet.tsx'
import { UserQuestion } from './user-question.tsx'
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
  const { over, setOver, question, stopped } = work
  const unit = useStore(useConsole().unit)
  const create = useCreateUser()
  const close = () => setOver(undefined)
  const taken = (email: string) => list.find(email) >= 0
  return (
    <>
      {creating && <NewUserSheet onCreate={create} taken={taken} alike={alike} onDone={onCreated} />}
      {over?.is === 'edit' && (
        <EditUserSheet seen={over.seen} onSave={work.save} taken={taken} alike={alike} onDone={close} />
      )}
      {over?.is === 'menu' && (
        <RowMenu
          name={over.user.email}
          from={over.from}
          onEdit={() => work.edit(over.user)}
          onDelete={() => void work.askToDelete(over.user)}
          onClose={close}
        />
      )}
      {over?.is === 'conflict' && (
        <Conflict
          resource={userShown}
          conflict={over.verdict}
          change={over.change}
          context={unit}
          onCancel={close}
          onSave={(change) => {
            close()
            work.send(over.verdict.row, change, true)
          }}
        />
      )}
      {stopped && (
        <StoppedRow
          resource={userShown}
          stopped={stopped}
          context={unit}
          onShow={onCreated}
          onClose={work.dropStopped}
          ask={(stop, compared) => (
            <UserQuestion
              email={stopped.seen.row.email}
              deed={{ is: 'delete' }}
              danger={work.danger(stopped.seen.row, { is: 'delete' })}
              stop={stop}
              compared={compared}
              onAnswer={(answer) => {
                work.dropStopped()
                if (answer === 'go') void work.remove(stopped.seen, { unchecked: stop.is === 'unchecked' })
              }}
            />
          )}
        />
      )}
      {question && <UserQuestion {...question} />}
    </>
  )
}
