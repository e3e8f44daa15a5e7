import { useMemo } from 'react'
import type { Fault } from '#contract/form.ts'
import { alikeIn } from '#contract/list/name-keys.ts'
import { namesOf, type RowStore } from '#contract/list/row-store.ts'
import { canKeepDate, newTokenForm, tokenChangeForm, type Clock, type NewExpiry } from '#contract/token-form.ts'
import type { UpdateEffect } from '#contract/facts.ts'
import { tokenFields, type Token } from '#contract/token.ts'
import type { Unit } from '#contract/wire.ts'
import { useSession, type Session } from '#web/ui/session.ts'
import { localTimeAt } from '#web/ui/moment/local-time.ts'
import { counted } from '#web/ui/time.ts'
import { presetWords } from '#web/tokens/expiry-field.tsx'
import { tokenActs } from '#web/tokens/token-acts.ts'
import { tokenResource } from '#web/tokens/token-resource.ts'
import { useLearnedUnit } from '#web/tokens/token-hooks.ts'
import { byServiceClock, useViewContext } from '#web/tokens/view-context.ts'
import {
  faultIn,
  type CheckedLine,
  type ImportResource,
  type LineFault,
  type LineValues,
  type Send,
} from '#web/writes/import/import-resource.ts'
import { ImportSheet } from '#web/writes/import/import-sheet.tsx'
import type { PageSheetProps } from '#web/writes/page/page-menu.tsx'

/** Why the form of a token would refuse a line. */
const faultWords: Partial<Record<Fault, string>> = {
  missing: 'Name: empty.',
  past: 'Expires: this date has passed.',
  'too-far': 'Expires: after the year 9999.',
  'far-year': 'Expires: after the year 2100. Create or edit this token by itself.',
  unanswered: 'The stored record can’t be read. Edit this token by itself.',
}

const noDates = ['30d', '90d', '1y', 'never'] as const satisfies readonly NewExpiry[]

interface World {
  session: Session
  list: RowStore<Token> | undefined
  /** Of the service's moments. */
  unit: Unit
  onUpdate: UpdateEffect | undefined
  now?: () => number
}

/** How tokens are imported. Each line is checked by the schemas of the forms. */
export function tokenImport({ session, list, unit, onUpdate, now = Date.now }: World): ImportResource {
  const alike = alikeIn(() => (list === undefined ? [] : namesOf(list)))
  /** The moment that the line means, as a form's picker would. */
  let meant = 0
  const clock: Clock = { now, momentsOf: () => [meant] }
  const forNew = newTokenForm({ taken: () => false, ...clock })
  const chosen = (date: LineValues['date']): NewExpiry | undefined => {
    if (typeof date !== 'number') return date && 'never'
    meant = date
    return { shown: localTimeAt(date, 'UTC'), turn: 'first' }
  }
  const created = (name: string, { flags, date }: LineValues, noDate: string): CheckedLine | LineFault => {
    const { write = false, active = true } = flags
    const expiration_date = chosen(date) ?? noDates.find((choice) => choice === noDate)
    const typed = { name, expiration_date, write, active }
    const { data: draft } = forNew.safeParse(typed)
    if (draft === undefined) return faultIn(forNew, typed, faultWords)
    const { name: _same, ...change } = draft
    const send: Send = ({ tokens }) => tokens.create(byServiceClock(draft, session))
    return {
      exists: false,
      alike: alike(name),
      change,
      planned: () => ({ write: { act: 'create', name, change, send } }),
    }
  }
  const changed = (row: Token, { flags, date }: LineValues): CheckedLine | LineFault => {
    const expiry = typeof date === 'number' ? { at: date } : date && ('not-given' as const)
    const { set } = tokenFields.expiration_date
    const holds = set === 'by-service' || set.holds(row, { ...(expiry && { expiration_date: expiry }) }, { unit, now })
    const { write = row.write, active = row.active } = flags
    const typed = { expiration_date: holds && canKeepDate(row) ? ('keep' as const) : chosen(date), write, active }
    const form = tokenChangeForm(row, clock)
    // Also where the record cannot be read: nothing of it is sent.
    const isSame = holds && write === row.write && active === row.active
    const change = isSame ? {} : form.safeParse(typed).data
    if (change === undefined) return faultIn(form, typed, faultWords)
    if (row.yours === true && !isSame) return { fault: 'You signed in with this token. Change it by itself.' }
    const seen = { row, beganAt: list?.beganAt ?? 0 }
    const send: Send = (saving) => tokenActs.save.run(saving, seen, { change, isAgreed: true }, { session, list })
    const sent = { act: 'save', name: row.name, change, send } as const
    return { exists: true, change, planned: () => ({ confirmed: row, write: sent }) }
  }
  return {
    words: tokenResource,
    isListed: list !== undefined,
    columns: {
      name: { kind: 'name', label: 'Name', heads: ['token', 'tokenname'], example: 'billing-export' },
      expiration_date: {
        kind: 'date',
        label: 'Expires',
        heads: ['expiration', 'expiry', 'expirydate', 'expiresat', 'validuntil'],
        example: '2027-12-31T23:59:59Z',
      },
      write: { kind: 'flag', label: 'Write', heads: ['canwrite'], example: 'no' },
      active: { kind: 'flag', label: 'Active', heads: ['enabled'], example: 'yes' },
    },
    noDate: {
      legend: 'Expires, where the file has no date',
      choices: noDates.map((id) => ({ id, label: presetWords[id] })),
      first: '30d',
    },
    silent: 'Where the file says nothing, a new token gets Write off and Active on.',
    check(name, values, noDate) {
      const at = list?.find(name) ?? -1
      return list === undefined || at < 0 ? created(name, values, noDate) : changed(list.at(at), values)
    },
    warnings(_, updates) {
      if (updates === 0 || onUpdate === 'keeps') return []
      const what = `the value of ${counted(updates, 'token')}`
      return [
        onUpdate === undefined ? `Updating may replace ${what}.` : `Updating replaces ${what}.`,
        'Programs that use an old value stop working until they get the new one.',
      ]
    },
  }
}

/** Imports tokens. */
export function TokenImportSheet({ list, onClose }: PageSheetProps<Token>) {
  const session = useSession()
  useLearnedUnit()
  const { unit, onUpdate } = useViewContext()
  const resource = useMemo(() => tokenImport({ session, list, unit, onUpdate }), [session, list, unit, onUpdate])
  return <ImportSheet resource={resource} onClose={onClose} />
}
