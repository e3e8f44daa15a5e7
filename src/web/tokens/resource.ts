import { canRepair, needsRepair } from '#api/service-facts.ts'
import type { NewToken, StoredToken, Token, TokenChange, TokenBody } from '#api/token.ts'
import { toMillis } from '#api/wire.ts'
import { tokenToRecreate } from '#api/write/outcome.ts'
import type { FieldDefinition, ResourceDefinition } from '#web/resource/resource.ts'
import { flagInput, flagField, toIsoString, timestampField, nameField } from '#web/resource/field-definitions.tsx'
import type { NewRow } from '#web/resource/form.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { tokenActions } from './actions.ts'
import { tokenFormDefinition } from './schema.ts'
import { ExpiryInput, NameInput } from './field-inputs.tsx'
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
    input: {
      Input: NameInput,
      createOnly: true,
      csvHeaders: ['token', 'tokenname'],
      parse: () => ({ change: {} }),
    },
  },
  status: {
    label: 'Status',
    inlineLabel: 'status',
    column: { className: 'c-status', sortValue: (token, context) => statuses.indexOf(tokenStatus(token, context)) },
    format: (token, context) => tokenStatusLabels[tokenStatus(token, context)],
    csv: { header: 'Status', cell: (token, context) => tokenStatusLabels[tokenStatus(token, context)] },
  },
  expiration_date: {
    label: 'Expires',
    inlineLabel: 'expires',
    column: {
      className: 'c-exp',
      // No expiry sorts after any date, unreadable dates after that.
      sortValue(token, { timeUnit }) {
        const expiry = expiryOf(token, timeUnit)
        return expiry === 'none' ? 9e15 : (expiry ?? 9.1e15)
      },
    },
    format(token, { timeUnit }) {
      const expiry = expiryOf(token, timeUnit)
      return expiry === undefined ? 'unreadable' : expiry === 'none' ? noExpiryLabel : formatDateTime(expiry)
    },
    csv: {
      header: 'Expires (UTC)',
      cell(token, { timeUnit }) {
        const expiry = expiryOf(token, timeUnit)
        return expiry === 'none' ? noExpiryLabel : (toIsoString(expiry) ?? 'unreadable')
      },
    },
    formatChange({ expiration_date: expiry }, { timeUnit, now }) {
      if (expiry === undefined) return undefined
      if (expiry === 'none') return noExpiryLabel
      const moment = 'integer' in expiry ? toMillis(expiry.integer, timeUnit) : undefined
      if ('integer' in expiry) return moment === undefined ? String(expiry.integer) : formatDateTime(moment)
      return formatDateTime('at' in expiry ? expiry.at : now + expiry.after)
    },
    input: {
      Input: ExpiryInput,
      csvHeaders: [
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
    input: flagInput('write', 'Write', {
      hint: 'Allows changing data. Otherwise read-only.',
      csvHeaders: ['canwrite', 'schreiben', 'schreibrecht', 'écriture', 'escritura'],
    }),
  },
  active: {
    ...flagField('active', 'Active'),
    input: flagInput('active', 'Active', {
      hint: 'Deactivate to stop programs from using it.',
      csvHeaders: ['enabled', 'aktiv', 'actif', 'activé', 'activo', 'activado'],
    }),
  },
  updated_at: timestampField('updated_at', 'Updated', 'its last update', 'c-upd'),
  created_at: timestampField('created_at', 'Created', 'created', undefined),
} satisfies Record<keyof StoredToken | 'status', TokenField>

const inlineLabels: ReadonlyMap<string, string> = new Map([
  ...Object.entries(fields).map(([name, { inlineLabel }]) => [name, inlineLabel] as const),
  ['value', 'its value'],
])

/** Everything that the page knows of tokens. */
export const tokenResource: ResourceDefinition<Token, NewToken, TokenChange> = {
  name: 'tokens',
  noun: 'token',
  title: 'Tokens',
  expected: 'a list of tokens as JSON',
  request: 'GET /_/token',
  secretNoun: 'values',
  nameOf: ({ name }) => name,
  fields,
  forms: tokenFormDefinition,
  filters: {
    all: { label: () => 'All', passes: () => true },
    // A token that expires soon is still active.
    active: {
      label: () => tokenStatusLabels.active,
      mark: 'active',
      passes: (token, context) => ['active', 'soon'].includes(tokenStatus(token, context)),
    },
    inactive: statusFilter('inactive'),
    write: { label: () => 'Can write', passes: ({ write }) => write === true },
    repair: { label: () => 'Needs repair', mark: 'repair', passes: needsRepair, visibility: 'found' },
    unknown: { ...statusFilter('unknown'), visibility: 'found' },
  },
  histogram: expiryHistogram,
  canDuplicate: true,
  readValue: fetchTokenValue,
  secretWarning: tokenSecretWarning,
  actions: tokenActions,
  unreadable: (rows) => `${rows === 1 ? 'has' : 'have'} no readable name and cannot be shown`,
  inlineLabelOf: (field) => inlineLabels.get(field) ?? field,
  secretMessage: tokenValueMessage,
  problemOf(token, context) {
    if (!needsRepair(token, context)) return undefined
    const remedy = canRepair(context)
      ? { action: 'repair', label: 'Repair' }
      : { action: 'replace', label: 'Replace value…' }
    return { text: 'Needs repair. The service will probably reject its value.', ...remedy }
  },
  undoChange: tokenUndoChange,
  rowToRecreate(outcome) {
    const missingToken = tokenToRecreate(outcome)
    return missingToken && toNewRow(missingToken)
  },
}

function statusFilter(status: TokenStatus) {
  return {
    label: () => tokenStatusLabels[status],
    mark: status,
    passes: (token: Token, context: Parameters<typeof tokenStatus>[1]) => tokenStatus(token, context) === status,
  }
}

/** A record as a new token. */
function toNewRow({ name, write, active, expiration_date: integer }: TokenBody): NewRow {
  const expiry = integer === undefined ? ('none' as const) : { integer }
  return { name, change: { write, active, expiration_date: expiry } satisfies TokenChange }
}
