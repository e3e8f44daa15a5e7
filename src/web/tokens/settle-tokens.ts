import { tokenSettled, tokenSince } from '#contract/saving/settling.ts'
import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/saving/token-writing.ts'
import { settleNotes } from '#web/writes/settled-note.ts'
import type { Settle } from '#web/writes/use-settled-notes.ts'

/** How a later list of tokens settles the notes under them. */
export const settleTokens: Settle<Token, TokenChange> = (list, notes, unit, say) => {
  const rowOf = (name: string) => {
    const row = list.find(name)
    return row < 0 ? undefined : list.at(row)
  }
  const settling = {
    noun: 'token',
    nameOf: (token: Token) => token.name,
    rowOf,
    settled: (name, note) => tokenSettled(note, rowOf(name), unit),
    since: (name, verdict) => tokenSince(name, verdict, list, unit),
  } satisfies Parameters<typeof settleNotes<Token, TokenChange>>[2]
  settleNotes(list, notes, settling, say)
}
