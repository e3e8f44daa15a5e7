import type { ContenderName } from './contenders.ts'

/** Under what something is measured. `slow`: by how much the processor is. */
export interface Condition {
  rows: number
  slow: number
}

/** A condition as the head of a table or row. */
export function inWords({ rows, slow }: Condition): string {
  return `${rows.toLocaleString('en')} rows${slow === 1 ? '' : `, CPU ${slow} times slower`}`
}

/** Times are milliseconds, sizes bytes. What does not apply, or was not asked for, is not there. */
export interface Figures {
  /** From the request of the list to the first row painted. */
  requestToRow?: number
  navigationToRow?: number
  navigationToWhole?: number
  /** What of the load's long tasks is over 50 ms, together. */
  blocked?: number
  /** 0: none was longer than 50 ms. */
  longestAfterRow?: number
  keyMedian?: number
  keyWorst?: number
  switchToPending?: number
  switchToSettled?: number
  /** From the click to the settled row; 0: none was longer than 50 ms. */
  switchLongest?: number
  /** JavaScript objects of page and workers after a collection, and what their array buffers hold besides. */
  heap?: number
  buffers?: number
  dropped?: number
  blank?: number
  /** What the page and its workers name and import at once, and all that was asked for before the first row; gzipped. */
  initialScripts?: number
  earlyScripts?: number
}

export type FigureName = keyof Figures

/** One contender under one condition in one round. `failed` says why figures are missing. */
export interface Trial {
  round: number
  contender: ContenderName
  condition: Condition
  figures: Figures
  failed?: string
}

export function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
