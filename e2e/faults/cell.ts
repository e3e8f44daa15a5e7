import type { Locator, Page } from '@playwright/test'
import type { SharedFaultProxy } from '#e2e/rig/fault-proxy.ts'
import { expect, signIn, type Site } from '#e2e/rig/fixture.ts'
import type { FaultCase, Row } from './faults.ts'
import { askedAgain, operations, recover, type Operation, type OperationName } from './operations.ts'
import { breakConnection } from './shared-site.ts'

/** The outcome of an operation: how often its own call reached the service, and what the page said at the end. */
export type Cell = [calls: number, text: string]

/** By fault and operation. */
export type Table = Readonly<Record<string, Readonly<Record<OperationName, Cell>>>>

/** Runs one operation under the fault, then restores everything. `ms`: from the action to the page's message. */
export async function runOperation(
  { page, site }: { page: Page; site: Site },
  fault: FaultCase,
  name: OperationName,
): Promise<{ cell: Cell; ms: number }> {
  const operation: Operation = operations[name]
  const proxy = site.proxy as SharedFaultProxy
  if (fault.at !== 'call') await lookedAgain(proxy)
  await strike(proxy, fault, operation)
  const before = proxy.callsTo(operation.call).length
  const began = performance.now()
  await operation.act(page)
  const signedOut = page.getByRole('dialog', { name: 'Signed out' })
  // The page reads a row of the tokens to find out what a refusal means.
  const isRefused = fault.at === 'call' && (fault.logged === 401 || fault.logged === 403)
  const endsSession = isRefused && operation.call === 'GET /_/token'
  await (endsSession ? signedOut : outcomeOf(page, operation).first()).waitFor({ timeout: 40_000 })
  const ms = performance.now() - began
  // A first message may still be replaced.
  await expect(page.locator('main [aria-busy=true]'), 'nothing spins').toHaveCount(0)
  await expect(page.getByText('Saving…'), 'nothing is under way').toHaveCount(0)
  await expect(page.locator('h1'), 'no white page').toBeVisible()
  const text = endsSession ? await textOf(page, '.sheet .soft') : await wordsOf(page, name, operation, fault)
  const calls = proxy.callsTo(operation.call).length - before

  breakConnection(undefined)
  proxy.heal()
  await proxy.acceptConnections()
  if (endsSession) {
    await signIn(page, site.admin.bearer)
    await expect(signedOut).toHaveCount(0)
  }
  if (await page.locator('.sheet').isVisible()) await operation.kept?.(page, endsSession)
  if (!name.startsWith('list'))
    expect(proxy.callsTo(operation.call).length - before, 'nothing is sent later').toBe(calls)
  await operation.restore?.(site, operation.target)
  await recover(page, operation.target)
  return { cell: [calls, text], ms }
}

/** Where the page reports the outcome: in the form while it is open, in the confirmation over it, or under the row. */
function outcomeOf(page: Page, { form, end }: Operation): Locator {
  if (form === undefined) return end(page)
  const open = form(page)
  return askedAgain(page)
    .or(open.locator('.callout > p'))
    .or(page.locator('body:not(:has(.sheet))').locator(end(page)))
}

/** Two seconds after a write the page reads the list once more: under the fault, it would be read-only from then on. */
async function lookedAgain({ calls }: SharedFaultProxy): Promise<void> {
  let before = -1
  const isSame = () => {
    const was = before
    before = calls.length
    return was === before
  }
  await expect.poll(isSame, { intervals: [2500] }).toBe(true)
}

async function strike(proxy: SharedFaultProxy, fault: FaultCase, { call, target }: Operation): Promise<void> {
  switch (fault.at) {
    case 'call':
      return proxy.fail(call, fault.fault, Infinity)
    case 'rows': {
      const list = call.includes('/user') ? 'GET /_/user' : 'GET /_/token'
      const change = (body: string) => struckRows(body, target, fault.strike)
      return proxy.fail(call.includes('/value') ? call : list, { change }, Infinity)
    }
    case 'connection':
      if (fault.connection === 'closed port') await proxy.refuseConnections()
      else breakConnection(fault.connection)
  }
}

/** A list in which the row of that name is struck, or the last row if there is none, as in the answer of a value. */
function struckRows(body: string, target: string, strike: (row: Row) => unknown[]): string {
  const { data } = JSON.parse(body) as { data: Row[] }
  const found = data.findIndex((row) => [row['name'], row['email']].includes(target))
  const at = found < 0 ? data.length - 1 : found
  return JSON.stringify({ data: data.flatMap((row, index) => (index === at ? strike(row) : [row])) })
}

async function wordsOf(page: Page, name: OperationName, operation: Operation, fault: FaultCase): Promise<string> {
  if (name.startsWith('list')) {
    const text = await textOf(page, 'main .banner > p, main .blank > :is(h2, p), .expected > :is(dt, dd)')
    const rows = page.locator('tbody').filter({ has: page.getByRole('button', { name: `Edit ${operation.target}` }) })
    const shown = fault.at === 'rows' ? ` ${await page.locator('tbody tr[aria-rowindex]').count()} shown.` : ''
    const states = (await rows.locator('.c-status').allInnerTexts()).map((text) => text.split('\n')[0])
    return `${text || 'Read.'}${shown}${fault.at === 'rows' ? ` Its row: ${states.join(' and ') || 'none'}.` : ''}`
  }
  const end = outcomeOf(page, operation).first()
  if (name === 'reveal value' && (await end.getAttribute('role')) === 'textbox') return '(the value)'
  return tidy(await end.innerText())
}

async function textOf(page: Page, selector: string): Promise<string> {
  return tidy((await page.locator(selector).allInnerTexts()).join(' '))
}

/** Replaces what differs from run to run: times of day, and where an answer was cut off. */
function tidy(text: string): string {
  return (
    text
      .replace(/\b\d\d:\d\d\b/g, 'hh:mm')
      .replace(/(incomplete response), [\d.]+ [kM]?B/, '$1, … B')
      .replace(/[\d.]+ MB/, '… MB')
      // The console server and its call to the service give up at the same time.
      .replace(/within \d+ s/, 'in time')
      .replace(/after row \d+/, 'after row …')
      .replace(/Next attempt in \d+ s/, 'Next attempt in … s')
      .replace(/^(The response cannot be read\. .*) Expected (.*)$/, '$1 | Expected $2')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
