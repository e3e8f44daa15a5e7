// The project's proof as one command, in plain JavaScript so that it needs nothing but Node:
//   node e2e/run.mjs check | test [arguments for Playwright]
// Every step runs whatever became of the ones before. The last line sums up the runners' own reports.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const reports = join(root, '.reports')
const unitReport = join(reports, 'unit.json')
const e2eReport = join(reports, 'e2e.json')

/** A step without a report of its own counts only when it fails, as one. */
const steps = [
  { name: 'types of the houses', run: ['typescript/bin/tsc', '-b'] },
  { name: 'types of tests and configuration', run: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'lint', run: ['oxlint/bin/oxlint'] },
  { name: 'format', run: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'dead code', run: ['knip/bin/knip.js'] },
  { name: 'build', run: ['../src/host/start.mjs', 'build'] },
  { name: 'budgets', run: ['../e2e/budgets.mjs'] },
  {
    name: 'unit tests and walls',
    run: ['vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`],
    count: () => unitCounts(read(unitReport)),
  },
]
const endToEnd = {
  name: 'end to end',
  run: ['@playwright/test/cli.js', 'test', '-c', 'e2e', ...process.argv.slice(3)],
  env: { QUERY_ADMIN_BUILT: '1' },
  count: () => e2eCounts(read(e2eReport)),
}

const what = process.argv[2]
if (what !== 'check' && what !== 'test') {
  console.error('Say what to run: check or test.')
  process.exit(2)
}
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total = { passed: 0, failed: 0, skipped: 0 }
let worst = 0
for (const step of what === 'test' ? [...steps, endToEnd] : steps) {
  const code = runStep(step)
  const counts = step.count?.() ?? { passed: 0, failed: 0, skipped: 0 }
  // A runner that fails without a failed test broke down: that is a failure as well.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  worst = Math.max(worst, code, counts.failed > 0 ? 1 : 0)
  for (const key of Object.keys(total)) total[key] += counts[key]
}
process.exitCode = worst
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)

/** The exit code of a step; one that could not be run or was killed is 1. */
function runStep({ name, run, env = {} }) {
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
  return status ?? 1
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
  const { expected, unexpected, flaky, skipped } = report.stats
  if (flaky > 0) console.log(`${flaky} passed only when tried again: look at them.`)
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped }
}
