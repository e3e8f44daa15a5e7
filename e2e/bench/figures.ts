import type { ContenderName } from './contenders.ts'

/** The condition of a measurement. `slow`: how many times slower the CPU is. */
export interface Condition {
  rows: number
  slow: number
}

/** A condition, as the heading of a table or row. */
export function inWords({ rows, slow }: Condition): string {
  return `${rows.toLocaleString('en')} rows${slow === 1 ? '' : `, CPU ${slow} times slower`}`
}

/** Times are milliseconds, sizes bytes. A figure that does not apply, or was not measured, is missing. */
export interface Figures {
  /** From the request for the list to the first painted row. */
  requestToRow?: number
  navigationToRow?: number
  navigationToWhole?: number
  /** The time beyond 50 ms of all long tasks of the load. */
  blocked?: number
  /** 0: none was longer than 50 ms. */
  longestAfterRow?: number
  keyMedian?: number
  keyWorst?: number
  switchToPending?: number
  switchToSettled?: number
  /** From the click to the settled row; 0: none was longer than 50 ms. */
  switchLongest?: number
  /** JavaScript objects of the page and its workers after a collection, and the size of their array buffers. */
  heap?: number
  buffers?: number
  dropped?: number
  blank?: number
  /** Scripts that the page and its workers import at once, and all scripts requested before the first row; gzipped. */
  initialScripts?: number
  earlyScripts?: number
}

export type FigureName = keyof Figures

/** One contender under one condition in one round. `failed`: why figures are missing. */
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
