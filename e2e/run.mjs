// The project's proof as one command, in plain JavaScript so that it needs nothing but Node:
//   node e2e/run.mjs check | test | deep [arguments for Playwright]
// Every step runs whatever became of the ones before. The last line sums up the runners' own reports.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..')
const reports = join(root, '.reports')
const unitReport = join(reports, 'unit.json')
const e2eReport = join(reports, 'e2e.json')

const build = { name: 'build', run: ['../src/host/start.mjs', 'build'] }
const vitest = ['vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`]
const playwright = ['@playwright/test/cli.js', 'test', '-c', 'e2e', ...process.argv.slice(3)]

/** A step without a report of its own counts only when it fails, as one. */
const steps = [
  { name: 'types of the houses', run: ['typescript/bin/tsc', '-b'] },
  { name: 'types of tests and configuration', run: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'lint', run: ['oxlint/bin/oxlint'] },
  { name: 'format', run: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'dead code', run: ['knip/bin/knip.js'] },
  build,
  { name: 'budgets', run: ['../e2e/budgets.mjs'] },
  {
    name: 'unit tests and walls',
    run: vitest,
    count: () => unitCounts(read(unitReport)),
  },
]
const endToEnd = {
  name: 'end to end',
  run: playwright,
  env: { QUERY_ADMIN_BUILT: '1' },
  count: () => e2eCounts(read(e2eReport)),
}

/** Everything that has a long version, at that length, and the whole suite behind another web server. */
const deepSteps = () => [
  build,
  {
    name: 'long unit tests',
    run: [...vitest, '--project', 'node', ...withLongVersion('src', /\.test\.ts$/)],
    env: { DEEP: '1', MATRIX: 'full' },
    count: () => unitCounts(read(unitReport)),
  },
  {
    ...endToEnd,
    name: 'long end-to-end tests',
    // Alone on the machine: some of them measure.
    run: [...playwright, '--workers=1', ...withLongVersion('e2e', /\.e2e\.ts$/)],
    env: { QUERY_ADMIN_BUILT: '1', DEEP: '1' },
  },
  {
    ...endToEnd,
    name: 'end to end behind nginx',
    env: { QUERY_ADMIN_BUILT: '1', QUERY_ADMIN_E2E_MODE: 'tab' },
    skip: withoutTabMode,
  },
]

const what = process.argv[2]
const chosen = { check: () => steps, test: () => [...steps, endToEnd], deep: deepSteps }[what]
if (chosen === undefined) {
  console.error('Say what to run: check, test or deep.')
  process.exit(2)
}
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total = { passed: 0, failed: 0, skipped: 0 }
let worst = 0
for (const step of chosen()) {
  const why = step.skip?.()
  if (why !== undefined) {
    console.log(`\n── ${step.name}: skipped, ${why}`)
    total.skipped += 1
    continue
  }
  // What an earlier step reported is not this one's.
  for (const report of [unitReport, e2eReport]) rmSync(report, { force: true })
  const outcome = runStep(step)
  const { code, counts } = outcome.counts.failed > 0 && mayTryAgain(step) ? tryAgain(step, outcome) : outcome
  // A runner that fails without a failed test broke down: that is a failure as well.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  worst = Math.max(worst, code, counts.failed > 0 ? 1 : 0)
  for (const key of Object.keys(total)) total[key] += counts[key]
}
process.exitCode = worst
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)

/** The files below `dir` that read how long they are to be. */
function withLongVersion(dir, named) {
  return readdirSync(join(root, dir), { recursive: true })
    .map((file) => join(dir, file))
    .filter(
      (file) =>
        named.test(file) && /testing\/deep\.ts|\['DEEP'\]|\.MATRIX\b/.test(readFileSync(join(root, file), 'utf8')),
    )
}

/** Why the suite cannot run behind nginx, or undefined when it can. As root on Debian nginx is installed for it. */
function withoutTabMode() {
  const dirs = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const has = (program) => dirs.some((dir) => existsSync(join(dir, program)))
  if (!has('nginx') && process.getuid?.() === 0 && has('apt-get')) {
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light'], { stdio: 'inherit' })
  }
  return has('nginx') ? undefined : 'nginx is not installed: apt-get install nginx-light'
}

/** On a busy machine an end-to-end test may lose a race with the page; CI asks it again, alone and afterwards. */
function mayTryAgain({ run }) {
  return run === playwright && process.env.CI !== undefined
}

/** What failed runs once more, alone on the machine. What passes now is named: it is to be looked at. */
function tryAgain(step, first) {
  const again = runStep({
    ...step,
    name: `${step.name}, what failed once more and alone`,
    run: [...step.run, '--last-failed', '--workers=1'],
  })
  const { passed, failed } = again.counts
  if (passed > 0) console.log(`${passed} passed only when tried again: look at them.`)
  return {
    code: again.code,
    counts: { passed: first.counts.passed + passed, failed, skipped: first.counts.skipped },
  }
}

/** The exit code of a step, 1 for one that could not be run or was killed, and what its runner counted. */
function runStep({ name, run, env = {}, count }) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const [script, ...args] = run
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`── ${name}: ${status === 0 ? 'good' : 'FAILED'}, ${seconds} s`)
  return { code: status ?? 1, counts: count?.() ?? { passed: 0, failed: 0, skipped: 0 } }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    console.error(`${path} is missing or cannot be read.`)
    return undefined
  }
}

/** Vitest: a file that fails to load has no tests in it, and counts as one failed. */
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

/** Playwright: what fails outside of a test, a file that cannot be loaded for example, stands in `errors` only. */
function e2eCounts(report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, skipped } = report.stats
  for (const failure of failures(report.suites)) console.log(failure)
  return { passed: expected, failed: unexpected + report.errors.length, skipped }
}

/** What every failed test said first: where a long output is cut, its end remains. */
function failures(suites) {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const said = tests.flatMap(({ results }) =>
          results.flatMap(({ errors }) => errors.map(({ message }) => message)),
        )
        return `── ${file}:${line} › ${title}\n${stripVTControlCharacters(said.join('\n')).slice(0, 2000)}`
      }),
    ...failures(inner),
  ])
}
