import { canRepair, needsRepair } from '#api/service-facts.ts'
import { unchangedExpiry, type NewToken, type Token, type TokenChange, type TokenBody } from '#api/token.ts'
import { tokenToRecreate } from '#api/write/outcome.ts'
import { copyValues, type ResourceDefinition } from '#web/resource/resource.ts'
import type { NewRow } from '#web/resource/form.ts'
import { activeFilters } from '#web/resource/field-definitions.tsx'
import { tokenActions } from './actions.ts'
import { tokenRecreation } from './confirmations.ts'
import { tokenFormDefinition } from './schema.ts'
import { tokenFields } from './fields.tsx'
import { expiryHistogram } from './expiry.ts'
import { fetchTokenValue } from './reveal-value.tsx'
import { tokenSecretWarning, tokenUnseenText, tokenValueResult, tokenValueSentences } from './status.ts'
import { tokenUndoChange } from './actions.ts'

const inlineLabels: ReadonlyMap<string, string> = new Map([
  ...Object.entries(tokenFields).map(([name, { inlineLabel }]) => [name, inlineLabel] as const),
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
  fields: tokenFields,
  identifyingFields: ['name', 'status', 'expiration_date'],
  forms: tokenFormDefinition,
  filters: {
    all: { label: () => 'All', passes: () => true },
    ...activeFilters,
    write: { label: () => 'Can write', passes: ({ write }) => write === true },
    repair: { label: () => 'Needs repair', mark: 'repair', passes: needsRepair, visibility: 'found' },
  },
  histogram: expiryHistogram,
  canDuplicate: true,
  readValue: fetchTokenValue,
  secretWarning: tokenSecretWarning,
  actions: tokenActions,
  bulkActions: {
    bar: ['repair', 'deactivate', 'activate', 'setExpiry', copyValues, 'delete'],
    menu: ['writeOn', 'writeOff', 'replace'],
  },
  unreadable: (rows) => `${rows === 1 ? 'has' : 'have'} no readable name and cannot be shown`,
  inlineLabelOf: (field) => inlineLabels.get(field) ?? field,
  secretResult: tokenValueResult,
  secretSentences: tokenValueSentences,
  unseenText: tokenUnseenText,
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
  recreationChange(token, change) {
    const { expiration_date: _stored, ...others } = token as Token & TokenBody
    return { ...toNewRow({ ...others, ...unchangedExpiry(token) }).change, ...change }
  },
  recreation: tokenRecreation,
}

/** A record as a new token. */
function toNewRow({ name, write, active, expiration_date: integer }: TokenBody): NewRow {
  const expiry = integer === undefined ? ('none' as const) : { integer }
  return { name, change: { write, active, expiration_date: expiry } satisfies TokenChange }
}
