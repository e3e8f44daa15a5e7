import type { User } from '#contract/user.ts'
import { momentAt } from '#contract/wire.ts'
import { useConsole } from '#web/app/console.tsx'
import type { StoppedAct } from '#web/writes/stopped-act.ts'
import { CreatedAgain } from '#web/writes/what-stopped.tsx'
import { useStore } from '#web/ui/store.ts'
import { comparedUser } from './conflict-user.tsx'
import type { UserWork } from './use-user-work.ts'
import { DeleteUser } from './user-dialogs.tsx'

interface Props {
  stopped: StoppedAct<User>
  work: UserWork
  onShow: (email: string) => void
}

/** A deletion that stopped before anything was sent. */
export function StoppedUser({ stopped: { seen, stop }, work, onShow }: Props) {
  const { unit } = useStore(useConsole().unit)
  const { email, created_at } = seen.row
  const close = work.dropStopped
  if (stop.is === 'recreated') {
    return (
      <CreatedAgain
        name={email}
        at={momentAt(created_at, unit)}
        did="deleted"
        onClose={close}
        onShow={() => {
          close()
          onShow(email)
        }}
      />
    )
  }
  return (
    <DeleteUser
      email={email}
      stop={stop}
      compared={stop.is === 'conflict' ? Object.values(comparedUser(stop.seen, stop.row, unit)) : []}
      onCancel={close}
      onConfirm={() => {
        close()
        void work.remove(seen, { unchecked: stop.is === 'unchecked' })
      }}
    />
  )
}
