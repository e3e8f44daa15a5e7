import { count, counted } from '#web/ui/time.ts'
import { becauseOf } from '#web/session/words.ts'
import type { Noun } from '#web/resource/resource.ts'
import { countsOf, isUnderWay, resultOf, type Job, type JobItem } from './job.ts'

/** The sections of a report, in their order: what needs work comes first. */
export type Section = 'failed' | 'changed' | 'unknown' | 'repair' | 'amber' | 'not-started' | 'left' | 'done'

export const sectionWords: Readonly<Record<Section, string>> = {
  failed: 'Failed',
  changed: 'Changed by others',
  unknown: 'Not confirmed',
  repair: 'Needs repair',
  amber: 'Not as asked',
  'not-started': 'Not started',
  left: 'Under way',
  done: 'Done',
}

/** The section of an item. */
export function sectionOf(item: JobItem): Section {
  const { state, told } = item
  if (state === 'waiting' || state === 'running') return 'left'
  const result = resultOf(item)
  if (told === undefined || result === 'changed') return result
  if (told.tone === 'repair' || told.tone === 'amber') return told.tone
  return result
}

/** *Deactivating 46 tokens*; then *43 of 46 tokens deactivated*. Of a file that was not imported whole: *2 of 5 lines imported*. */
export function titleOf(job: Job, noun: Noun): string {
  const { items, leftOut, isImport } = job
  const all = counted(items.length, noun)
  if (isUnderWay(job)) return job.doing.replace('#', () => all)
  const { done } = countsOf(job)
  const lines = items.length + leftOut.length
  const of = isImport && leftOut.length > 0 ? counted(lines, 'line') : all
  return job.done.replace('#', () => (of === all && done === items.length ? all : `${count(done)} of ${of}`))
}

/** *26 done, 2 failed, 1 not confirmed*. */
export function countWords(job: Job): string {
  const counts = countsOf(job)
  const words = {
    done: 'done',
    failed: 'failed',
    changed: 'changed by others',
    unknown: 'not confirmed',
    'not-started': 'not started',
  } as const
  const parts = (['done', 'failed', 'changed', 'unknown', 'not-started'] as const).filter(
    (key) => key === 'done' || counts[key] > 0,
  )
  return parts.map((key) => `${count(counts[key])} ${words[key]}`).join(', ')
}

/** Why a job ended before it was through, and how an import goes on; undefined: it did not. */
export function stoppedWords(job: Job): string | undefined {
  if (job.stopped === undefined) return undefined
  const why =
    typeof job.stopped === 'object'
      ? `It stopped because ${becauseOf(job.stopped)}.`
      : {
          cancelled: 'You stopped it.',
          failures: 'It stopped because 5 requests in a row failed.',
          'not-loaded': 'Part of this page could not be loaded.',
        }[job.stopped]
  const { done, 'not-started': rest } = countsOf(job)
  const goesOn = job.isImport && done < job.items.length ? ' Import the same file again: what exists is left out.' : ''
  return `${why}${rest === 0 ? '' : ` ${count(rest)} ${rest === 1 ? 'was' : 'were'} not started.`}${goesOn}`
}

/** About how long something took: *9 s*, *2 min*. */
export function lengthWords(length: number): string {
  const seconds = Math.max(1, Math.ceil(length / 1000))
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
