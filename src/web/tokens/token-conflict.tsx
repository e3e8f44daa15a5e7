import type { Token, TokenChange } from '#contract/token.ts'
import { Conflict, type ConflictProps } from '#web/writes/conflict.tsx'
import { tokenShown } from './token-shown.ts'
import type { TokenSaveOptions, TokenWork } from './use-token-work.ts'
import { useViewContext } from './view-context.ts'
import { useSaveWarning } from './warn-save.tsx'

interface Props extends ConflictProps<Token, TokenChange, TokenSaveOptions> {
  work: Pick<TokenWork, 'questionFor'>
}

/** The comparison after a conflict, with everything that must be said before either choice. */
export function TokenConflict({ work, ...conflict }: Props) {
  const context = useViewContext()
  const { change, options } = conflict
  const { seen, row } = conflict.verdict
  const questions = {
    mine: work.questionFor(row, change, options),
    all: work.questionFor(row, tokenShown.fullChange(seen, change, context.unit), options),
  }
  const warning = useSaveWarning(row, Object.values(questions))
  return <Conflict {...conflict} resource={tokenShown} context={context} warning={warning} questions={questions} />
}
