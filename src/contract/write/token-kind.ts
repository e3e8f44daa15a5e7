import {
  holdsExpiry,
  keptExpiry,
  sentExpiry,
  showsExpiry,
  type NewToken,
  type StoredToken,
  type Token,
  type TokenChange,
  type TokenDraft,
} from '#contract/token.ts'
import { unitOf, unreadable, type Unit } from '#contract/wire.ts'
import { flagsAsked, flagsDiffering, flagsUnanswered, type Flags, type Kind } from './kind.ts'
import { agrees, valueOutcomeOf } from './value.ts'

/** The types of tokens. */
export interface TokenTypes {
  row: Token
  draft: NewToken
  change: TokenChange
  create: TokenDraft
  update: TokenDraft
}

/** The flags of a token: each is sent with every write. */
const flags: Flags<StoredToken, Token | TokenDraft | TokenChange> = {
  active: ({ active }) => active,
  write: ({ write }) => write,
}

/** How tokens are written. `unit`: of the service's moments, as documented where it is unknown; `now`: both read for each write. */
export function tokenKind(unit: () => Unit, now: () => number): Kind<TokenTypes> {
  return {
    key: 'name',
    nameOf: ({ name }) => name,
    nameIn: ({ name }) => name,
    renamed: (name) => name,
    drafted: ({ expiration_date: expiry, ...rest }) => ({ ...rest, ...sentExpiry(expiry, { unit: unit(), now }) }),
    compose(row, change) {
      const { active = row.active, write = row.write, expiration_date: expiry } = change
      const isLost = expiry === undefined && row.expiration_date === unreadable
      if (active !== undefined && write !== undefined && !isLost) {
        const dated = expiry === undefined ? keptExpiry(row) : sentExpiry(expiry, { unit: unit(), now })
        return { send: { name: row.name, active, write, ...dated } }
      }
      return { unanswered: [...flagsUnanswered(flags, row, change), ...(isLost ? ['expiration_date'] : [])] }
    },
    asks(row, change) {
      const { expiration_date: expiry } = change
      const isDated = expiry !== undefined && !holdsExpiry(row, expiry, unit())
      return [...flagsAsked(flags, row, change), ...(isDated ? ['expiration_date'] : [])]
    },
    differs: (sent, row) => [
      ...flagsDiffering(flags, sent, row),
      ...(showsExpiry(row, sent.expiration_date) ? [] : ['expiration_date']),
    ],
    changed(before, row) {
      const moments = (['expiration_date', 'updated_at'] as const).filter((field) => before[field] !== row[field])
      return [...flagsDiffering(flags, before, row), ...moments]
    },
    unseen: () => [],
    visible: (sent) => sent,
    asked: (part) => part,
    leaves: (row) => row,
    value: valueOutcomeOf,
    agrees: (row) => agrees(row, unit()),
    misread({ expiration_date: integer }, row) {
      const counts = unitOf(row.updated_at)
      const sentIn = unitOf(integer)
      if (sentIn === undefined || counts === undefined || sentIn === counts) return undefined
      return { field: 'expiration_date', unit: counts }
    },
  }
}
