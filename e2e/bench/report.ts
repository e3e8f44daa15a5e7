import type { ContenderName } from './contenders.ts'
import { median, type Condition, type FigureName, type Trial } from './figures.ts'
import type { Options } from './options.ts'

/** All measurements, as in .reports/bench.json. */
export interface Report {
  date: string
  machine: { processor: string; cores: number; memory: number; chromium: string; node: string }
  options: Options
  /** The size of the list in bytes, by its number of rows. */
  bytes: Record<number, number>
  trials: Trial[]
}

/** The figure of a contender under a condition: the median of all rounds. */
export function medianOf({ trials }: Report, who: ContenderName, figure: FigureName, { rows, slow }: Condition) {
  const under = trials.filter(
    ({ contender, condition }) => contender === who && condition.rows === rows && condition.slow === slow,
  )
  return median(under.flatMap(({ figures }) => figures[figure] ?? []))
}
