import { flagsOf } from '#contract/flags.ts'
import {
  holdsExpiry,
  keptExpiry,
  sentExpiry,
  showsExpiry,
  tokenFlags,
  type NewToken,
  type Token,
  type TokenChange,
  type TokenDraft,
} from '#contract/token.ts'
import { unitOf, unreadable, type Unit } from '#contract/wire.ts'
import type { Kind } from './kind.ts'
import { agrees, valueOutcomeOf } from './value.ts'

/** The types of tokens. */
export interface TokenTypes {
  row: Token
  draft: NewToken
  change: TokenChange
  create: TokenDraft
  update: TokenDraft
}

const flags = flagsOf(tokenFlags)

/** How tokens are written. `unit`: of the service's moments, as documented where it is unknown; `now`: both read for each write. */
export function tokenKind(unit: () => Unit, now: () => number): Kind<TokenTypes> {
  return {
    key: 'name',
    nameOf: ({ name }) => name,
    renamed: (name) => name,
    drafted: ({ expiration_date: expiry, ...rest }) => ({ ...rest, ...sentExpiry(expiry, { unit: unit(), now }) }),
    compose(row, change) {
      const { expiration_date: expiry } = change
      const isLost = expiry === undefined && row.expiration_date === unreadable
      const sent = flags.sent(row, change)
      if ('unanswered' in sent || isLost) {
        const unanswered = 'unanswered' in sent ? sent.unanswered : []
        return { unanswered: [...unanswered, ...(isLost ? ['expiration_date'] : [])] }
      }
      const dated = expiry === undefined ? keptExpiry(row) : sentExpiry(expiry, { unit: unit(), now })
      return { send: { name: row.name, ...sent.flags, ...dated } }
    },
    asks(row, change) {
      const { expiration_date: expiry } = change
      const isDated = expiry !== undefined && !holdsExpiry(row, expiry, unit())
      return [...flags.asked(row, change), ...(isDated ? ['expiration_date'] : [])]
    },
    differs: (sent, row) => [
      ...flags.differing(sent, row),
      ...(showsExpiry(row, sent.expiration_date) ? [] : ['expiration_date']),
    ],
    changed(before, row) {
      const moments = (['expiration_date', 'updated_at'] as const).filter((field) => before[field] !== row[field])
      return [...flags.differing(before, row), ...moments]
    },
    unseen: () => [],
    visible: (sent) => sent,
    leaves: (row) => row,
    value: valueOutcomeOf,
    agrees: (row) => agrees(row, unit()),
    mistook({ expiration_date: integer }, row) {
      const counts = unitOf(row.updated_at)
      const sentIn = unitOf(integer)
      if (sentIn === undefined || counts === undefined || sentIn === counts) return undefined
      return { did: 'took-other-unit', unit: counts, field: 'expiration_date' }
    },
  }
}
