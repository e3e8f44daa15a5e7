import { count } from '#web/ui/time.ts'
import type { ItemState, RunItem, RunState, Stopped } from './run-state.ts'

/** The states of an item, in the order of a report: what needs work comes first. */
export const reported = ['failed', 'unknown', 'not-started', 'done', 'left-out'] as const satisfies readonly ItemState[]

/** What each state is called. */
export const stateWords: Readonly<Record<ItemState, string>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done, verified',
  failed: 'failed',
  unknown: 'unknown',
  'not-started': 'not started',
  'left-out': 'left out',
}

/** How many of each result there are: *26 done, 2 failed, 1 unknown*. */
export function countWords(counts: RunState['counts']): string {
  const others = (['failed', 'unknown'] as const).filter((state) => counts[state] > 0)
  return [`${count(counts.done)} done`, ...others.map((state) => `${count(counts[state])} ${state}`)].join(', ')
}

/** How many items have a result, and how many there are. Those left out were never to be done. */
export function progressOf({ items, counts }: Pick<RunState, 'items' | 'counts'>): { settled: number; all: number } {
  return { settled: counts.done + counts.failed + counts.unknown, all: items.length - counts['left-out'] }
}

/** What an item is doing, or what came of it: *reading first*, *Saved, active off.* */
export function itemWords({ state, step, says }: RunItem): string {
  if (state === 'running') return step === 'reading' ? 'reading first' : (step ?? 'saving')
  return says === '' ? stateWords[state] : says
}

/** Why a run ended before it was through; undefined: it did not. */
export function stoppedWords({ stopped, counts, isForgotten }: RunState): string | undefined {
  if (stopped === undefined) return undefined
  const why: Readonly<Record<Stopped, string>> = {
    cancelled: 'You cancelled the rest.',
    'signed-out': 'It stopped because you were signed out.',
    failures: 'It stopped after 5 failures in a row.',
  }
  const rest = counts['not-started']
  const were = rest === 0 ? '' : ` ${count(rest)} ${rest === 1 ? 'was' : 'were'} not started.`
  return `${why[stopped]}${were}${isForgotten ? ' Import the file again: what exists is left out.' : ''}`
}

/** About how long something takes: *9 s*, *2 min*. */
export function lengthWords(length: number): string {
  const seconds = Math.max(1, Math.ceil(length / 1000))
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
