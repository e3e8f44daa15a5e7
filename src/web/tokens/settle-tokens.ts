import { tokenSettled, tokenSince } from '#contract/settling.ts'
import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token-writing.ts'
import { settleNotes } from '#web/service/settled-note.ts'
import type { Settle } from '#web/service/use-settled-notes.ts'

/** How a later list of tokens settles the notes under them. */
export const settleTokens: Settle<Token, TokenChange> = (list, notes, unit) =>
  settleNotes(list, notes, {
    settled: (name, note) => {
      const row = list.find(name)
      return tokenSettled(note, row < 0 ? undefined : list.at(row), unit)
    },
    since: (name, verdict) => tokenSince(name, verdict, list, unit),
  })
