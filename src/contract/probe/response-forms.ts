import { jsonIn } from '#contract/wire.ts'
import type { Choice } from './points.ts'

/** The format of a body, whatever its content. */
export type Form = 'empty' | 'text' | 'markup' | 'json' | 'json-error' | 'json-code' | 'problem'

/** A row as a JSON object. */
export type RawRow = Readonly<Record<string, unknown>>

/** The formats of the responses so far, without any text. */
export interface Tally {
  errors: { status: number; form: Form }[]
  successes: { method: string; status: number; form: Form }[]
  named: number
  unnamed: number
}

/** The format of a body. */
export function formOf(text: string): Form {
  const body = text.trim()
  if (body === '') return 'empty'
  if (body.startsWith('<')) return 'markup'
  const parsed = jsonIn(body)
  if (parsed === undefined) return 'text'
  if (typeof parsed !== 'object' || parsed === null) return 'json'
  const has = (key: string) => key in parsed
  if (has('error')) return 'json-error'
  if (has('detail') || (has('title') && has('type'))) return 'problem'
  return has('code') && has('message') ? 'json-code' : 'json'
}

/** The format of refusals; undefined: too few were seen. */
export function errorFormat({ errors }: Tally): Choice<'error-format'> | undefined {
  const unauthorized = formsOf(errors.filter(({ status }) => status === 401 || status === 403))
  const otherForms = formsOf(errors.filter(({ status }) => status !== 401 && status !== 403))
  const [form, more] = [...otherForms]
  if (form === undefined || more !== undefined) return form === undefined ? undefined : 'mixed'
  if (form === 'text' && unauthorized.size === 1 && unauthorized.has('empty')) return 'text-or-empty'
  if ([...unauthorized].some((one) => one !== form)) return 'mixed'
  return form === 'markup' ? 'mixed' : form
}

/** The format of successful writes. */
export function successBody({ successes }: Tally): Choice<'success-body'> | undefined {
  const seen = new Set([...formsOf(successes)].map((form) => (form.startsWith('json') ? 'json' : form)))
  const [form, more] = [...seen]
  if (form === undefined) return undefined
  return more === undefined && (form === 'json' || form === 'text' || form === 'empty') ? form : 'mixed'
}

/** The statuses of successful writes, each also as `POST 201`; undefined unless all three methods were seen. */
export function successCodes({ successes }: Tally): { choice: Choice<'success-codes'>; with: string[] } | undefined {
  const seen = [...new Set(successes.map(({ method, status }) => `${method} ${status}`))].sort()
  if (new Set(successes.map(({ method }) => method)).size < 3) return undefined
  const known = {
    'DELETE 200,POST 201,PUT 200': 'created-201',
    'DELETE 200,POST 200,PUT 200': 'all-200',
    'DELETE 204,POST 201,PUT 200': 'deleted-204',
    'DELETE 204,POST 204,PUT 204': 'all-204',
  } as const
  const choice = Object.entries(known).find(([codes]) => codes === seen.join())?.[1] ?? 'other'
  return { choice, with: seen }
}

/** The spelling of flags in rows; undefined: there are none. */
export function flagSpelling(rows: readonly RawRow[]): Choice<'flags'> | undefined {
  return one(
    rows
      .flatMap(({ active, write, admin }) => [active, write, admin])
      .filter((flag) => flag !== undefined)
      .map((flag) => {
        if (typeof flag === 'boolean') return 'boolean'
        if (flag === 0 || flag === 1) return 'number'
        if (flag === '0' || flag === '1') return 'number-text'
        return flag === 'true' || flag === 'false' ? 'boolean-text' : 'mixed'
      }),
  )
}

/** The spelling of moments in rows; undefined: there are none. */
export function momentSpelling(rows: readonly RawRow[]): Choice<'moment-spelling'> | undefined {
  return one(
    rows
      .flatMap(({ created_at, updated_at }) => [created_at, updated_at])
      .filter((moment) => moment !== undefined && moment !== null)
      .map((moment) => {
        if (typeof moment === 'number') return 'number'
        if (typeof moment !== 'string') return 'mixed'
        return /^-?\d+$/.test(moment) ? 'text' : 'iso'
      }),
  )
}

/** Field names that may be reported. Of others only their existence is, because a name may be anything. */
const knownNames = new Set(
  'id uuid name email expiration_date active write admin created_at updated_at password token value secret jwt'.split(
    ' ',
  ),
)

/** As much of a row as its reported format depends on, in little memory, however large the row is. */
export function sampleOf(row: RawRow): RawRow {
  const kept = (value: unknown) => {
    if (typeof value === 'string') return value.length > 100 ? 'long' : value
    return typeof value === 'object' && value !== null ? {} : value
  }
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => (knownNames.has(name) ? [name, kept(value)] : ['others', true])),
  )
}

/** The field names of rows, as far as they may be reported. */
export function fieldNamesOf(rows: readonly RawRow[]): string[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const known = keys.filter((key) => knownNames.has(key))
  return known.length === keys.length ? known : [...known, 'others']
}

function formsOf(answers: readonly { form: Form }[]): Set<Form> {
  return new Set(answers.map(({ form }) => form))
}

function one<Spelling extends string>(spellings: readonly Spelling[]): Spelling | 'mixed' | undefined {
  const [spelling, more] = [...new Set(spellings)]
  return more === undefined ? spelling : 'mixed'
}

/** The wrapping of a secret in a body. */
export function shapeOfBody(text: string): Choice<'value-shape'> {
  const json = jsonIn(text.trim())
  if (json === undefined) return 'text'
  if (typeof json === 'string') return 'json-string'
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'other'
  for (const key of ['data', 'value', 'token'] as const) if (key in json) return key
  return 'other'
}
