import type { FlagOf } from '#contract/fields.ts'
import type { ChangeSince } from '#contract/saving/settling.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { StoredToken, TokenField } from '#contract/token.ts'
import type { StoredUser, UserDraft, UserField, UserUpdate } from '#contract/user.ts'
import type { Noun } from '#web/list/resource.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { onOff } from '#web/ui/row-switch.tsx'
import { clockOf, dateOf } from '#web/ui/time.ts'
import type { WriteAct } from './outcomes/outcomes.ts'
import { problemWords, unclearWords } from '#web/resource/problem-words.ts'

/** What each field is called in a sentence. A missing field is a type error. */
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

/** The fields that are on or off. A missing one is a type error. */
const flags: Record<FlagOf<StoredToken> | FlagOf<StoredUser>, true> = { admin: true, active: true, write: true }

/** What a field is called on the page. */
export function fieldWord(field: string): string {
  return nameOf.get(field) ?? field
}

/** Whether a field is on or off. */
export function isFlag(field: string): boolean {
  return Object.hasOwn(flags, field)
}

/** *a and b*, *a, b and c*. */
export const listed = new Intl.ListFormat('en-GB')

/** `active and write`. */
export function fieldWords(fields: readonly string[]): string {
  return listed.format(fields.map(fieldWord))
}

type Differently<Row> = Extract<Verdict<Row>, { is: 'differently' }>

/** How much of a save was stored. */
export const differsHead = ({ isUnchanged }: Pick<Differently<never>, 'isUnchanged'>) =>
  isUnchanged ? 'Not saved' : 'Saved with differences'

/** The fields that a save asked for, and are not as asked. */
export function fieldsMissed({ fields, unasked = [] }: Pick<Differently<never>, 'fields' | 'unasked'>): string[] {
  return fields.filter((field) => !unasked.includes(field))
}

/** *“write” is now off. This save did not ask for that.* Undefined: nothing else changed. */
export function unaskedWords(fields: readonly string[] = [], row: object): string | undefined {
  if (fields.length === 0) return undefined
  return `${capitalized(listed.format(fields.map((field) => nowWords(field, row))))}. This save did not ask for that.`
}

/** *“active” is off again. It was changed outside this page, or by the service.* `before`: the row before the save. */
export function changedSinceWords<Row extends object>(
  { fields, row }: RowChange<Row>,
  before: Row | undefined,
): string {
  const others = fields.filter((field) => field !== 'updated_at')
  const says = others.map((field) => nowWords(field, row, before))
  return `${capitalized(says.length === 0 ? 'saved again' : listed.format(says))}. ${notFromHere('changed')}`
}

/** What something else has done to a row since an act of this tab. `before`: the row before that act. */
export function sinceWords<Row extends object>(
  noun: Noun,
  since: Exclude<ChangeSince<Row>, { is: 'as-left' }>,
  before: Row | undefined,
): string {
  if (since.is === 'changed') return changedSinceWords(since, before)
  if (since.is === 'back') return `In the list again. ${notFromHere('created')}`
  return `No longer in the list. ${notFromHere({ token: 'deleted', user: 'deleted or renamed' }[noun])}`
}

/** Says that nothing in this tab did it. */
export const notFromHere = (did: string, who = 'It was') => `${who} ${did} outside this page, or by the service.`

/** A row that somebody else has changed since a save, and in which fields. */
export interface RowChange<Row> {
  fields: readonly string[]
  row: Row
}

/** *“active” is now off*, or *is off again* if it was so before. */
function nowWords(field: string, row: object, before: object = {}): string {
  const [now, then] = [row, before].map((version) => new Map(Object.entries(version)).get(field))
  if (field === 'value') return 'its value is another one'
  if (!isFlag(field)) return `“${fieldWord(field)}” changed`
  if (typeof now !== 'boolean') return `“${fieldWord(field)}” cannot be read`
  return `“${fieldWord(field)}” is ${now === then ? `${onOff(now)} again` : `now ${onOff(now)}`}`
}

/** The flags of a row or of a change, as `admin off, active on`. */
export function flagWords(flags: object, say: (on: boolean) => string = onOff): string {
  return Object.entries(flags)
    .flatMap(([field, value]) =>
      isFlag(field) && typeof value === 'boolean' ? [`${fieldWord(field)} ${say(value)}`] : [],
    )
    .join(', ')
}

/** What was requested, for *Activity*: `create`, `save active off`, `delete`. */
export function requestWords(act: WriteAct, change: object): string {
  const verb = act === 'remove' ? 'delete' : act
  return `${verb} ${fieldsAsked(change)}`.trim()
}

function fieldsAsked(change: object): string {
  const others = Object.keys(change).filter((field) => !isFlag(field))
  return [...others.map(fieldWord), flagWords(change)].filter((words) => words !== '').join(', ')
}

/** Since when the row has changed: without a form, the admin saw it in the list. */
export const conflictWords = (isOpened: true | undefined) =>
  `Changed since ${isOpened ? 'you opened it' : 'the list was read'}`

/** Why a repair stopped after it had sent something. */
export const repairEndedWords = (fields: readonly string[]) =>
  `The repair stopped because ${fieldWords(fields)} changed.`

/** *Not saved: …*. Also says so if nothing was sent. */
function refusedWords({ problem, unsent }: Extract<Verdict<never>, { is: 'refused' }>, act: WriteAct): string {
  if (problem.kind === 'offline') return problemWords(problem)
  const not = act === 'remove' ? 'Not deleted' : 'Not saved'
  return unsent ? `${not}. Nothing was sent. ${problemWords(problem)}` : `${not}: ${problemWords(problem)}`
}

/** The part of a verdict that says whether something was sent. */
interface SendStatus {
  is: Verdict<never>['is']
  unsent?: true
  during?: unknown
}

/** Whether the act may have changed something on the service. */
export function mayHaveChanged(verdict: SendStatus): boolean {
  return !['not sent', 'rejected'].includes(outcomeWord(verdict))
}

/** The outcome in a word or two, for counting several. */
export function outcomeWord(verdict: SendStatus): string {
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
    case 'locks-out':
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

/** The announcement of a verdict for screen readers. `value`: what happened to the row's value, if known. */
export function announcementOf<Row extends object>(
  noun: Noun,
  name: string,
  verdict: Verdict<Row>,
  told: Told = {},
): string {
  if (told.act === 'create' && verdict.is === 'as-asked') return `${visible(name)} created.`
  const says = outcomeWords(noun, verdict, told)
  return verdict.is === 'exists' ? says : `${visible(name)}: ${says}`
}

interface Told {
  act?: WriteAct
  /** The admin opened the row in a form. */
  isOpened?: true | undefined
  value?: string | undefined
}

/** The same without the name, which the caller puts before it. */
function outcomeWords<Row extends object>(
  noun: Noun,
  verdict: Verdict<Row>,
  { act = 'save', isOpened, value }: Told,
): string {
  const andValue = value === undefined ? [] : [value]
  switch (verdict.is) {
    case 'as-asked':
      return `saved, ${[flagWords(verdict.row), ...andValue].join(', ')}.`
    case 'deleted':
      return act === 'save'
        ? { token: 'deleted.', user: 'no longer in the list (deleted or renamed).' }[noun]
        : 'deleted.'
    case 'differently':
      return differentlyWords(verdict, andValue)
    case 'not-applied':
      return act === 'create'
        ? `the service answered OK, but the list has no ${noun} with this name.`
        : 'the service answered OK, but nothing changed.'
    case 'not-verified':
      return verdict.why === 'no-list'
        ? 'accepted. The service offers no way to check.'
        : 'accepted, but could not be read back.'
    case 'already':
      return 'no change needed. Nothing was sent.'
    case 'conflict':
      if (verdict.during !== undefined) {
        return [repairEndedWords(verdict.fields), ...andValue.map((sentence) => `${capitalized(sentence)}.`)].join(' ')
      }
      return `${conflictWords(isOpened).toLowerCase()}. Nothing was sent.`
    case 'gone':
      return `${goneWords(noun)}.${verdict.during === undefined ? ' Nothing was sent.' : ''}`
    case 'recreated':
      return 'deleted and created again after this list was loaded. Nothing was sent.'
    case 'unchecked':
      return `${uncheckedWords(noun)} Nothing was sent.`
    case 'locks-out':
      return `${{ you: 'this is your account', everybody: 'it is the last active admin' }[verdict.whom]}. Nothing was sent.`
    case 'exists':
      return `A ${noun} named “${visible(verdict.name)}” already exists. Nothing was sent.`
    case 'unanswered':
      return `choose ${fieldWords(verdict.fields)} first: the stored value cannot be read. Nothing was sent.`
    case 'refused':
      return refusedWords(verdict, act).replace(/^N/, 'n')
    case 'half-replaced':
      return verdict.deleted
        ? 'deleted, but not created again.'
        : 'may or may not be deleted, and was not created again.'
    case 'unknown':
      return verdict.at === undefined
        ? `${unclearWords(verdict.problem)}. It may or may not be ${act === 'remove' ? 'deleted' : 'saved'}.`
        : `${unclearWords(verdict.problem)}; ${notShownWords[act]}.`
  }
}

function differentlyWords<Row extends object>(verdict: Differently<Row>, andValue: readonly string[]): string {
  const missed = fieldWords(fieldsMissed(verdict))
  const parts = [differsHead(verdict).toLowerCase(), ...(missed === '' ? [] : [missed]), ...andValue]
  const unasked = unaskedWords(verdict.unasked, verdict.row)
  return `${parts.join(', ')}.${unasked === undefined ? '' : ` ${unasked}`}`
}

/** The result of an act, as a sentence without the name. */
export function outcomeSentence<Row extends object>(noun: Noun, verdict: Verdict<Row>, told: Told): string {
  return capitalized(outcomeWords(noun, verdict, told))
}

/** The request and its result, as *Activity* shows them beside the name. */
export function deedWords<Row extends object>(
  noun: Noun,
  { act, change, isOpened }: { act: WriteAct; change: object; isOpened?: true | undefined },
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
  const request = act === 'save' ? `Asked for ${fields}.` : `Asked to ${act === 'remove' ? 'delete' : 'create'} it.`
  const isSame = act === 'create' && verdict.is === 'exists'
  const says = isSame
    ? 'It already exists. Nothing was sent.'
    : outcomeSentence(noun, verdict, { act, isOpened, value })
  return act === 'save' && fields === '' ? says : `${request} ${says}`
}

/** What a list still shows after a write that may arrive later. A row that is saved is in the list. */
export const notShownWords: Record<WriteAct, string> = {
  create: 'not in the list yet',
  save: 'the list doesn’t show the change yet',
  remove: 'still in the list',
}

export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Says that another row has the name now. `at`: when it was created, in milliseconds since 1970. */
export function recreatedWords(name: string, at: number | undefined, did: 'deleted' | 'replaced'): string {
  const when = at === undefined ? '' : dateOf(at) === dateOf(Date.now()) ? ` at ${clockOf(at)}` : ` on ${dateOf(at)}`
  return `“${visible(name)}” was deleted and created again${when}, after this list was loaded. Nothing was ${did}.`
}

/** Why a row that the admin saw is missing. Somebody else may have renamed a user; a token cannot be renamed. */
export function goneWords(noun: Noun): string {
  return { token: 'already deleted', user: 'already deleted or renamed' }[noun]
}

/** Says that the console cannot check whether the name still belongs to the same row. */
export function uncheckedWords(noun: Noun): string {
  const what = { token: 'token', user: 'account' }[noun]
  return `The console can’t check whether this is still the same ${what}.`
}
