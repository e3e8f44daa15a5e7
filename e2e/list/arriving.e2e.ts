import { goOn, nameOf, switchOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ readings: 'query-server' })

test('while a list is still loading, its first rows have the right dates and status, and cannot be changed', async ({
  signedIn: page,
  site,
}) => {
  const now = Math.floor(Date.now() / 1000)
  const rows = Array.from({ length: 2000 }, (_, at) => ({
    name: `row-${String(at).padStart(4, '0')}`,
    active: 1,
    write: 0,
    expiration_date: now + 40 * 86_400,
    updated_at: now - 3 * 86_400,
  }))
  await site.service.addToken({ name: 'row-0001' })
  await expect(page.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible()
  let arrive = () => {}
  const rest = new Promise<void>((resolve) => (arrive = resolve))
  site.proxy.fail(
    'GET /_/token',
    {
      async deliver({ status, headers, body }, outgoing) {
        const answer = JSON.parse(body.toString()) as { data: { name: string }[] }
        const data = rows.map((row) => answer.data.find(({ name }) => name === row.name) ?? row)
        const text = JSON.stringify({ ...answer, data })
        const { 'content-length': _, ...others } = headers
        outgoing.writeHead(status, others)
        outgoing.write(text.slice(0, text.length / 2))
        await rest
        outgoing.end(text.slice(text.length / 2))
      },
    },
    Infinity,
  )
  await page.reload()
  await expect(page.getByText('so far, loading…')).toBeVisible()
  const row = page.getByRole('row').filter({ has: nameOf(page, 'row-0000') })
  await expect(row).toContainText('in 40 days')
  await expect(row).toContainText('3 days ago')
  await expect(row).toContainText('Active')
  // The count is that of the rows so far.
  await expect(page.getByRole('button', { name: /^Active [1-9]/ })).toBeVisible()
  await expect(switchOf(page, 'row-0001', 'write')).toHaveAttribute('aria-disabled', 'true')
  await switchOf(page, 'row-0001', 'write').focus()
  await page.keyboard.press('Space')
  arrive()
  await expect(page.getByText('2,000 tokens')).toBeVisible()
  await expect(page.getByText(/^Refreshed /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Active 2,000' })).toBeVisible()
  await expect(row).toContainText('in 40 days')
  expect(site.proxy.callsTo('PUT /_/token')).toHaveLength(0)
  await switchOf(page, 'row-0001', 'write').click()
  await goOn(page)
  await expect(page.getByText(/Saved(?! with)/).first()).toBeAttached()
  expect(site.proxy.callsTo('PUT /_/token')).toHaveLength(1)
})
