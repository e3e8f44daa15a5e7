// All checks and tests as one command, in plain JavaScript, so that it needs only Node:
//   node e2e/run.mjs check | test | more | deep [arguments for Playwright]
// Every step runs, even if an earlier one failed. The last line sums up the reports of the runners.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..')
const reports = join(root, '.reports')

const build = { name: 'build', run: ['../src/server/start.mjs', 'build'] }
const vitest = ['vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
const playwright = ['@playwright/test/cli.js', 'test', '-c', 'e2e', ...process.argv.slice(3)]

/** Independent steps, the longest first. A step without a report counts only when it fails, as one failure. */
const checks = [
  { name: 'lint', run: ['oxlint/bin/oxlint'] },
  { name: 'types', run: ['typescript/bin/tsc', '-b'] },
  { name: 'dead code', run: ['knip/bin/knip.js'] },
  unit('import rules', ['--project', 'node', 'src/import-rules.test.ts']),
  { name: 'format', run: ['oxfmt/bin/oxfmt', '--check'] },
]
const check = [
  ...checks.map((step) => ({ ...step, beside: true })),
  build,
  { name: 'budgets', run: ['../e2e/budgets.mjs'] },
]

/** Tests that measure: nothing else runs beside them. */
const measuring = {
  unit: ['src/server/slow-sockets.test.ts'],
  endToEnd: ['faults/faults.e2e.ts'],
}
const long = { DEEP: '1' }

/** The end-to-end tests of `test`; `more` runs all others. */
const chosenTests = join(root, 'e2e', 'chosen-tests.txt')

/** Unit tests that start programs: `more` runs them, and *heap-deep* at full length. */
const programs = [
  'src/server/start.test.ts',
  'src/server/dev.test.ts',
  'src/server/operating.test.ts',
  'src/server/cli/check.test.ts',
  'src/server/cli/export.test.ts',
  'src/server/cli/secrets.test.ts',
  'src/reference-service/killed.test.ts',
]

/** What `more` runs at full length, by parts of file names: matrices, services that lie, tables, kills, attacks. */
const full = ['matrix', 'lying-service', 'repair.test', 'table.test', 'killed-service', 'deep.test']

/** What `test` leaves out, but for what takes hours. */
const more = () => [
  build,
  endToEnd('all other end-to-end tests', ['--test-list-invert', chosenTests]),
  unit('unit tests that start programs', ['--project', 'node', ...programs]),
  unit('full matrices, kills and attacks', full, long),
]

/** All tests at full length. */
const deep = () => [
  build,
  unit('long unit tests', ['--project', 'node', ...measuring.unit.flatMap((file) => ['--exclude', file])], long),
  unit('unit tests that measure', measuring.unit, long),
  endToEnd('long end-to-end tests', ['--grep-invert', measuring.endToEnd.join('|')], long),
  endToEnd('end-to-end tests that measure', ['--workers=3', ...measuring.endToEnd], long),
]

const what = process.argv[2]
const chosen = {
  check: () => check,
  test: () => [
    ...check,
    unit(
      'unit tests',
      ['src/import-rules.test.ts', 'src/server/heap-deep.test.ts', ...programs].flatMap((file) => ['--exclude', file]),
    ),
    endToEnd('end to end', ['--test-list', chosenTests]),
  ],
  more,
  deep,
}[what]
if (chosen === undefined) {
  console.error('Say what to run: check, test, more or deep.')
  process.exit(2)
}
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total = { passed: 0, failed: 0, skipped: 0 }
let worst = 0
const steps = chosen()
// Two independent steps run at a time; the output of each stays together.
const beside = steps.filter((step) => step.beside)
const lane = async () => {
  for (let step = beside.shift(); step !== undefined; step = beside.shift()) await take(step)
}
await Promise.all([lane(), lane()])
for (const step of steps) if (!step.beside) await take(step)
process.exitCode = worst
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)

/** Runs a step and adds its result to the total. */
async function take(step) {
  const why = step.skip?.()
  if (why !== undefined) {
    console.log(`── ${step.name}: skipped, ${why}`)
    total.skipped += 1
    return
  }
  const { code, counts } = await runStep(step)
  // A runner that fails without a failed test has crashed: that counts as a failure.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  worst = Math.max(worst, code, counts.failed > 0 ? 1 : 0)
  for (const key of Object.keys(total)) total[key] += counts[key]
}

/** A run of Vitest, counted by its report. */
function unit(name, args, env = {}) {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  return {
    name,
    run: [...vitest, `--outputFile.json=${report}`, ...args],
    env: { NO_COLOR: '1', ...env },
    count: () => unitCounts(read(report)),
  }
}

/** A run of Playwright on the existing build, counted by its report. */
function endToEnd(name, args = [], env = {}) {
  const report = join(reports, 'e2e.json')
  return {
    name,
    run: [...playwright, ...args],
    env: { QUERY_ADMIN_BUILT: '1', ...env },
    // Do not count the report of an earlier run.
    before: () => rmSync(report, { force: true }),
    count: () => e2eCounts(read(report)),
  }
}

/** Runs a step. Returns its exit code (1 if it could not start or was killed) and what its runner counted. */
async function runStep({ name, run, env = {}, beside: isBeside = false, before, count }) {
  if (!isBeside) console.log(`── ${name}`)
  before?.()
  const began = performance.now()
  const [script, ...args] = run
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  let printed = ''
  for (const out of [child.stdout, child.stderr]) out?.on('data', (chunk) => (printed += chunk))
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (status) => resolve(status ?? 1))
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (code !== 0) process.stdout.write(printed)
  console.log(`── ${name}: ${code === 0 ? 'good' : 'FAILED'}, ${seconds} s`)
  return { code, counts: count?.() ?? { passed: 0, failed: 0, skipped: 0 } }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    console.error(`${path} is missing or cannot be read.`)
    return undefined
  }
}

/** Vitest: a file that fails to load has no tests in the report, and counts as one failed test. */
function unitCounts(report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Playwright: a failure outside a test, such as a file that cannot be loaded, is only in `errors`. */
function e2eCounts(report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, skipped } = report.stats
  for (const failure of failures(report.suites)) console.log(failure)
  return { passed: expected, failed: unexpected + report.errors.length, skipped }
}

/** The first message of every failed test, printed at the end: the end of a long log is what people see. */
function failures(suites) {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const messages = tests.flatMap(({ results }) =>
          results.flatMap(({ errors }) => errors.map(({ message }) => message)),
        )
        return `── ${file}:${line} › ${title}\n${stripVTControlCharacters(messages.join('\n')).slice(0, 2000)}`
      }),
    ...failures(inner),
  ])
}
