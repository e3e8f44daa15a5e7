import {
  holdsExpiry,
  keptExpiry,
  sentExpiry,
  showsExpiry,
  type NewToken,
  type Token,
  type TokenChange,
  type TokenDraft,
} from '#contract/token.ts'
import { unitIn, unitOf, unmoved, unreadable, type Unit } from '#contract/wire.ts'
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

/** The flags of a token: each is sent with every write. */
const flags = ['active', 'write'] as const

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
        const dated = expiry === undefined ? keptExpiry(row, unit()) : sentExpiry(expiry, { unit: unit(), now })
        return { send: { name: row.name, active, write, ...dated } }
      }
      const unanswered = flags.filter((flag) => (change[flag] ?? row[flag]) === undefined)
      return { unanswered: [...unanswered, ...(isLost ? ['expiration_date'] : [])] }
    },
    asks(row, change) {
      const asked = flags.filter((flag) => change[flag] !== undefined && change[flag] !== row[flag])
      const { expiration_date: expiry } = change
      const isDated = expiry !== undefined && !holdsExpiry(row, expiry, unit())
      return [...asked, ...(isDated ? ['expiration_date'] : [])]
    },
    differs(sent, row) {
      const other = flags.filter((flag) => sent[flag] !== row[flag])
      return [...other, ...(showsExpiry(row, sent.expiration_date, unit()) ? [] : ['expiration_date'])]
    },
    changed(before, row) {
      const moments = (['expiration_date', 'updated_at'] as const).filter(
        (field) => !unmoved(before[field], row[field], unit()),
      )
      return [...flags.filter((flag) => before[flag] !== row[flag]), ...moments]
    },
    unseen: () => [],
    visible: (sent) => sent,
    asked: (part) => part,
    leaves: (row) => row,
    value: valueOutcomeOf,
    agrees: (row) => agrees(row, unit()),
    misread({ expiration_date: integer }, row) {
      const counts = unitIn(row.updated_at)
      const sentIn = integer === undefined ? undefined : unitOf(integer)
      if (sentIn === undefined || counts === undefined || sentIn === counts) return undefined
      return { field: 'expiration_date', unit: counts }
    },
  }
}
