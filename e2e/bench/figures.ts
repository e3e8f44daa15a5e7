import type { ContenderName } from './contenders.ts'

/** Under what something is measured. `slow`: by how much the processor is; `mbit` 0: as fast as it goes. */
export interface Condition {
  rows: number
  slow: number
  mbit: number
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
  /** Keys typed while the list still arrives. */
  arrivingMedian?: number
  arrivingWorst?: number
  /** From a press on a column's head or a chip to the rows that it brings. */
  viewMedian?: number
  viewWorst?: number
  /** While they are looked for and drawn; 0: none was longer than 50 ms. */
  viewLongest?: number
  switchToPending?: number
  switchToSettled?: number
  /** From the click to the settled row; 0: none was longer than 50 ms. */
  switchLongest?: number
  /** JavaScript objects of page and workers after a collection, and what their array buffers hold besides. */
  heap?: number
  buffers?: number
  /** Memory that only the page's process has, after the collection. */
  privateBytes?: number
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
