import { valueIn } from '#contract/jwt.ts'
import { confirmed, type ProbeContext } from './probe-context.ts'
import { fieldNamesOf, flagSpelling, momentSpelling, sampleOf, type RawRow } from './response-forms.ts'
import { ensure } from './findings.ts'
import { keys } from './raw-client.ts'
import { paths } from '#contract/connection.ts'
import type { ResourceName } from '#contract/problem.ts'
import { learnedUnit } from '#contract/list/row-store.ts'
import { fieldsOf, type Unit, unitOf } from '#contract/wire.ts'

/** Whether a row with an empty name existed, if that is known: ours could overwrite it. */
export type EmptyNames = Record<ResourceName, boolean | undefined>

/** Reads the lists, also without a valid access token. Writes nothing. */
export async function probeReads(context: ProbeContext): Promise<EmptyNames> {
  const { findings, client } = context
  const emptyNames: EmptyNames = { tokens: undefined, users: undefined }
  await findings.attempt(['tokens-part', 'list-shape', 'token-fields', 'list-carries-secret', 'flags'], async () => {
    const status = await readList(context, 'tokens', emptyNames)
    if (status !== 404 && status !== 405) findings.record('tokens-part', 'on')
    else findings.record('tokens-part', 'off', { status })
  })
  await findings.attempt(['users-list', 'user-fields', 'users-list-carries-hash'], async () => {
    const status = await readList(context, 'users', emptyNames)
    // Without a list it is still open whether the resource is on.
    if (status === 404) findings.record('users-list', 'absent', { status })
    else findings.record('users-part', 'on')
    if (status === 200) findings.record('users-list', 'offered')
    if (status === 405 || status === 501) findings.record('users-list', 'absent', { status })
  })
  await probeAccess(context)
  if (findings.choiceOf('tokens-part') !== 'on') return emptyNames
  const values = {
    'unknown-on-value': `${paths.value}?name=${context.temporary.unused()}`,
    'missing-name-on-value': paths.value,
  }
  for (const point of ['unknown-on-value', 'missing-name-on-value'] as const) {
    await findings.attempt([point], async () => {
      const { ok, status, text } = await confirmed(context, 'tokens', () => client.call('GET', values[point]))
      ensure(!ok || isNone(text), 'contradicted')
      findings.record(point, ok ? 'empty' : 'refused', { status })
    })
  }
  return emptyNames
}

/** @returns the status of a missing list, or 200. */
async function readList(context: ProbeContext, part: ResourceName, emptyNames: EmptyNames): Promise<number> {
  const { findings, client } = context
  const sample: RawRow[] = []
  const units: Record<Unit, number> = { seconds: 0, milliseconds: 0 }
  let empty = false
  const response = await client.list(part, (item) => {
    const row = fieldsOf(item)
    if (row === undefined) return
    empty ||= row[keys[part]] === ''
    const unit = unitOf(Number(row['updated_at'] ?? Number.NaN))
    if (unit !== undefined) units[unit] += 1
    // A few rows show the format of all.
    if (sample.length < 50) sample.push(sampleOf(row))
  })
  if (!response.ok) {
    ensure(
      [404, 405, 501].includes(response.status) && (await client.openList(part)).status === response.status,
      'failed',
    )
    return response.status
  }
  emptyNames[part] = empty
  const unit = learnedUnit(units)
  if (findings.choiceOf('moments-unit') === undefined) findings.record('moments-unit', unit)
  noteListShape(context, part, response.envelope)
  noteRows(context, part, sample)
  return 200
}

const rowPoints = {
  tokens: { fields: 'token-fields', secret: 'list-carries-secret', hasSecret: (row: RawRow) => Boolean(valueIn(row)) },
  users: {
    fields: 'user-fields',
    secret: 'users-list-carries-hash',
    hasSecret: ({ password }: RawRow) => typeof password === 'string',
  },
} as const satisfies Record<ResourceName, object>

/** Records how the rows are wrapped. */
function noteListShape({ findings }: ProbeContext, part: ResourceName, envelope: unknown): void {
  if (findings.choiceOf('list-shape') !== undefined) return
  const wrappings = [
    ['data', 'data'],
    [part, 'named'],
    ['items', 'items'],
  ] as const
  const [, shape = 'other'] = wrappings.find(([key]) => Array.isArray(fieldsOf(envelope)?.[key])) ?? []
  findings.record('list-shape', Array.isArray(envelope) ? 'bare' : shape)
}

/** Records the format of rows. */
export function noteRows({ findings }: ProbeContext, part: ResourceName, rows: readonly RawRow[]): void {
  if (rows.length === 0) return
  const fields = fieldNamesOf(rows)
  const dated = fields.includes('updated_at') ? 'with-updated-at' : 'without-updated-at'
  const points = rowPoints[part]
  findings.record(points.fields, dated, { with: fields })
  if (rows.some(points.hasSecret)) findings.record(points.secret, 'yes')
  else if (!fields.includes('others')) findings.record(points.secret, 'no')
  findings.record('flags', flagSpelling(rows))
  findings.record('moment-spelling', momentSpelling(rows))
}

async function probeAccess(context: ProbeContext): Promise<void> {
  const { findings, client } = context
  const part = findings.choiceOf('tokens-part') === 'on' ? 'tokens' : 'users'
  const asked = (authorization: string | null) => confirmed(context, part, () => client.openList(part, authorization))
  if (findings.choiceOf('tokens-part') !== 'on' && findings.choiceOf('users-list') !== 'offered') {
    return findings.recordNotSeen(['missing-bearer', 'unknown-bearer', 'authorization-scheme'], 'no-list')
  }
  // An unknown one is as long as a real one, but in no known format.
  const unknown = `Bearer ${context.temporary.unused().replaceAll('-', '')}`
  for (const point of ['missing-bearer', 'unknown-bearer'] as const) {
    await findings.attempt([point], async () => {
      const { ok, status } = await asked(point === 'missing-bearer' ? null : unknown)
      findings.record(point, ok ? 'accepted' : 'refused', { status })
    })
  }
  await findings.attempt(['authorization-scheme'], async () => {
    ensure(findings.choiceOf('missing-bearer') === 'refused' && context.bearer !== undefined, 'not-visible')
    const { ok } = await asked(`Other ${context.bearer}`)
    findings.record('authorization-scheme', ok ? 'any' : 'bearer')
  })
}

/** Whether a success body holds no value, in any known wrapping. */
function isNone(text: string): boolean {
  return /^(|null|""|\[\]|\{\}|\{"(data|value|token)":(\[\]|null|"")\})$/.test(text.trim())
}
