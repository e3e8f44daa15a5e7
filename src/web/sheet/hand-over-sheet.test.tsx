import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing } from '#contract/testing/memory.ts'
import type { Service } from '#contract/service.ts'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { tokenDesk } from '#web/testing/token-desk.ts'
import { create, plannedCreation } from '#web/jobs/do-act.ts'
import type { Handed } from '#web/jobs/opened.ts'
import { doAgain } from '#web/jobs/next.ts'
import { createAnnouncer } from '#web/ui/live.tsx'
import { createToasts } from '#web/ui/toast.tsx'
import { HandOverLine, HandOverSheet } from './hand-over-sheet.tsx'

const never = new AbortController().signal
const change = () => ({ active: true, write: false, expiration_date: { integer: 1_900_000_000 } })

/** Tokens that were created one by one, and what is needed to hand them over. The value of `x` is `value of x`. */
async function made(...names: string[]) {
  const on = tokenDesk()
  for (const name of names) await create(on.desk, 'tokens', { name, change: change() })
  const broken = new Set<string>()
  const service = {
    tokens: {
      async value(name: string) {
        if (broken.has(name)) failing({ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' })()
        return `value of ${name}`
      },
    },
  } as unknown as Service
  const toasts = createToasts(createAnnouncer(Date.now))
  const { place } = on.desk.knows('tokens')
  const open = (which: Handed = {}) => {
    const shown = renderSignedIn(
      <HandOverSheet which={which} onClose={() => undefined} />,
      { service, over: never, place, toasts },
      on.desk,
    )
    const line = (name: string) => within(screen.getByText(name).closest('li') ?? document.body)
    const press = (name: string) => shown.user.click(screen.getByRole('button', { name }))
    const copied = async (lines: readonly string[]) =>
      waitFor(async () =>
        expect(await navigator.clipboard.readText()).toBe(lines.map((name) => `${name}\tvalue of ${name}`).join('\n')),
      )
    return { ...shown, line, press, copied }
  }
  return { ...on, broken, toasts, open }
}

const spoil = { claims: { iat: 1, exp: 2 } }
const linesNow = () => screen.queryAllByRole('listitem').map((one) => one.querySelector('.mono')?.textContent)

test('a value that nobody can use now says why, and is copied with the others only if it is ticked', async () => {
  const on = await made('off', 'good', 'late')
  on.rewrite('off', { active: false })
  on.rewrite('late', { expiration_date: 1 })
  const { line, press, copied, user } = on.open()
  expect(line('off').getByText('Inactive')).toBeTruthy()
  expect(line('late').getByText('Expired')).toBeTruthy()
  expect(line('good').queryByRole('checkbox')).toBeNull()
  expect(screen.getByText('2 are left out. Nobody can use them now.')).toBeTruthy()
  await press('Copy all')
  await copied(['good'])
  await user.click(line('off').getByRole('checkbox', { name: 'Include off' }))
  await press('Copy all')
  await copied(['off', 'good'])
  await press('Copy value of late')
  await waitFor(() =>
    expect(on.toasts.get()).toMatchObject({
      says: 'Copied “late”, but the token has expired.',
      mark: 'caution',
    }),
  )
})

test('values that need repair are left out, with “Repair first”', async () => {
  const on = await made('a', 'b')
  on.rewrite('b', spoil)
  const { knows } = on.desk
  on.desk.knows = (resource) => ({ ...knows(resource), onUpdate: 'replaces-and-needs-repair' })
  const { line, press } = on.open()
  expect(line('b').getByText('Needs repair')).toBeTruthy()
  await press('Repair first')
  await waitFor(() => expect(on.desk.jobs.get().at(-1)).toMatchObject({ act: 'repair', items: [{ name: 'b' }] }))
})

test('why “Copy all” is off stands beside it', async () => {
  const on = await made('a')
  on.rewrite('a', { active: false })
  const { user, line, copied, press } = on.open()
  const all = screen.getByRole('button', { name: 'Copy all', description: 'Tick a line to copy it.' })
  expect(all.getAttribute('aria-disabled')).toBe('true')
  await user.click(line('a').getByRole('checkbox'))
  expect(screen.queryByText('Tick a line to copy it.')).toBeNull()
  await press('Copy all')
  await copied(['a'])
})

test('a line that fails can be dismissed, and the others are copied', async () => {
  const on = await made('a', 'b')
  on.broken.add('a')
  const { line, press, copied } = on.open()
  await press('Copy all')
  await copied(['b'])
  await waitFor(() => line('a').getByText(/The service failed \(500\)/))
  await press('Dismiss a')
  expect(linesNow()).toEqual(['b'])
  expect(
    on.desk.jobs
      .get()
      .flatMap(({ items }) => items)
      .every(({ isCopied }) => isCopied),
  ).toBe(true)
})

test('of a job its own values are handed over, in the order of its rows; one that deactivates or deletes has none', async () => {
  const on = await made()
  const { desk } = on
  const refuse = (refused: string) => {
    on.tokens.before = (call) => {
      if (call === refused) failing({ kind: 'refused', status: 400, serviceText: '' })()
    }
  }
  const items = ['a', 'b', 'c'].map((name) => plannedCreation(desk, 'tokens', { name, change: change() }))
  const words = { resource: 'tokens', act: 'create', doing: '', done: '' } as const
  refuse('create a')
  const made3 = await desk.jobs.start({ ...words, items, leftOut: [] })
  refuse('')
  await doAgain(desk, made3, made3.items.slice(0, 1))
  const off = await on.act('deactivate', on.seenAll('a', 'b'))
  refuse('remove b')
  const gone = await on.act('delete', on.seenAll('b', 'c'))
  on.open({ job: made3.id })
  expect(linesNow()).toEqual(['a', 'b'])
  for (const job of [off, gone]) if (job !== undefined) renderSignedIn(<HandOverLine job={job} />, {}, desk)
  expect(screen.queryByText(/to hand over/)).toBeNull()
  renderSignedIn(<HandOverLine job={made3} />, {}, desk)
  expect(screen.getByText(/^2 new values to hand over/)).toBeTruthy()
})

test('the values of selected rows are copied together, in their order, without those that nobody can use', async () => {
  const on = await made('a', 'b', 'c')
  on.rewrite('a', { active: false })
  const { line, press, copied } = on.open({ of: { resource: 'tokens', names: ['c', 'a', 'b'] } })
  expect(screen.getByRole('dialog', { name: 'Copy values' })).toBeTruthy()
  expect(line('a').getByText('Inactive')).toBeTruthy()
  expect(line('b').getByText('Value')).toBeTruthy()
  await press('Copy all')
  await copied(['c', 'b'])
  await waitFor(() => expect(on.toasts.get()?.says).toBe('Copied 2 values.'))
})
