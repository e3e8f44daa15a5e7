import { canRepair, needsRepair } from '#api/facts.ts'
import type { NewToken, StoredToken, Token, TokenChange, TokenBody } from '#api/token.ts'
import { toMillis } from '#api/wire.ts'
import { tokenToRecreate } from '#api/write/outcome.ts'
import type { FieldDefinition, ResourceDefinition } from '#web/resource/resource.ts'
import { flagInput, flagField, toIsoString, timestampField, nameField } from '#web/resource/field-definitions.tsx'
import type { NewRow } from '#web/resource/form.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { tokenActions } from './actions.ts'
import { tokenFormDefinition } from './schema.ts'
import { ExpiryInput, NameInput } from './fields.tsx'
import { parseExpiry, expiryHistogram } from './expiry.ts'
import { fetchTokenValue } from './reveal-value.tsx'
import {
  expiryOf,
  noExpiryLabel,
  tokenStatus,
  tokenStatusLabels,
  type TokenStatus,
  tokenSecretWarning,
  tokenValueMessage,
} from './status.ts'
import { tokenUndoChange } from './undo-change.ts'

type TokenField = FieldDefinition<Token, TokenChange>

const statuses: readonly TokenStatus[] = ['active', 'soon', 'past', 'inactive', 'unknown']

/** Every field of a token, and its status. A missing field is a type error. */
const fields = {
  name: {
    ...nameField<Token>('Name', ({ name }) => name),
    set: {
      Input: NameInput,
      isForNew: true,
      heads: ['token', 'tokenname'],
      parse: () => ({ change: {} }),
    },
  },
  status: {
    label: 'Status',
    word: 'status',
    column: { className: 'c-status', rank: (token, world) => statuses.indexOf(tokenStatus(token, world)) },
    show: (token, world) => tokenStatusLabels[tokenStatus(token, world)],
    exported: { head: 'Status', cell: (token, world) => tokenStatusLabels[tokenStatus(token, world)] },
  },
  expiration_date: {
    label: 'Expires',
    word: 'expires',
    column: {
      className: 'c-exp',
      // No expiry sorts after any date, unreadable dates after that.
      rank(token, { unit }) {
        const expiry = expiryOf(token, unit)
        return expiry === 'none' ? 9e15 : (expiry ?? 9.1e15)
      },
    },
    show(token, { unit }) {
      const expiry = expiryOf(token, unit)
      return expiry === undefined ? 'unreadable' : expiry === 'none' ? noExpiryLabel : formatDateTime(expiry)
    },
    exported: {
      head: 'Expires (UTC)',
      cell(token, { unit }) {
        const expiry = expiryOf(token, unit)
        return expiry === 'none' ? noExpiryLabel : (toIsoString(expiry) ?? 'unreadable')
      },
    },
    asked({ expiration_date: expiry }, { unit, now }) {
      if (expiry === undefined) return undefined
      if (expiry === 'not-given') return noExpiryLabel
      const moment = 'integer' in expiry ? toMillis(expiry.integer, unit) : undefined
      if ('integer' in expiry) return moment === undefined ? String(expiry.integer) : formatDateTime(moment)
      return formatDateTime('at' in expiry ? expiry.at : now + expiry.after)
    },
    set: {
      Input: ExpiryInput,
      heads: [
        'expiration',
        'expiry',
        'expirydate',
        'expiresat',
        'validuntil',
        'ablauf',
        'ablaufdatum',
        'läuftab',
        'gültigbis',
        'expire',
        'expirele',
        'datedexpiration',
        'expiración',
        'caducidad',
        'vencimiento',
        'fechadecaducidad',
        'fechadevencimiento',
      ],
      parse: parseExpiry,
    },
  },
  write: {
    ...flagField('write', 'Write'),
    set: flagInput('write', 'Write', {
      hint: 'Allows changing data. Otherwise read-only.',
      heads: ['canwrite', 'schreiben', 'schreibrecht', 'écriture', 'escritura'],
    }),
  },
  active: {
    ...flagField('active', 'Active'),
    set: flagInput('active', 'Active', {
      hint: 'Deactivate to stop programs from using it.',
      heads: ['enabled', 'aktiv', 'actif', 'activé', 'activo', 'activado'],
    }),
  },
  updated_at: timestampField('updated_at', 'Updated', 'its last update', 'c-upd'),
  created_at: timestampField('created_at', 'Created', 'created', undefined),
} satisfies Record<keyof StoredToken | 'status', TokenField>

const words: ReadonlyMap<string, string> = new Map([
  ...Object.entries(fields).map(([name, { word }]) => [name, word] as const),
  ['value', 'its value'],
])

/** Everything that the page knows of tokens. */
export const tokenResource: ResourceDefinition<Token, NewToken, TokenChange> = {
  name: 'tokens',
  noun: 'token',
  title: 'Tokens',
  expected: 'a list of tokens as JSON',
  request: 'GET /_/token',
  secrets: 'values',
  nameOf: ({ name }) => name,
  fields,
  forms: tokenFormDefinition,
  filters: {
    all: { label: () => 'All', passes: () => true },
    // A token that expires soon is still active.
    active: {
      label: () => tokenStatusLabels.active,
      mark: 'active',
      passes: (token, world) => ['active', 'soon'].includes(tokenStatus(token, world)),
    },
    inactive: ofStatus('inactive'),
    write: { label: () => 'Can write', passes: ({ write }) => write === true },
    repair: { label: () => 'Needs repair', mark: 'repair', passes: needsRepair, shown: 'found' },
    unknown: { ...ofStatus('unknown'), shown: 'found' },
  },
  bars: expiryHistogram,
  canDuplicate: true,
  readValue: fetchTokenValue,
  caution: tokenSecretWarning,
  acts: tokenActions,
  unreadable: (rows) => `${rows === 1 ? 'has' : 'have'} no readable name and cannot be shown`,
  wordOf: (field) => words.get(field) ?? field,
  ofSecret: tokenValueMessage,
  wrong(token, world) {
    if (!needsRepair(token, world)) return undefined
    const help = canRepair(world) ? { act: 'repair', label: 'Repair' } : { act: 'replace', label: 'Replace value…' }
    return { says: 'Needs repair. The service will probably reject its value.', ...help }
  },
  undo: tokenUndoChange,
  missing(outcome) {
    const missing = tokenToRecreate(outcome)
    return missing && again(missing)
  },
}

function ofStatus(status: TokenStatus) {
  return {
    label: () => tokenStatusLabels[status],
    mark: status,
    passes: (token: Token, world: Parameters<typeof tokenStatus>[1]) => tokenStatus(token, world) === status,
  }
}

/** A record as a new token. */
function again({ name, write, active, expiration_date: integer }: TokenBody): NewRow {
  const expiry = integer === undefined ? ('not-given' as const) : { integer }
  return { name, change: { write, active, expiration_date: expiry } satisfies TokenChange }
}
