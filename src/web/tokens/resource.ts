import { canRepair, needsRepair } from '#contract/facts.ts'
import type { NewToken, StoredToken, Token, TokenChange, TokenDraft } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { missingOf } from '#contract/write/outcome.ts'
import type { Field } from '#web/resource/field.ts'
import { flagSetting } from '#web/resource/flag-setting.tsx'
import { flagField, isoOf, momentField, nameField } from '#web/resource/fields.ts'
import type { NewRow } from '#web/resource/form.ts'
import type { Resource } from '#web/resource/resource.ts'
import { plainMoment } from '#web/ui/time.ts'
import { tokenActs } from './acts.ts'
import { tokenForms } from './forms.ts'
import { ExpiryInput, NameInput } from './inputs.tsx'
import { parseExpiry } from './read-expiry.ts'
import { readValue } from './read-value.ts'
import { expiryBars } from './expiry-bars.ts'
import { expiryOf, noExpiryWord, statusOf, statusWords, type TokenStatus } from './status.ts'
import { undoOf } from './undo-change.ts'
import { caution, valueWords } from './value-words.ts'

type TokenField = Field<Token, TokenChange>

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
    column: { className: 'c-status', rank: (token, world) => statuses.indexOf(statusOf(token, world)) },
    show: (token, world) => statusWords[statusOf(token, world)],
    exported: { head: 'Status', cell: (token, world) => statusWords[statusOf(token, world)] },
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
      return expiry === undefined ? 'unreadable' : expiry === 'none' ? noExpiryWord : plainMoment(expiry)
    },
    exported: {
      head: 'Expires (UTC)',
      cell(token, { unit }) {
        const expiry = expiryOf(token, unit)
        return expiry === 'none' ? noExpiryWord : (isoOf(expiry) ?? 'unreadable')
      },
    },
    asked({ expiration_date: expiry }, { unit, now }) {
      if (expiry === undefined) return undefined
      if (expiry === 'not-given') return noExpiryWord
      const moment = 'integer' in expiry ? momentAt(expiry.integer, unit) : undefined
      if ('integer' in expiry) return moment === undefined ? String(expiry.integer) : plainMoment(moment)
      return plainMoment('at' in expiry ? expiry.at : now + expiry.after)
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
    set: flagSetting('write', 'Write', {
      hint: 'Allows changing data. Otherwise read-only.',
      heads: ['canwrite', 'schreiben', 'schreibrecht', 'écriture', 'escritura'],
    }),
  },
  active: {
    ...flagField('active', 'Active'),
    set: flagSetting('active', 'Active', {
      hint: 'Deactivate to stop programs from using it.',
      heads: ['enabled', 'aktiv', 'actif', 'activé', 'activo', 'activado'],
    }),
  },
  updated_at: momentField('updated_at', 'Updated', 'its last update', 'c-upd'),
  created_at: momentField('created_at', 'Created', 'created', undefined),
} satisfies Record<keyof StoredToken | 'status', TokenField>

const words: ReadonlyMap<string, string> = new Map([
  ...Object.entries(fields).map(([name, { word }]) => [name, word] as const),
  ['value', 'its value'],
])

/** Everything that the page knows of tokens. */
export const tokens: Resource<Token, NewToken, TokenChange> = {
  name: 'tokens',
  noun: 'token',
  title: 'Tokens',
  expected: 'a list of tokens as JSON',
  request: 'GET /_/token',
  secrets: 'values',
  nameOf: ({ name }) => name,
  fields,
  forms: tokenForms,
  filters: {
    all: { label: () => 'All', passes: () => true },
    // A token that expires soon is still active.
    active: {
      label: () => statusWords.active,
      mark: 'active',
      passes: (token, world) => ['active', 'soon'].includes(statusOf(token, world)),
    },
    inactive: ofStatus('inactive'),
    write: { label: () => 'Can write', passes: ({ write }) => write === true },
    repair: { label: () => 'Needs repair', mark: 'repair', passes: needsRepair, shown: 'found' },
    unknown: { ...ofStatus('unknown'), shown: 'found' },
  },
  bars: expiryBars,
  canDuplicate: true,
  readValue,
  caution,
  acts: tokenActs,
  unreadable: (rows) => `${rows === 1 ? 'has' : 'have'} no readable name and cannot be shown`,
  wordOf: (field) => words.get(field) ?? field,
  ofSecret: valueWords,
  wrong(token, world) {
    if (!needsRepair(token, world)) return undefined
    const help = canRepair(world) ? { act: 'repair', label: 'Repair' } : { act: 'replace', label: 'Replace value…' }
    return { says: 'Needs repair. The service will probably reject its value.', ...help }
  },
  undo: undoOf,
  missing(outcome) {
    const missing = missingOf(outcome)
    return missing && again(missing)
  },
}

function ofStatus(status: TokenStatus) {
  return {
    label: () => statusWords[status],
    mark: status,
    passes: (token: Token, world: Parameters<typeof statusOf>[1]) => statusOf(token, world) === status,
  }
}

/** A record as a new token. */
function again({ name, write, active, expiration_date: integer }: TokenDraft): NewRow {
  const expiry = integer === undefined ? ('not-given' as const) : { integer }
  return { name, change: { write, active, expiration_date: expiry } satisfies TokenChange }
}
