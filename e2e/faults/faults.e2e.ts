import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeep } from '#api/testing/full-length.ts'
import { nameOf } from '#e2e/tokens/tokens-page.ts'
import { emailOf, toUsers } from '#e2e/users/users-page.ts'
import { expect, waitUntilIdle } from '#e2e/rig/fixture.ts'
import { runOperation, type Cell } from './cell.ts'
import { faults, type FaultCase } from './faults.ts'
import { operations, prepare, targets, type OperationName } from './operations.ts'
import { limits, test } from './shared-site.ts'
import { sampled } from '#e2e/rig/sample.ts'
import { table } from './table.ts'

const names = Object.keys(operations) as OperationName[]
const value = `/_/token/value?name=${targets.revealed}`
const paths = ['/_/token', '/console-rows/_/token', '/_/user', '/console-rows/_/user', value]

/** The only failures that the browser may log under a fault. */
function loggedStatuses(fault: FaultCase, path: string): (number | string)[] {
  if (fault.at === 'rows') return path === value ? [502] : []
  const own = fault.logged === undefined ? [] : [fault.logged]
  return [502, 504, ...own, 'net::ERR_INCOMPLETE_CHUNKED_ENCODING']
}

/** Time on top of the console server's limit, in milliseconds: the page also reads before and after a write. */
const readingTime = 6_000

const root = join(import.meta.dirname, '..', '..')
const reports = join(root, '.reports')
const tried = faults.filter(({ quick }) => isDeep() || quick === true)
const figures = { cells: 0, exact: 0, longest: 0 }

test.beforeEach(async ({ site }) => prepare(site))
test.afterAll(() => {
  const { cells, exact, longest } = figures
  if (cells > 0) {
    console.log(
      `Fault table: ${exact} of ${cells} cells exact, longest time to an outcome ${(longest / 1000).toFixed(1)} s.`,
    )
  }
})

for (const [at, fault] of tried.entries()) {
  const chosen = sampled(names, 2, at)
  const what = chosen.length === names.length ? 'each operation' : chosen.join(', ')
  test(`${fault.name}: ${what} ends with the expected words and keeps the form's input`, async ({
    signedIn: page,
    site,
    watch,
  }) => {
    test.setTimeout(isDeep() ? 400_000 : 120_000)
    for (const path of paths) for (const status of loggedStatuses(fault, path)) watch.allowFailure(path, status)
    await expect(nameOf(page, targets.listed)).toBeVisible()
    await waitUntilIdle(page) // the code that explains a failed list is loaded while the page is idle
    const found: Partial<Record<OperationName, Cell>> = {}
    let isAtUsers = false
    for (const name of names.filter((name) => chosen.includes(name))) {
      if (name.includes('user') && !isAtUsers) {
        isAtUsers = true
        await toUsers(page)
        await expect(emailOf(page, targets.user)).toBeVisible()
      }
      const { cell, ms } = await test.step(name, () => runOperation({ page, site }, fault, name))
      found[name] = cell
      figures.longest = Math.max(figures.longest, ms)
      figures.cells += 1
      if (JSON.stringify(cell) === JSON.stringify(table[fault.name]?.[name])) figures.exact += 1
      expect.soft(ms, `${name} ends in time`).toBeLessThan(limits.answer + readingTime)
    }
    mkdirSync(reports, { recursive: true })
    appendFileSync(join(reports, 'faults.jsonl'), `${JSON.stringify([fault.name, found])}\n`)
    const due = Object.entries(table[fault.name] ?? {}).filter(([name]) => name in found)
    expect(found).toEqual(Object.fromEntries(due))
  })
}
