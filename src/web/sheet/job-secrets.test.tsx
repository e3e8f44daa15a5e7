import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failing } from '#contract/testing/memory.ts'
import type { Service } from '#contract/service.ts'
import { plannedCreation } from '#web/jobs/do-act.ts'
import type { Job } from '#web/jobs/job.ts'
import { createAnnouncer } from '#web/ui/live.tsx'
import { createToasts } from '#web/ui/toast.tsx'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { tokenDesk } from '#web/testing/token-desk.ts'
import { JobSecrets } from './job-secrets.tsx'

const never = new AbortController().signal
const change = () => ({ active: true, write: false, expiration_date: { integer: 1_900_000_000 } })

/** Tokens that one job created, and the part of its report about their values. The value of `x` is `value of x`. */
async function made(...names: string[]) {
  const on = tokenDesk()
  const { desk } = on
  const items = names.map((name) => plannedCreation(desk, 'tokens', { name, change: change() }))
  const words = { resource: 'tokens', act: 'create', doing: '', done: '', leftOut: [] } as const
  const job = await desk.jobs.start({ ...words, items })
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
  const open = (of: Job = job) => {
    const { user } = renderSignedIn(<JobSecrets job={of} />, { service, over: never, toasts }, desk)
    return (name: string) => user.click(screen.getByRole('button', { name }))
  }
  const copied = async (...lines: string[]) =>
    waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(lines.map((name) => `${name}\tvalue of ${name}`).join('\n')),
    )
  const isCopied = () => desk.jobs.get()[0]?.items.flatMap(({ name, isCopied: is }) => (is === true ? [name] : []))
  return { ...on, job, broken, toasts, open, copied, isCopied }
}

test('what a job created is copied together, in the order of its rows, and each row is then marked as copied', async () => {
  const on = await made('c', 'a', 'b')
  const press = on.open()
  expect(screen.getByText('3 new values.')).toBeTruthy()
  await press('Copy all')
  await on.copied('c', 'a', 'b')
  await waitFor(() => expect(on.toasts.get()?.says).toBe('Copied 3 values.'))
  expect(on.isCopied()).toEqual(['c', 'a', 'b'])
})

test('a value that cannot be read keeps the others back from nobody, and says why; it is not marked as copied', async () => {
  const on = await made('a', 'b')
  on.broken.add('a')
  const press = on.open()
  await press('Copy all')
  await on.copied('b')
  await waitFor(() =>
    expect(on.toasts.get()?.says).toMatch(/^Copied 1 value\. 1 could not be read\. The service failed \(500\)/),
  )
  expect(on.isCopied()).toEqual(['b'])
  on.broken.add('b')
  await press('Copy all')
  await waitFor(() => expect(on.toasts.get()?.says).toMatch(/^Nothing was copied\. None of them could be read\./))
})

test('of values that nobody can use now, their number is said', async () => {
  const on = await made('off', 'good')
  on.rewrite('off', { active: false })
  await on.open()('Copy all')
  await waitFor(() => expect(on.toasts.get()?.says).toBe('Copied 2 values. Nobody can use 1 of them now.'))
})

test('a download is asked about first, and writes nothing if that is cancelled', async () => {
  const on = await made('a', 'b')
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const press = on.open()
  on.answers.push('cancel')
  await press('Download…')
  expect(on.asked.at(-1)?.question.title).toBe('Download 2 new values?')
  expect(link).not.toHaveBeenCalled()
  await press('Download…')
  await waitFor(() => expect(on.toasts.get()?.says).toBe('The file holds 2 values. Open it as text.'))
  expect(link).toHaveBeenCalledTimes(1)
})

test('more than a hundred are a file; a job that deactivates or deletes made none', async () => {
  const many = Array.from({ length: 101 }, (_, at) => `t${at}`)
  const on = await made(...many)
  on.open()
  expect(screen.getByText(/At most 100 can be copied at once/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy all' }).getAttribute('aria-disabled')).toBe('true')
  document.body.replaceChildren()
  for (const act of ['deactivate', 'delete']) on.open((await on.act(act, on.seenAll('t1', 't2')))!)
  expect(screen.queryByRole('button', { name: 'Copy all' })).toBeNull()
})
