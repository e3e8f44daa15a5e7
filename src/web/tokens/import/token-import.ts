import { faultsOf, type Fault } from '#contract/form.ts'
import {
  canKeepDate,
  newTokenForm,
  tokenChangeForm,
  type Clock,
  type NewExpiry,
  type TypedNewToken,
} from '#contract/token-form.ts'
import type { ValueOnPut } from '#contract/learned-value.ts'
import { tokenFields, type NewToken, type Token, type TokenChange } from '#contract/token.ts'
import type { Unit } from '#contract/wire.ts'
import { counted } from '#web/ui/time.ts'
import { tokenResource } from '#web/tokens/token-resource.ts'
import type { ImportResource, LineFault, LineValues } from '#web/writes/import/import-resource.ts'

/** Why the form of a token would refuse a line. */
const faultWords: Partial<Record<Fault, string>> = {
  missing: 'Name: empty.',
  past: 'Expires: this date has passed.',
  'too-far': 'Expires: after the year 9999.',
  'far-year': 'Expires: after the year 2100. Create or edit this token by itself.',
  unanswered: 'The stored record can’t be read. Edit this token by itself.',
}
const otherFault = 'The form of a token would refuse it.'

const noDates = ['30d', '90d', '1y', 'never'] as const satisfies readonly NewExpiry[]
const noDateLabels = { '30d': '30 days', '90d': '90 days', '1y': '1 year', never: 'Never' }

interface World {
  /** Of the service's moments. */
  unit: Unit
  valueOnPut: ValueOnPut | undefined
  now?: () => number
}

/** How tokens are imported. Each line is checked by the schemas of the forms. */
export function tokenImport({ unit, valueOnPut, now = Date.now }: World): ImportResource<Token, NewToken, TokenChange> {
  /** The moment that the line means, as a form's picker would. */
  let meant = 0
  const clock: Clock = { now, momentsOf: () => [meant] }
  const forNew = newTokenForm({ taken: () => false, ...clock })
  const pick = (at: number): NewExpiry => {
    meant = at
    const date = new Date(at)
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    const time = { hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() }
    return { shown: { ...day, ...time }, turn: 'first' }
  }
  return {
    words: tokenResource,
    columns: {
      name: { kind: 'name', label: 'Name', heads: ['token', 'tokenname'], example: 'billing-export' },
      expiration_date: {
        kind: 'date',
        label: 'Expires',
        heads: ['expirationdate', 'expiration', 'expiry', 'expirydate', 'expiresat', 'validuntil'],
        example: '2027-12-31T23:59:59Z',
      },
      write: { kind: 'flag', label: 'Write', heads: ['canwrite'], example: 'no' },
      active: { kind: 'flag', label: 'Active', heads: ['enabled'], example: 'yes' },
    },
    noDate: {
      legend: 'Expires, where the file has no date',
      choices: noDates.map((id) => ({ id, label: noDateLabels[id] })),
      first: '30d',
    },
    silent: 'Where the file says nothing, a new token gets Write off and Active on.',
    create(name, { flags, date }, noDate) {
      const { write = false, active = true } = flags
      const chosen = noDates.find((choice) => choice === noDate) ?? '30d'
      const expiration_date = date === undefined ? chosen : date === 'no-date' ? 'never' : pick(date)
      const typed: TypedNewToken = { name, expiration_date, write, active }
      const { data: draft } = forNew.safeParse(typed)
      return draft === undefined ? faultIn(forNew, typed) : { draft }
    },
    compare(row, { flags, date }) {
      const asked: TokenChange = { ...flags, ...(date !== undefined && { expiration_date: expiryOf(date) }) }
      const holds = (field: 'expiration_date' | 'write' | 'active') => {
        const { set } = tokenFields[field]
        return set === 'by-service' || set.holds(row, asked, { unit, now })
      }
      if (holds('expiration_date') && holds('write') && holds('active')) return { change: {} }
      const keeps = holds('expiration_date') && canKeepDate(row)
      const expiration_date = keeps
        ? 'keep'
        : date === undefined
          ? undefined
          : date === 'no-date'
            ? 'never'
            : pick(date)
      const typed = { expiration_date, write: flags['write'] ?? row.write, active: flags['active'] ?? row.active }
      const form = tokenChangeForm(row, clock)
      const { data: change } = form.safeParse(typed)
      return change === undefined ? faultIn(form, typed) : { change }
    },
    warnings(_, { length }) {
      if (length === 0 || valueOnPut === 'kept') return []
      const what = `the value of ${counted(length, 'token')}`
      return [
        valueOnPut === undefined ? `Updating may replace ${what}.` : `Updating replaces ${what}.`,
        'Programs that use an old value stop working until they get the new one.',
      ]
    },
  }
}

const expiryOf = (date: NonNullable<LineValues['date']>) => (date === 'no-date' ? ('not-given' as const) : { at: date })

function faultIn(form: Parameters<typeof faultsOf>[0], typed: object): LineFault {
  const [fault] = faultsOf(form, typed).values()
  return { fault: (fault && faultWords[fault]) ?? otherFault }
}
