import type { ContenderName } from './contenders.ts'
import { median, type Condition, type FigureName, type Trial } from './figures.ts'
import type { HostFigures } from './host.ts'
import type { Options } from './options.ts'

/** Everything that was measured, as it stands in .reports/bench.json. */
export interface Report {
  date: string
  machine: { processor: string; cores: number; memory: number; chromium: string; node: string }
  options: Options
  /** Bytes of the list, by its rows. */
  bytes: Record<number, number>
  trials: Trial[]
  /** One of each round. */
  host: HostFigures[]
}

/** The figure of somebody under a condition: the median of its rounds. */
export function medianOf(report: Report, who: ContenderName, figure: FigureName, condition: Condition) {
  return median([...byRound(report, who, figure, condition).values()])
}

/** The median of what somebody's figure was of another's in the same round. */
export function ratioOf(
  report: Report,
  figure: FigureName,
  [who, condition]: readonly [ContenderName, Condition],
  [whose, base]: readonly [ContenderName, Condition],
): number | undefined {
  const bases = byRound(report, whose, figure, base)
  const ratios = [...byRound(report, who, figure, condition)].map(([round, value]) => value / (bases.get(round) ?? 0))
  return median(ratios.filter(Number.isFinite))
}

/** The median of by how much a figure grew between two conditions in the same round. */
export function growthOf(report: Report, who: ContenderName, figure: FigureName, from: Condition, to: Condition) {
  const before = byRound(report, who, figure, from)
  const grown = [...byRound(report, who, figure, to)].map(([round, value]) => value - (before.get(round) ?? Number.NaN))
  return median(grown.filter(Number.isFinite))
}

function byRound({ trials }: Report, who: ContenderName, figure: FigureName, condition: Condition) {
  const { rows, slow, mbit } = condition
  const found = new Map<number, number>()
  for (const { round, contender, condition: under, figures } of trials) {
    const value = figures[figure]
    const isAsked = contender === who && under.rows === rows && under.slow === slow && under.mbit === mbit
    if (isAsked && value !== undefined) found.set(round, value)
  }
  return found
}
