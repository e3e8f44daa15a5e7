import type { Fate } from '#contract/fate.ts'
import type { EndedRepair, Verdict } from '#contract/verdict.ts'
import { visible } from '#web/ui/foreign.tsx'
import { problemWords, unclearWords } from './problem-words.ts'

/** What the two kinds of rows are called. */
export type Noun = 'token' | 'user'

/** What a stored field is called on the page. */
export function fieldWord(field: string): string {
  switch (field) {
    case 'expiration_date':
      return 'expires'
    case 'updated_at':
      return 'its last update'
    case 'value':
      return 'its value'
    case 'email':
      return 'e-mail'
    default:
      return field
  }
}

/** `active and write`. */
export function fieldWords(fields: readonly string[]): string {
  return fields.map(fieldWord).join(' and ')
}

/** `on`, `off`, or `unknown`. */
export function onOff(flag: boolean | undefined): string {
  return flag === undefined ? 'unknown' : flag ? 'on' : 'off'
}

/** The flags of a row or of a change, as `admin off, active on`. */
export function flagWords(flags: object): string {
  return Object.entries(flags)
    .flatMap(([field, value]) => (typeof value === 'boolean' ? [`${fieldWord(field)} ${onOff(value)}`] : []))
    .join(', ')
}

/** What was asked, for the list of what was done: `create`, `save active off`, `delete`. */
export function askedWords(act: 'save' | 'create' | 'remove', change: object): string {
  const flags = flagWords(change)
  const others = Object.keys(change).filter((key) => key === 'expires' || key === 'new_email')
  const what = [
    ...others.map((key) => (key === 'expires' ? 'expires' : 'new e-mail')),
    ...(flags === '' ? [] : [flags]),
  ]
  const verb = act === 'remove' ? 'delete' : act
  return what.length === 0 ? verb : `${verb} ${what.join(', ')}`
}

/** What happened to the value, in a few words; nothing where it is not known. */
function fateWords(fate: Fate | undefined): string[] {
  switch (fate) {
    case 'kept':
      return ['value unchanged']
    case 'new':
      return ['new value']
    case 'new-works':
      return ['new value, works']
    case 'new-refused':
      return ['value probably unusable']
    case 'not-told':
    case undefined:
      return []
  }
}

/** Why a repair stopped that had sent something already, and what it leaves. */
export function repairEndedWords(fields: readonly string[], { fate }: EndedRepair): string {
  const stopped = `Somebody else changed ${fieldWords(fields)}, so the repair stopped.`
  switch (fate) {
    case 'kept':
      return stopped
    case 'new':
    case 'new-works':
      return `${stopped} The service issued a new value.`
    case 'new-refused':
      return `${stopped} The value still needs repair.`
    case 'not-told':
      return `${stopped} The service may have issued a new value.`
  }
}

/** What screen readers are told when an act has its verdict. */
export function announced<Row extends object>(noun: Noun, name: string, verdict: Verdict<Row>): string {
  const shown = visible(name)
  switch (verdict.is) {
    case 'as-asked':
      return `${shown}: saved as asked, ${[flagWords(verdict.row), ...fateWords(verdict.fate)].join(', ')}.`
    case 'deleted':
      return `${shown}: deleted.`
    case 'differently':
      return `${shown}: saved differently, ${[fieldWords(verdict.fields), ...fateWords(verdict.fate)].join(', ')}.`
    case 'not-applied':
      return `${shown}: the service answered OK, but nothing changed.`
    case 'not-verified':
      return verdict.why === 'no-list'
        ? `${shown}: accepted by the service; it has no way to check.`
        : `${shown}: accepted, and could not be read back.`
    case 'already':
      return `${shown}: it is so already. Nothing was sent.`
    case 'conflict':
      if (verdict.during !== undefined) return `${shown}: ${repairEndedWords(verdict.fields, verdict.during)}`
      return `${shown}: changed meanwhile. Nothing was sent.`
    case 'gone':
      return `${shown}: deleted meanwhile.${verdict.during === undefined ? ' Nothing was sent.' : ''}`
    case 'exists':
      return `A ${noun} named ${shown} already exists. Nothing was sent.`
    case 'unanswered':
      return `${shown}: ${fieldWords(verdict.fields)} must be chosen first. Nothing was sent.`
    case 'refused':
      return `${shown}: not saved. ${problemWords(verdict.problem)}`
    case 'half-replaced':
      return `${shown}: deleted, and not created again.`
    case 'unknown':
      return `${shown}: ${unclearWords(verdict.problem)}; it may or may not have been saved.`
  }
}
