import type { Condition, FigureName } from './figures.ts'
import { growthOf, medianOf, ratioOf, type Report } from './report.ts'
import { spelled, type Unit } from './spelling.ts'

/** What we want of our console, at most; the processor as it is, and slowed. */
interface Goal {
  what: string
  unit: Unit
  most: readonly [asIs: number, slowed: number]
  measure: (report: Report, slow: number) => number | undefined
}

const at = (rows: number, slow: number, mbit = 0): Condition => ({ rows, slow, mbit })

const toYardstick = (figure: FigureName, rows = 100_000) => ({
  unit: 'ratio' as const,
  measure: (report: Report, slow: number) =>
    ratioOf(report, figure, ['ours', at(rows, slow)], ['yardstick', at(rows, slow)]),
})
const toThousand = (figure: FigureName, rows: number) => ({
  unit: 'ratio' as const,
  measure: (report: Report, slow: number) =>
    ratioOf(report, figure, ['ours', at(rows, slow)], ['ours', at(1000, slow)]),
})
const own = (figure: FigureName, unit: Unit, rows = 100_000, mbit = 0) => ({
  unit,
  measure: (report: Report, slow: number) => medianOf(report, 'ours', figure, at(rows, slow, mbit)),
})

const goals: readonly Goal[] = [
  { what: 'list request → first row painted, to the yardstick', most: [0.15, 0.15], ...toYardstick('requestToRow') },
  { what: 'navigation → first row painted, to the yardstick', most: [0.45, 0.45], ...toYardstick('navigationToRow') },
  { what: 'the same, to ours at 1,000 rows', most: [1.25, 1.25], ...toThousand('navigationToRow', 100_000) },
  { what: 'all rows known, to the yardstick', most: [1, 0.6], ...toYardstick('navigationToWhole') },
  { what: 'blocked time of the load', most: [0, 40], ...own('blocked', 'ms') },
  { what: 'longest task after the first row', most: [50, 80], ...own('longestAfterRow', 'task') },
  { what: 'key → painted filter, to the yardstick', most: [0.7, 0.45], ...toYardstick('keyMedian') },
  { what: 'the worst of a burst of keys, to the yardstick', most: [0.7, 0.45], ...toYardstick('keyWorst') },
  { what: 'a key while the list arrives at 100 Mbit/s', most: [24, 45], ...own('arrivingMedian', 'ms', 100_000, 100) },
  { what: 'longest task of columns and chips', most: [50, 50], ...own('viewLongest', 'task') },
  { what: 'switch → pending painted', most: [16, 25], ...own('switchToPending', 'ms') },
  { what: 'longest task until it is verified', most: [50, 50], ...own('switchLongest', 'task') },
  { what: 'heap after the load, to the yardstick', most: [0.14, 0.14], ...toYardstick('heap') },
  {
    what: 'growth of the page’s process from 1,000 rows',
    unit: 'bytes',
    most: [3e6, 3e6],
    measure: (report, slow) => growthOf(report, 'ours', 'privateBytes', at(1000, slow), at(100_000, slow)),
  },
  { what: 'frames dropped in 2 s of scrolling', most: [0, 2], ...own('dropped', 'count') },
  { what: 'frames without a row in it', most: [0, 0], ...own('blank', 'count') },
  {
    what: 'at 1,000 rows: navigation → first row, to the yardstick',
    most: [1.25, 1.25],
    ...toYardstick('navigationToRow', 1000),
  },
  {
    what: 'at 500,000 rows: navigation → first row, to ours at 1,000',
    most: [1.3, 1.3],
    ...toThousand('navigationToRow', 500_000),
  },
  { what: 'at 500,000 rows: heap after the load', most: [12e6, 12e6], ...own('heap', 'bytes', 500_000) },
]

/** Each goal beside what was measured; 100,000 rows where it names no others. */
export function goalsTable(report: Report): string[] {
  const lines = goals.map(({ what, unit, most, measure }) => {
    const cells = ([1, 4] as const).map((slow, at) => {
      const value = measure(report, slow)
      if (value === undefined) return 'not measured'
      return `${spelled(value, unit)} ${value <= most[at === 0 ? 0 : 1] ? 'met' : '**missed**'}`
    })
    const [asIs, slowed] = most.map((number) => spelled(number, unit))
    return `| ${what} | ≤ ${asIs} · ≤ ${slowed} | ${cells.join(' | ')} |`
  })
  return ['| ours, at 100,000 rows | goal | CPU as is | 4 times slower |', '|---|---|---|---|', ...lines]
}
