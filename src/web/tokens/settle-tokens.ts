import { settled, sinceVerdict } from '#contract/saving/settling.ts'
import { tokenWriting } from '#contract/saving/token-saving.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { settleNotes } from '#web/writes/settled-note.ts'
import type { Settle } from '#web/writes/use-settled-notes.ts'

/** How a later list of tokens settles the notes under them. */
export const settleTokens: Settle<Token, TokenChange> = (list, notes, unit, say) => {
  const writing = tokenWriting(() => unit)
  const rowOf = (name: string) => {
    const row = list.find(name)
    return row < 0 ? undefined : list.at(row)
  }
  const settling = {
    noun: 'token',
    nameOf: writing.nameOf,
    rowOf,
    settled: (name, note) => settled(writing, name, note, rowOf),
    since: (name, verdict) => sinceVerdict(writing, name, verdict, list),
  } satisfies Parameters<typeof settleNotes<Token, TokenChange>>[2]
  settleNotes(list, notes, settling, say)
}
