import { useState } from 'react'
import type { Token } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { useConsole } from '#web/app/console.tsx'
import { deleteWords, type Stop } from '#web/writes/stopped-act.ts'
import { onOff } from '#web/ui/row-switch.tsx'
import { WhatStopped } from '#web/writes/what-stopped.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { localMoment } from '#web/ui/time.ts'
import { comparedToken } from './conflict-token.tsx'
import { statusOf, type Sight } from './token-status.ts'
import { statusWords } from './words.ts'
import { YourToken } from './your-token.tsx'

interface Props {
  token: Token
  sight: Sight
  /** Why it is asked again. */
  stop?: Exclude<Stop<Token>, { is: 'recreated' }>
  onDelete: () => void
  onCancel: () => void
}

/** The one question before a deletion. */
export function DeleteToken({ token, sight, stop, onDelete, onCancel }: Props) {
  const { place } = useConsole()
  const [typed, setTyped] = useState(token.yours !== true)
  const status = statusOf(token, sight)
  const updated = momentAt(token.updated_at, sight.unit)
  return (
    <Confirm
      title={
        <>
          Delete “<Foreign text={token.name} />
          ”?
        </>
      }
      action={deleteWords(stop, 'Delete token')}
      danger
      onConfirm={onDelete}
      onCancel={onCancel}
      disabled={!typed}
    >
      {stop && (
        <WhatStopped
          noun="token"
          stop={stop}
          compared={stop.is === 'conflict' ? Object.values(comparedToken(stop.seen, stop.row, sight)) : []}
        />
      )}
      <p>Programs using it stop working. This cannot be undone; a new token of this name gets another value.</p>
      {token.yours && <YourToken name={token.name} onTyped={setTyped} />}
      {stop?.is !== 'conflict' && (
        <dl className="facts">
          <dt>Status</dt>
          <dd>
            <StatusMark mark={status} />
            {statusWords[status]}
          </dd>
          <dt>Write</dt>
          <dd>{onOff(token.write)}</dd>
          {updated !== undefined && (
            <>
              <dt>Updated</dt>
              <dd>{localMoment(updated)}</dd>
            </>
          )}
          <dt>Service</dt>
          <dd>{place.name}</dd>
        </dl>
      )}
    </Confirm>
  )
}
