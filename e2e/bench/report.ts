import type { Trial } from './figures.ts'
import type { Options } from './options.ts'

/** Everything that was measured, as it stands in .reports/bench.json. */
export interface Report {
  date: string
  machine: { processor: string; cores: number; memory: number; chromium: string; node: string }
  options: Options
  /** Bytes of the list, by its rows. */
  bytes: Record<number, number>
  trials: Trial[]
}
