import { CopyPlus } from 'lucide-react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token, TokenField } from '#contract/token.ts'
import { expiryOf, statusOf, type ViewContext } from '#web/tokens/token-status.ts'
import { noExpiryWord, statusWords } from '#web/tokens/words.ts'
import { useViewContext } from '#web/tokens/view-context.ts'
import { keysOf } from '#web/list/resource.ts'
import { flagLine, momentLine, type DetailLine } from '#web/writes/details/detail-line.ts'
import { DetailsSheet } from '#web/writes/details/details-sheet.tsx'

/** The line of each field: a new field must have one. The sheet itself shows the name. */
const lineOf: Record<Exclude<TokenField, 'name'>, (token: Token, context: ViewContext) => DetailLine> = {
  expiration_date(token, context) {
    const noExpiry = expiryOf(token, context.unit) === 'none' ? noExpiryWord(context) : undefined
    return momentLine('Expires', ['expiration_date', token.expiration_date], context, noExpiry)
  },
  write: ({ write }) => flagLine('Write', ['write', write]),
  active: ({ active }) => flagLine('Active', ['active', active]),
  created_at: ({ created_at }, context) => momentLine('Created', ['created_at', created_at], context),
  updated_at: ({ updated_at }, context) => momentLine('Updated', ['updated_at', updated_at], context),
}

interface Props {
  list: RowStore<Token>
  name: string
  onEdit: (token: Token) => void
  onDuplicate: (token: Token) => void
  onClose: () => void
}

/** The details of a token, as the list has it now. */
export function TokenDetails({ list, name, onEdit, onDuplicate, onClose }: Props) {
  const context = useViewContext()
  const at = list.find(name)
  const token = at < 0 ? undefined : list.at(at)
  return (
    <DetailsSheet
      resource="tokens"
      name={name}
      lines={
        token && [
          { label: 'Status', shown: statusWords[statusOf(token, context)] },
          ...keysOf(lineOf).map((field) => lineOf[field](token, context)),
        ]
      }
      buttons={
        token && (
          <>
            <button type="button" className="btn raised-bg" onClick={() => onDuplicate(token)}>
              <CopyPlus className="icon" aria-hidden="true" />
              Duplicate…
            </button>
            <button type="button" className="btn primary" onClick={() => onEdit(token)}>
              Edit
            </button>
          </>
        )
      }
      onClose={onClose}
    />
  )
}
