import type { Token } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import type { StoppedAct } from '#web/writes/stopped-act.ts'
import { CreatedAgain } from '#web/writes/what-stopped.tsx'
import { DeleteToken } from './delete-token.tsx'
import { ReplaceValue } from './replace-value.tsx'
import type { Sight } from './token-status.ts'
import type { TokenWork } from './use-token-work.ts'

interface Props {
  stopped: StoppedAct<Token>
  sight: Sight
  /** Names of fields that a new token will not have. */
  others: readonly string[]
  work: TokenWork
  onShow: (name: string) => void
}

/** A deletion or replacement that stopped before anything was sent. */
export function StoppedToken({ stopped: { act, seen, stop }, sight, others, work, onShow }: Props) {
  const { row } = seen
  const close = work.dropStopped
  if (stop.is === 'recreated') {
    return (
      <CreatedAgain
        name={row.name}
        at={momentAt(row.created_at, sight.unit)}
        did={act === 'delete' ? 'deleted' : 'replaced'}
        onClose={close}
        onShow={() => {
          close()
          onShow(row.name)
        }}
      />
    )
  }
  if (act === 'replace' && stop.is === 'conflict') {
    return (
      <ReplaceValue
        token={row}
        sight={sight}
        others={others}
        stop={stop}
        onCancel={close}
        onReplace={(expires) => {
          close()
          work.replace(seen, expires)
        }}
      />
    )
  }
  return (
    <DeleteToken
      token={row}
      sight={sight}
      stop={stop}
      onCancel={close}
      onDelete={() => {
        close()
        void work.remove(seen, { unchecked: stop.is === 'unchecked' })
      }}
    />
  )
}
