import { useState } from 'react'
import type { Token } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { localMoment } from '#web/ui/time.ts'
import { DeleteRow } from '#web/writes/delete-row.tsx'
import type { ReasonToAsk } from '#web/writes/asked-act.ts'
import { onOff } from '#web/ui/row-switch.tsx'
import { statusOf } from './token-status.ts'
import { useViewContext } from './view-context.ts'
import { statusWords } from './words.ts'
import { YourToken } from './warn-save.tsx'

interface Props {
  token: Token
  /** Another name of the list that looks like it. */
  twin: string | undefined
  reason: ReasonToAsk | undefined
  onDelete: () => void
  onCancel: () => void
}

/** The dialog before a token is deleted. */
export function DeleteToken({ token, twin, reason, onDelete, onCancel }: Props) {
  const context = useViewContext()
  const [typed, setTyped] = useState(token.yours !== true)
  const status = statusOf(token, context)
  const updated = momentAt(token.updated_at, context.unit)
  const mark = (
    <>
      <StatusMark mark={status} />
      {statusWords[status]}
    </>
  )
  return (
    <DeleteRow
      noun="token"
      name={token.name}
      twin={twin}
      reason={reason}
      consequence={`Programs that use it stop working. You can’t undo this. A new token with this name gets a different value.`}
      facts={[
        ['Status', mark],
        ['Write', onOff(token.write)],
        ...(updated === undefined ? [] : [['Updated', localMoment(updated)] as const]),
      ]}
      disabled={!typed}
      onDelete={onDelete}
      onCancel={onCancel}
    >
      {token.yours && <YourToken name={token.name} isFinal onTyped={setTyped} />}
    </DeleteRow>
  )
}
