import type { ContenderName } from './contenders.ts'
import { inWords, type Condition, type FigureName } from './figures.ts'
import { medianOf, type Report } from './report.ts'
import { spelled, type Unit } from './spelling.ts'

/** A goal for our console. */
interface Goal {
  what: string
  figure: FigureName
  unit: Unit
  at: Condition
  /** The limit: a value, or a multiple of what the fastest of some peers takes. */
  most: number | { times: number; of: readonly ContenderName[] }
}

const at = (rows: number, slow = 1): Condition => ({ rows, slow })
const long = at(100_000)
const ahead = { times: 1, of: ['react-admin', 'tanstack'] as const }
const nearTanstack = { times: 1.6, of: ['tanstack'] as const }
const key = { what: 'key → painted filter', figure: 'keyMedian', unit: 'ms' } as const
const firstRow = { what: 'navigation → first row', figure: 'navigationToRow', unit: 'ms' } as const
const settled = { what: 'switch → verified and settled', figure: 'switchToSettled', unit: 'ms' } as const

const goals: readonly Goal[] = [
  { ...firstRow, at: long, most: ahead },
  { ...key, at: long, most: ahead },
  { ...key, what: 'the slowest key of a burst', figure: 'keyWorst', at: long, most: ahead },
  { what: 'blocked time of the load', figure: 'blocked', unit: 'ms', at: long, most: ahead },
  { what: 'heap after the load', figure: 'heap', unit: 'bytes', at: long, most: ahead },
  {
    what: 'navigation → all rows known',
    figure: 'navigationToWhole',
    unit: 'ms',
    at: long,
    most: { times: 1.5, of: ahead.of },
  },
  ...[1000, 10_000].flatMap((rows) => [
    { ...firstRow, at: at(rows), most: nearTanstack },
    { ...key, at: at(rows), most: 50 },
    { ...key, at: at(rows, 4), most: 100 },
  ]),
  { ...settled, at: at(1000), most: 120 },
  { ...settled, at: long, most: 350 },
  { what: 'heap after the load', figure: 'heap', unit: 'bytes', at: long, most: 25e6 },
  { what: 'initial JavaScript, gzip', figure: 'initialScripts', unit: 'kilobytes', at: long, most: 140e3 },
]

/** Each goal with the measured value. */
export function goalsTable(report: Report): string[] {
  const lines = goals.map(({ what, figure, unit, at, most }) => {
    const ours = medianOf(report, 'ours', figure, at)
    const [bound, why] = typeof most === 'number' ? [most, ''] : boundBy(report, figure, at, most)
    const [measured, asked] = [ours, bound].map((value) => (value === undefined ? '–' : spelled(value, unit)))
    const met = ours === undefined || bound === undefined ? 'not measured' : ours <= bound ? 'met' : '**missed**'
    return `| ${inWords(at)} | ${what} | ≤ ${asked}${why} | ${measured} | ${met} |`
  })
  return ['| Query Admin | | goal | measured | |', '|---|---|---|---|---|', ...lines]
}

function boundBy(
  report: Report,
  figure: FigureName,
  at: Condition,
  { times, of }: { times: number; of: readonly ContenderName[] },
): readonly [bound: number | undefined, why: string] {
  const [fastest] = of
    .flatMap((who) => {
      const took = medianOf(report, who, figure, at)
      return took === undefined ? [] : [{ who, took }]
    })
    .toSorted((a, b) => a.took - b.took)
  if (fastest === undefined) return [undefined, '']
  return [times * fastest.took, ` (${times === 1 ? '' : `${times} × `}${fastest.who})`]
}
