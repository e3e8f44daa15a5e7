import { secretIn } from '#contract/jwt.ts'
import type { Choice } from '#contract/learned.ts'
import { answered, type Bench } from './test-bench.ts'
import { fieldsOf, flagSpelling, momentSpelling, type RawRow } from './answer-forms.ts'
import { must } from './findings.ts'
import { keys } from './raw-calls.ts'
import { paths } from '#contract/connection.ts'
import type { ResourceName } from '#contract/problem.ts'
import { learnedUnit } from '#contract/list/row-store.ts'
import { type Unit, unitOf } from '#contract/wire.ts'

/** An unknown access token: as long as a real one, in no form of one. */
const madeUp = (bench: Bench) => `Bearer ${bench.made.unused().replaceAll('-', '')}`

/** The names that were there of rows with an empty name: where there is one, ours would touch it. */
export interface Survey {
  emptyName: Record<ResourceName, boolean | undefined>
  rows: Record<ResourceName, number>
}

/** Reads the lists, and asks for them without a valid access token; nothing is written. */
export async function probeReads(bench: Bench): Promise<Survey> {
  const { notes, wire } = bench
  const survey: Survey = { emptyName: { tokens: undefined, users: undefined }, rows: { tokens: 0, users: 0 } }
  await notes.about(['tokens-part', 'list-shape', 'token-fields', 'list-carries-secret', 'flags'], async () => {
    const heard = await readList(bench, 'tokens', survey)
    if (heard !== 404 && heard !== 405) notes.seen('tokens-part', 'on')
    else notes.seen('tokens-part', 'off', { status: heard })
  })
  await notes.about(['users-list', 'user-fields', 'users-list-carries-hash'], async () => {
    const heard = await readList(bench, 'users', survey)
    // Without it there is no telling, yet, if the part is on.
    if (heard === 404) notes.seen('users-list', 'absent', { status: heard })
    else notes.seen('users-part', 'on')
    if (heard === 200) notes.seen('users-list', 'offered')
    if (heard === 405 || heard === 501) notes.seen('users-list', 'absent', { status: heard })
  })
  await probeAccess(bench)
  if (notes.what('tokens-part') !== 'on') {
    notes.notSeen(['unknown-on-value', 'missing-name-on-value'], 'part-off')
    return survey
  }
  await notes.about(['unknown-on-value'], async () => {
    const unknown = `${paths.value}?name=${bench.made.unused()}`
    const { ok, status, text } = await answered(bench, 'tokens', () => wire.call('GET', unknown))
    must(!ok || isNone(text), 'contradicted')
    notes.seen('unknown-on-value', ok ? 'empty' : 'refused', { status })
  })
  await notes.about(['missing-name-on-value'], async () => {
    const { ok, status, text } = await answered(bench, 'tokens', () => wire.call('GET', paths.value))
    must(!ok || isNone(text), 'contradicted')
    notes.seen('missing-name-on-value', ok ? 'empty' : 'refused', { status })
  })
  return survey
}

/** @returns the status of a list that is not there, or 200. */
async function readList(bench: Bench, part: ResourceName, survey: Survey): Promise<number> {
  const { notes, wire } = bench
  const sample: RawRow[] = []
  const units: Record<Unit, number> = { seconds: 0, milliseconds: 0 }
  let count = 0
  let empty = false
  const heard = await wire.list(part, (said) => {
    const row = said as RawRow | null
    if (typeof row !== 'object' || row === null) return
    count += 1
    empty ||= row[keys[part]] === ''
    const unit = unitOf(Number(row.updated_at ?? Number.NaN))
    if (unit !== undefined) units[unit] += 1
    // The form of all rows shows in a few.
    if (sample.length < 50) sample.push(row)
  })
  if (!heard.ok) {
    must([404, 405, 501].includes(heard.status) && (await wire.knock(part)).status === heard.status, 'failed')
    return heard.status
  }
  survey.emptyName[part] = empty
  survey.rows[part] = count
  const unit = learnedUnit(units)
  if (unit !== undefined && notes.what('moments-unit') === undefined) notes.seen('moments-unit', unit)
  noteShape(bench, part, heard.key, sample)
  return 200
}

const rowPoints = {
  tokens: { fields: 'token-fields', secret: 'list-carries-secret', hasSecret: (row: RawRow) => Boolean(secretIn(row)) },
  users: {
    fields: 'user-fields',
    secret: 'users-list-carries-hash',
    hasSecret: ({ password }: RawRow) => typeof password === 'string',
  },
} as const satisfies Record<ResourceName, object>

/** What the rows and their wrapping look like. */
export function noteShape(
  { notes }: Bench,
  part: ResourceName,
  key: string | undefined,
  rows: readonly RawRow[],
): void {
  if (key !== undefined && notes.what('list-shape') === undefined) {
    const shapes: Record<string, Choice<'list-shape'>> = { '': 'bare', data: 'data', items: 'items', [part]: 'named' }
    notes.seen('list-shape', shapes[key] ?? 'other')
  }
  if (rows.length === 0) return
  const fields = fieldsOf(rows)
  const dated = fields.includes('updated_at') ? 'with-updated-at' : 'without-updated-at'
  const points = rowPoints[part]
  notes.seen(points.fields, dated, { with: fields })
  if (rows.some(points.hasSecret)) notes.seen(points.secret, 'yes')
  else if (!fields.includes('others')) notes.seen(points.secret, 'no')
  const flags = flagSpelling(rows)
  if (flags !== undefined) notes.seen('flags', flags)
  const moments = momentSpelling(rows)
  if (moments !== undefined) notes.seen('moment-spelling', moments)
}

async function probeAccess(bench: Bench): Promise<void> {
  const { notes, wire } = bench
  const part = notes.what('tokens-part') === 'on' ? 'tokens' : 'users'
  const asked = (authorization: string | null) => answered(bench, part, () => wire.knock(part, authorization))
  if (notes.what('tokens-part') !== 'on' && notes.what('users-list') !== 'offered') {
    return notes.notSeen(['missing-bearer', 'unknown-bearer', 'authorization-scheme'], 'no-list')
  }
  await notes.about(['missing-bearer'], async () => {
    const { ok, status } = await asked(null)
    notes.seen('missing-bearer', ok ? 'accepted' : 'refused', { status })
  })
  await notes.about(['unknown-bearer'], async () => {
    const { ok, status } = await asked(madeUp(bench))
    notes.seen('unknown-bearer', ok ? 'accepted' : 'refused', { status })
  })
  await notes.about(['authorization-scheme'], async () => {
    must(notes.what('missing-bearer') === 'refused' && bench.bearer !== undefined, 'not-visible')
    const { ok } = await asked(`Other ${bench.bearer}`)
    notes.seen('authorization-scheme', ok ? 'any' : 'bearer')
  })
}

/** Whether a success body holds no value, in any of the wrappings that are known. */
function isNone(text: string): boolean {
  return /^\s*(|null|""|\[\]|\{\}|\{"(data|value|token)":(\[\]|null|"")\})\s*$/.test(text)
}
