import { contenders, type ContenderName } from './contenders.ts'
import { median, type Condition, type FigureName } from './figures.ts'
import { goalsTable } from './goals.ts'
import { medianOf, ratioOf, type Report } from './report.ts'
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
  ['keyWorst', 'ms', 'the worst of them'],
  ['arrivingMedian', 'ms', 'key → painted filter while the list arrives'],
  ['arrivingWorst', 'ms', 'the worst of them'],
  ['viewMedian', 'ms', 'column or chip → its rows painted'],
  ['viewWorst', 'ms', 'the worst of them'],
  ['viewLongest', 'task', 'longest task meanwhile'],
  ['switchToPending', 'ms', 'switch → pending painted'],
  ['switchToSettled', 'ms', 'switch → settled'],
  ['switchLongest', 'task', 'longest task until then'],
  ['heap', 'bytes', 'heap after the load, workers included'],
  ['buffers', 'bytes', 'array buffers besides'],
  ['privateBytes', 'bytes', 'private memory of the page’s process'],
  ['dropped', 'count', 'frames dropped in 2 s of scrolling'],
  ['blank', 'count', 'frames without a row in it'],
]

/** The report as Markdown: our goals, then everybody under each condition, then the host alone. */
export function tables(report: Report): string {
  const { date, machine, trials } = report
  const conditions = new Map(trials.map(({ condition }) => [JSON.stringify(condition), condition]))
  const failed = trials.filter((trial) => trial.failed !== undefined)
  const rounds = Math.max(0, ...trials.map(({ round }) => round), report.host.length)
  const { processor, cores, memory, chromium, node } = machine
  return [
    `${date} · ${processor}, ${cores} cores, ${(memory / 2 ** 30).toFixed(0)} GiB · Chromium ${chromium} · Node ${node}`,
    `Rounds: ${rounds}. Medians; in brackets the median of the ratios to the yardstick in the same round. Where the CPU is`,
    'slowed, the browser slows the page alone: a worker cannot be slowed.',
    ...(trials.some(({ contender }) => contender === 'ours') ? ['', ...goalsTable(report)] : []),
    ...[...conditions.values()].flatMap((condition) => ['', ...conditionTable(report, condition)]),
    ...(report.host.length > 0 ? ['', ...hostTable(report)] : []),
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
    const cells = who.map((name) => cell(report, name, figure, unit, condition))
    return cells.every((text) => text === '–') ? [] : [`| ${what} | ${cells.join(' | ')} |`]
  })
  return [
    `| ${title} | ${who.map((name) => contenders[name].label).join(' | ')} |`,
    `|---|${who.map(() => '---|').join('')}`,
    ...lines,
  ]
}

function cell(report: Report, who: ContenderName, figure: FigureName, unit: Unit, condition: Condition): string {
  const value = medianOf(report, who, figure, condition)
  if (value === undefined) return '–'
  const ratio = who === 'yardstick' ? undefined : ratioOf(report, figure, [who, condition], ['yardstick', condition])
  const compared = ratio !== undefined && ['ms', 'bytes'].includes(unit) && !['blocked', 'buffers'].includes(figure)
  return spelled(value, unit) + (compared ? ` (${spelled(ratio, 'ratio')})` : '')
}

function hostTable({ host }: Report): string[] {
  const middle = (pick: (figures: Report['host'][number]) => number) => median(host.map(pick)) ?? Number.NaN
  const [first] = host
  const rows = (first?.rows ?? 0).toLocaleString('en')
  const extra = middle(({ direct, through }) => (100 * (through - direct)) / direct)
  return [
    '| the host alone | |',
    '|---|---|',
    `| ${rows} rows, direct from the service | ${spelled(
      middle(({ direct }) => direct),
      'ms',
    )} |`,
    `| through the host, its redaction included | ${spelled(
      middle(({ through }) => through),
      'ms',
    )} (+${extra.toFixed(0)} %) |`,
    `| processor time of the host for it | ${spelled(
      middle(({ processor }) => processor),
      'seconds',
    )} |`,
    `| its peak memory, ${first?.atOnce} answers of ${spelled(first?.bytesEach ?? 0, 'bytes')} at once | ${spelled(
      middle(({ peak }) => peak),
      'bytes',
    )} |`,
  ]
}

export function inWords({ rows, slow, mbit }: Condition): string {
  const speed = slow === 1 ? 'CPU as is' : `CPU ${slow} times slower`
  return `${rows.toLocaleString('en')} rows, ${speed}${mbit > 0 ? `, ${mbit} Mbit/s` : ''}`
}
