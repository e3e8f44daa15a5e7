import type { FlagOf } from '#contract/fields.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { StoredToken, TokenField } from '#contract/token.ts'
import type { StoredUser, UserDraft, UserField, UserUpdate } from '#contract/user.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { onOff } from '#web/ui/row-switch.tsx'
import { clockOf, dateOf } from '#web/ui/time.ts'
import { problemWords, unclearWords } from './problem-words.ts'

/** What the two kinds of rows are called. */
export type Noun = 'token' | 'user'

/** What each field is called in a sentence: one that is forgotten here does not compile. */
const names: Record<TokenField | UserField | keyof UserDraft | keyof UserUpdate | 'value', string> = {
  name: 'name',
  email: 'email',
  new_email: 'new email',
  password: 'password',
  new_password: 'new password',
  expiration_date: 'expires',
  admin: 'admin',
  active: 'active',
  write: 'write',
  created_at: 'created',
  updated_at: 'its last update',
  value: 'its value',
}
const nameOf: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** The fields that are on or off: one that is forgotten here does not compile. */
const flags: Record<FlagOf<StoredToken> | FlagOf<StoredUser>, true> = { admin: true, active: true, write: true }

/** What a field is called on the page. */
export function fieldWord(field: string): string {
  return nameOf.get(field) ?? field
}

/** Whether a field is on or off. */
export function isFlag(field: string): boolean {
  return Object.hasOwn(flags, field)
}

/** `active and write`. */
export function fieldWords(fields: readonly string[]): string {
  return fields.map(fieldWord).join(' and ')
}

/** The flags of a row or of a change, as `admin off, active on`. */
export function flagWords(flags: object, say: (on: boolean) => string = onOff): string {
  return Object.entries(flags)
    .flatMap(([field, value]) =>
      isFlag(field) && typeof value === 'boolean' ? [`${fieldWord(field)} ${say(value)}`] : [],
    )
    .join(', ')
}

/** What was asked, for the list of what was done: `create`, `save active off`, `delete`. */
export function askedWords(act: 'save' | 'create' | 'remove', change: object): string {
  const verb = act === 'remove' ? 'delete' : act
  return `${verb} ${fieldsAsked(change)}`.trim()
}

function fieldsAsked(change: object): string {
  const others = Object.keys(change).filter((field) => !isFlag(field))
  return [...others.map(fieldWord), flagWords(change)].filter((words) => words !== '').join(', ')
}

/** Why a repair stopped that had sent something already. */
export const repairEndedWords = (fields: readonly string[]) =>
  `The repair stopped because ${fieldWords(fields)} changed.`

/** *Not saved: …*, and where the service was never asked, that nothing was sent. */
export function refusedWords(
  { problem, unsent }: Extract<Verdict<never>, { is: 'refused' }>,
  act: 'save' | 'create' | 'remove' = 'save',
): string {
  if (problem.kind === 'offline') return problemWords(problem)
  const not = act === 'remove' ? 'Not deleted' : 'Not saved'
  return unsent ? `${not}. Nothing was sent. ${problemWords(problem)}` : `${not}: ${problemWords(problem)}`
}

/** A verdict, as far as it says whether something was sent. */
interface Came {
  is: Verdict<never>['is']
  unsent?: true
  during?: unknown
}

/** Whether the service may hold something else since this. */
export function mayHaveChanged(verdict: Came): boolean {
  return !['not sent', 'rejected'].includes(outcomeWord(verdict))
}

/** What a change came to in a word or two, to count many. */
export function outcomeWord(verdict: Came): string {
  if (verdict.during !== undefined) return 'not saved as asked'
  switch (verdict.is) {
    case 'as-asked':
    case 'deleted':
      return 'saved'
    case 'already':
    case 'conflict':
    case 'gone':
    case 'recreated':
    case 'unchecked':
    case 'exists':
    case 'unanswered':
      return 'not sent'
    case 'refused':
      return verdict.unsent ? 'not sent' : 'rejected'
    case 'differently':
    case 'not-applied':
    case 'half-replaced':
      return 'not saved as asked'
    case 'not-verified':
    case 'unknown':
      return 'not confirmed'
  }
}

/** What screen readers are told when an act has its verdict; `value`: what it did to the row's value, if that is known. */
export function announced<Row extends object>(
  noun: Noun,
  name: string,
  verdict: Verdict<Row>,
  told: Told = {},
): string {
  const says = outcomeWords(noun, verdict, told)
  return verdict.is === 'exists' ? says : `${visible(name)}: ${says}`
}

interface Told {
  act?: 'save' | 'create' | 'remove'
  value?: string | undefined
}

/** The same without the name, which stands before it. */
function outcomeWords<Row extends object>(noun: Noun, verdict: Verdict<Row>, { act = 'save', value }: Told): string {
  const andValue = value === undefined ? [] : [value]
  switch (verdict.is) {
    case 'as-asked':
      return `saved, ${[flagWords(verdict.row), ...andValue].join(', ')}.`
    case 'deleted':
      return 'deleted.'
    case 'differently':
      return `saved with differences, ${[fieldWords(verdict.fields), ...andValue].join(', ')}.`
    case 'not-applied':
      return 'the service answered OK, but nothing changed.'
    case 'not-verified':
      return verdict.why === 'no-list'
        ? 'accepted. The service offers no way to check.'
        : 'accepted, but could not be read back.'
    case 'already':
      return 'no change needed. Nothing was sent.'
    case 'conflict':
      if (verdict.during !== undefined) {
        return [repairEndedWords(verdict.fields), ...andValue.map((one) => `${capitalized(one)}.`)].join(' ')
      }
      return 'changed since you opened it. Nothing was sent.'
    case 'gone':
      return `already deleted.${verdict.during === undefined ? ' Nothing was sent.' : ''}`
    case 'recreated':
      return 'deleted and created again after this list was loaded. Nothing was sent.'
    case 'unchecked':
      return `${uncheckedWords(noun)} Nothing was sent.`
    case 'exists':
      return `A ${noun} named ${visible(verdict.name)} already exists. Nothing was sent.`
    case 'unanswered':
      return `choose ${fieldWords(verdict.fields)} first. Nothing was sent.`
    case 'refused':
      return refusedWords(verdict, act).replace(/^N/, 'n')
    case 'half-replaced':
      return 'deleted, but not created again.'
    case 'unknown':
      return verdict.at === undefined
        ? `${unclearWords(verdict.problem)}. It may or may not be ${act === 'remove' ? 'deleted' : 'saved'}.`
        : `${unclearWords(verdict.problem)}; ${act === 'remove' ? 'still in the list' : 'not in the list yet'}.`
  }
}

/** What came of an act, as a sentence that leaves the name out. */
export function outcomeSentence<Row extends object>(noun: Noun, verdict: Verdict<Row>, told: Told): string {
  return capitalized(outcomeWords(noun, verdict, told))
}

/** What was done, or what was asked for and what came of it, as *Activity* says it beside the name. */
export function deedWords<Row extends object>(
  noun: Noun,
  { act, change }: { act: 'save' | 'create' | 'remove'; change: object },
  verdict: Verdict<Row>,
  value?: string,
): string {
  const fields = fieldsAsked(change)
  if (verdict.is === 'deleted') return 'Deleted.'
  if (verdict.is === 'as-asked') {
    const saved = fields === '' ? 'Repaired.' : `Saved ${fields}.`
    const done = act === 'create' ? `Created: ${flagWords(verdict.row)}.` : saved
    const did = verdict.also?.did === 'replaced' ? 'Value replaced.' : done
    return [did, ...(value === undefined ? [] : [`${capitalized(value)}.`])].join(' ')
  }
  const asked = act === 'save' ? `Asked for ${fields}.` : `Asked to ${act === 'remove' ? 'delete' : 'create'} it.`
  const says = outcomeSentence(noun, verdict, { act, value })
  return act === 'save' && fields === '' ? says : `${asked} ${says}`
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** That another row has the name now; `at` is when it was created. */
export function recreatedWords(name: string, at: number | undefined, did: 'deleted' | 'replaced'): string {
  const when = at === undefined ? '' : dateOf(at) === dateOf(Date.now()) ? ` at ${clockOf(at)}` : ` on ${dateOf(at)}`
  return `“${visible(name)}” was deleted and created again${when}, after this list was loaded. Nothing was ${did}.`
}

/** That nothing tells whether the name still stands for the same row. */
export function uncheckedWords(noun: Noun): string {
  return `The console can’t check whether this is still the same ${noun === 'user' ? 'account' : 'token'}.`
}
