import { contenders } from './contenders.ts'
import { inWords, type Condition, type FigureName } from './figures.ts'
import { goalsTable } from './goals.ts'
import { medianOf, type Report } from './report.ts'
import { spelled, type Unit } from './spelling.ts'

const figures: readonly (readonly [FigureName, Unit, string])[] = [
  ['initialScripts', 'kilobytes', 'initial JavaScript, gzip'],
  ['earlyScripts', 'kilobytes', 'all that was asked for before the first row'],
  ['requestToRow', 'ms', 'list request → first row'],
  ['navigationToRow', 'ms', 'navigation → first row'],
  ['navigationToWhole', 'ms', 'navigation → all rows known'],
  ['blocked', 'ms', 'blocked time of the load'],
  ['longestAfterRow', 'task', 'longest task after the first row'],
  ['keyMedian', 'ms', 'key → painted filter, a burst of 8'],
  ['keyWorst', 'ms', 'the slowest of them'],
  ['switchToPending', 'ms', 'switch → pending painted'],
  ['switchToSettled', 'ms', 'switch → settled'],
  ['switchLongest', 'task', 'longest task until then'],
  ['heap', 'bytes', 'heap after the load, workers included'],
  ['buffers', 'bytes', 'array buffers besides'],
  ['dropped', 'count', 'frames dropped in 2 s of scrolling'],
  ['blank', 'count', 'frames without a row in it'],
]

/** The report as Markdown: our goals, then all contenders under each condition. */
export function tables(report: Report): string {
  const { date, machine, trials } = report
  const conditions = new Map(trials.map(({ condition }) => [JSON.stringify(condition), condition]))
  const failed = trials.filter((trial) => trial.failed !== undefined)
  const rounds = Math.max(0, ...trials.map(({ round }) => round))
  const { processor, cores, memory, chromium, node } = machine
  return [
    `${date} · ${processor}, ${cores} cores, ${(memory / 2 ** 30).toFixed(0)} GiB · Chromium ${chromium} · Node ${node}`,
    `Medians of ${rounds} rounds. Where the CPU is slowed, the browser slows the page alone: a worker cannot be slowed.`,
    ...(trials.some(({ contender }) => contender === 'ours') ? ['', ...goalsTable(report)] : []),
    ...[...conditions.values()].flatMap((condition) => ['', ...conditionTable(report, condition)]),
    ...(failed.length > 0 ? ['', 'Broken off, so that figures are missing:', ''] : []),
    ...failed.map(
      ({ round, contender, condition, failed }) => `- round ${round}, ${contender}, ${inWords(condition)}: ${failed}`,
    ),
    '',
  ].join('\n')
}

function conditionTable(report: Report, condition: Condition): string[] {
  const who = report.options.only
  const bytes = report.bytes[condition.rows]
  const title = `${inWords(condition)}${bytes === undefined ? '' : ` (${spelled(bytes, 'bytes')})`}`
  const lines = figures.flatMap(([figure, unit, what]) => {
    const values = who.map((name) => medianOf(report, name, figure, condition))
    if (values.every((value) => value === undefined)) return []
    const cells = values.map((value) => (value === undefined ? '–' : spelled(value, unit)))
    return [`| ${what} | ${cells.join(' | ')} |`]
  })
  return [
    `| ${title} | ${who.map((name) => contenders[name].label).join(' | ')} |`,
    `|---|${who.map(() => '---|').join('')}`,
    ...lines,
  ]
}
