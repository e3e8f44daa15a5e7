import { tokenSettled, tokenSince } from '#contract/settling.ts'
import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token-writing.ts'
import type { Unit } from '#contract/wire.ts'
import type { Settling } from '#web/service/use-settled-notes.ts'

/** How a later list of tokens settles the notes under them. */
export const settling = (unit: Unit): Settling<Token, TokenChange> => ({
  settled: (name, note, list) => {
    const row = list.find(name)
    return tokenSettled(note, row < 0 ? undefined : list.at(row), unit)
  },
  since: (name, verdict, list) => tokenSince(name, verdict, list, unit),
})
