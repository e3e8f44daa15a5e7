import { useState } from 'react'
import type { Token } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { useConsole } from '#web/service/console.tsx'
import { onOff } from '#web/service/verdict-words.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/foreign.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { localMoment } from '#web/ui/time.ts'
import { statusOf, type Sight } from './token-status.ts'
import { statusWords } from './words.ts'
import { YourToken } from './your-token.tsx'

interface Props {
  token: Token
  sight: Sight
  onDelete: () => void
  onCancel: () => void
}

/** The one question before a deletion. */
export function DeleteToken({ token, sight, onDelete, onCancel }: Props) {
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
      action="Delete token"
      danger
      onConfirm={onDelete}
      onCancel={onCancel}
      disabled={!typed}
    >
      <p>Programs using it stop working. This cannot be undone; a new token of this name gets another value.</p>
      {token.yours && <YourToken name={token.name} onTyped={setTyped} />}
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
    </Confirm>
  )
}
