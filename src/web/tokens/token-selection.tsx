import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { isoOf } from '#web/list/csv.ts'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import type { Selecting } from '#web/list/use-selection.ts'
import { onOff } from '#web/writes/verdict-words.ts'
import { expiryOf, statusOf, type Sight } from './token-status.ts'
import { noExpiryWord, statusWords } from './words.ts'

interface Props {
  list: RowStore<Token>
  selecting: Selecting
  shown: number
  sight: Sight
}

/** What can be done with the tokens selected. */
export function TokenSelection({ sight, ...props }: Props) {
  return <SelectionBar noun="token" {...props} head={head} cells={(token) => cells(token, sight)} />
}

const head = ['Name', 'Status', 'Expires (UTC)', 'Write', 'Active', 'Updated (UTC)']

function cells(token: Token, sight: Sight): string[] {
  const expiry = expiryOf(token, sight.unit)
  return [
    token.name,
    statusWords[statusOf(token, sight, expiry)],
    expiry === 'none' ? noExpiryWord(sight) : (isoOf(expiry) ?? 'unreadable'),
    onOff(token.write),
    onOff(token.active),
    isoOf(momentAt(token.updated_at, sight.unit)) ?? 'unknown',
  ]
}
