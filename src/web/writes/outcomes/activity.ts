import { mayHaveChanged, outcomeSentence, requestWords, deedWords, sinceWords } from '#web/writes/verdict-words.ts'
import { resourceWords } from '#web/resource/problem-words.ts'
import type { Entry, Outcome } from './outcomes.ts'

/** What was requested: `create`, `save active off`, `copy value`. */
export function requestOf(entry: Entry): string {
  if (!('verdict' in entry)) return entry.act
  return entry.unlisted === undefined ? requestWords(entry.act, entry.change) : unlistedWords(entry.unlisted)
}

/** The request and its result, in sentences without the name. */
export function saysOf(entry: Entry): string {
  if (!('verdict' in entry)) return entry.says
  const { resource, act, made, isOpened, verdict, value, unlisted, since } = entry
  const { noun } = resourceWords[resource]
  const result = outcomeSentence(noun, verdict, { act: act === 'remove' ? 'remove' : 'save' })
  const says =
    unlisted === undefined
      ? deedWords(noun, { act, change: made, isOpened }, verdict, value)
      : `Asked for: ${unlistedWords(unlisted).toLowerCase()}. ${result}`
  if (since === undefined) return says
  return `${says} ${sinceWords(noun, since, 'before' in verdict ? verdict.before : undefined)}`
}

const unlistedWords = ({ request, sent }: Pick<NonNullable<Outcome['unlisted']>, 'request' | 'sent'>) =>
  sent === '' ? request : `${request}: ${sent}`

/** The saves that can be undone: no later act may have changed their rows. */
export function undoable(entries: readonly Entry[]): ReadonlySet<Entry> {
  const touched = new Set<string>()
  const rowOf = (resource: string, name: string) => `${resource} ${name}`
  const undoableSaves = new Set<Entry>()
  for (const entry of entries) {
    if (!('verdict' in entry)) continue
    const { resource, name, after, undo, verdict } = entry
    const isTouched = [name, after].some((own) => touched.has(rowOf(resource, own)))
    if (undo !== undefined && verdict.is === 'as-asked' && !isTouched) undoableSaves.add(entry)
    if (mayHaveChanged(verdict)) touched.add(rowOf(resource, name))
  }
  return undoableSaves
}
