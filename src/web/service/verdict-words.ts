import type { Verdict } from '#contract/verdict.ts'
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

/** Why a repair stopped that had sent something already. */
export const repairEndedWords = (fields: readonly string[]) =>
  `Somebody else changed ${fieldWords(fields)}, so the repair stopped.`

/** What screen readers are told when an act has its verdict; `value`: what it did to the row's value, if that is known. */
export function announced<Row extends object>(noun: Noun, name: string, verdict: Verdict<Row>, value?: string): string {
  const shown = visible(name)
  const andValue = value === undefined ? [] : [value]
  switch (verdict.is) {
    case 'as-asked':
      return `${shown}: saved as asked, ${[flagWords(verdict.row), ...andValue].join(', ')}.`
    case 'deleted':
      return `${shown}: deleted.`
    case 'differently':
      return `${shown}: saved differently, ${[fieldWords(verdict.fields), ...andValue].join(', ')}.`
    case 'not-applied':
      return `${shown}: the service answered OK, but nothing changed.`
    case 'not-verified':
      return verdict.why === 'no-list'
        ? `${shown}: accepted by the service; it has no way to check.`
        : `${shown}: accepted, and could not be read back.`
    case 'already':
      return `${shown}: it is so already. Nothing was sent.`
    case 'conflict':
      if (verdict.during !== undefined) {
        return [
          `${shown}: ${repairEndedWords(verdict.fields)}`,
          ...andValue.map((one) => `${one.charAt(0).toUpperCase()}${one.slice(1)}.`),
        ].join(' ')
      }
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
