import type { Seen } from '#contract/saving/save.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { Conflict } from '#web/writes/conflict.tsx'
import { tokenShown } from './token-shown.ts'
import type { ConflictedSave } from '#web/writes/use-row-work.ts'
import type { TokenSaveOptions, TokenWork } from './use-token-work.ts'
import { useViewContext } from './view-context.ts'
import { useSaveWarning } from './warn-save.tsx'

interface Props extends ConflictedSave<Token, TokenChange, TokenSaveOptions> {
  work: Pick<TokenWork, 'questionFor'>
  onSave: (from: Seen<Token>, change: TokenChange, options: TokenSaveOptions) => void
  onCancel: () => void
}

/** The comparison after a conflict, with everything that must be said before either choice. */
export function TokenConflict({ verdict, change, options, work, onSave, onCancel }: Props) {
  const context = useViewContext()
  const { seen, row } = verdict
  const questions = {
    mine: work.questionFor(row, change, options),
    all: work.questionFor(row, tokenShown.fullChange(seen, change, context.unit), options),
  }
  const { mine, all } = questions
  const asks = useSaveWarning(row, [mine, all])
  return (
    <Conflict
      resource={tokenShown}
      conflict={verdict}
      change={change}
      context={context}
      warnings={{
        mine: { says: mine ? asks.sentences(mine) : [], waits: asks.waits },
        all: { says: all ? asks.sentences(all) : [], waits: asks.waits },
      }}
      other={asks.checkFirst}
      onCancel={onCancel}
      onSave={(chosen, choice) => {
        asks.settle(questions[choice])
        onSave({ row, beganAt: Date.now() }, chosen, { ...options, isAgreed: true })
      }}
    >
      {asks.rest}
    </Conflict>
  )
}
