import { describe, expect, test, vi } from 'vitest'
import type { UpdateEffect } from '#api/service-facts.ts'
import { ServiceError } from '#api/problem.ts'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { tokenActions } from '#web/tokens/actions.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { runAction } from './run-action.ts'
import { type Job, jobTitle } from './job.ts'

const saysOf = (job: Job | undefined) => job?.items.map(({ message }) => message?.text)
const namesOf = (job: Job | undefined) => job?.items.map(({ name }) => name)

describe('an action on several rows', () => {
  test('is asked once, leaves out and names those to which it does not apply, and opens its report', async () => {
    const on = createTestAppContext('a', 'b', 'c')
    on.rewrite('b', { active: false })
    const job = await on.act('deactivate', on.snapshotsOf('a', 'b', 'c'))
    const leftOut = [{ name: 'b', reason: 'already inactive' }]
    expect(on.recordedConfirmations).toMatchObject([
      { names: ['a', 'c'], skipped: leftOut, question: { title: 'Deactivate 2 tokens?' }, sentCount: 0 },
    ])
    expect(job).toMatchObject({ action: 'deactivate', progressLabel: 'Deactivating #', skipped: leftOut })
    expect(namesOf(job)).toEqual(['a', 'c'])
    expect(on.writes()).toEqual(['update a', 'update c'])
    expect(on.app.overlay.get()).toEqual({ type: 'job-report', jobId: job?.id })
  })

  test('says in its report which expiry was set', async () => {
    const on = createTestAppContext('a', 'b')
    const titleAfter = async (date: unknown) => {
      on.answers.push({ date })
      return jobTitle((await on.act('setExpiry', on.snapshotsOf('a', 'b')))!, 'token')
    }
    expect(await titleAfter({ after: 60_000 })).toBe(`Expiry of 2 tokens set to ${formatDateTime(on.now() + 60_000)}`)
    expect(await titleAfter('none')).toBe('Expiry of 2 tokens removed')
  })

  test('asks for the expiry of one alone, too, where values are known to be kept and nothing else is to be said', async () => {
    const on = createTestAppContext('a')
    expect(on.app.actionContext('tokens').updateEffect).toBe('keeps')
    on.answers.push({ date: { at: 1_860_000_000_000 } })
    const job = await on.act('setExpiry', on.snapshotsOf('a'))
    expect(on.recordedConfirmations).toMatchObject([
      { question: { title: 'Set the expiry of “a”?', asksForExpiry: true, paragraphs: [] } },
    ])
    expect(saysOf(job)).toEqual(['Saved.'])
    expect(on.rowOf('a')?.expiration_date).toBe(1_860_000_000)
  })

  test('can be another action instead, about the same rows, with a question of its own', async () => {
    const on = createTestAppContext('a')
    on.answers.push({ instead: 'replace' })
    await on.act('deactivate', on.snapshotsOf('a'))
    expect(on.recordedConfirmations.map(({ question, sentCount }) => [question.title, sentCount])).toEqual([
      ['Deactivate “a”?', 0],
      ['Replace the value of “a”?', 0],
    ])
    expect(on.writes()).toEqual(['remove a', 'create a'])
  })

  test('that applies to none of them is refused with a sentence, and nothing is asked or sent', async () => {
    const on = createTestAppContext('a', 'b')
    on.rewrite('a', { active: false })
    on.rewrite('b', { active: false })
    expect(await on.act('deactivate', on.snapshotsOf('a', 'b'))).toBeUndefined()
    on.rewrite('b', { yours: true, active: true })
    expect(await on.act('deactivate', on.snapshotsOf('a', 'b'))).toBeUndefined()
    expect(await on.act('deactivate', [])).toBeUndefined()
    expect(on.refusals).toEqual([
      'All 2 tokens are already inactive. Nothing was sent.',
      'None of these 2 tokens can be changed this way. Nothing was sent.',
      'None of these tokens is in the list any more. Nothing was sent.',
    ])
    expect([on.recordedConfirmations, on.app.jobs.get(), on.tokens.calls]).toEqual([[], [], []])
  })

  test('is not begun where nothing can be changed now', async () => {
    const on = createTestAppContext('a')
    on.blocked.is = true
    expect(await on.act('activate', on.snapshotsOf('a'))).toBeUndefined()
    expect([on.refusals, on.app.jobs.get()]).toEqual([['Read-only.'], []])
  })

  test('is not begun if nothing can be changed any more once its question is answered', async () => {
    const on = createTestAppContext('a', 'b')
    on.app.confirmations.subscribe(() => (on.blocked.is = true))
    expect(await on.act('delete', on.snapshotsOf('a', 'b'))).toBeUndefined()
    expect([on.recordedConfirmations.length, on.app.jobs.get(), on.tokens.calls]).toEqual([1, [], []])
  })

  test('is not begun if its question is cancelled', async () => {
    const on = createTestAppContext('a', 'b')
    on.answers.push('cancel')
    expect(await on.act('delete', on.snapshotsOf('a', 'b'))).toBeUndefined()
    expect([on.recordedConfirmations.length, on.app.jobs.get(), on.tokens.calls]).toEqual([1, [], []])
  })
})

test('a question about deleting counts first the rows that are not shown; others do not', async () => {
  const on = createTestAppContext('a', 'b', 'c')
  const rows = on.snapshotsOf('a', 'b', 'c')
  await on.act('deactivate', rows, { hidden: 2 })
  await on.act('delete', on.snapshotsOf('a', 'b', 'c'), { hidden: 2 })
  expect(on.recordedConfirmations.map(({ question }) => question.paragraphs[0]?.[0])).toEqual([
    'stops-until-active',
    ['hidden', '2'],
  ])
})

describe('one row that was stopped', () => {
  const change = { write: false }

  test('by somebody else’s change is another question, and what is sent is the row as it is now with the change', async () => {
    const on = createTestAppContext('a')
    const rows = on.snapshotsOf('a')
    on.rewrite('a', { active: false, updated_at: 1_799_000_000 })
    const job = await on.act('update', rows, { change })
    expect(on.recordedConfirmations).toMatchObject([
      {
        conflict: { previous: { active: true }, current: { active: false }, fields: ['active', 'updated_at'], change },
        row: { active: false },
        question: { title: '“a” changed since you opened it', confirmLabel: 'Save my change' },
        sentCount: 0,
      },
    ])
    expect(saysOf(job)).toEqual(['Saved, write off.'])
    expect(on.rowOf('a')).toMatchObject({ active: false, write: false })
    expect(on.app.jobs.get().map(({ items }) => items[0]?.isDismissed)).toEqual([true, undefined])
  })

  test('is asked about what changed without a fact that its first question has said', async () => {
    const on = createTestAppContext('a')
    const rows = on.snapshotsOf('a')
    on.rewrite('a', { write: false })
    await on.act('deactivate', rows)
    expect(on.recordedConfirmations.map(({ question: { paragraphs } }) => paragraphs)).toEqual([
      [['stops-until-active'], ['value-stays', 'leak-stays', 'leaked']],
      [],
    ])
    expect(on.writes()).toEqual(['update a'])
  })

  test('is asked once more only if anything but that has changed since the question', async () => {
    const on = createTestAppContext('a')
    const rows = on.snapshotsOf('a')
    on.rewrite('a', { active: false })
    // While the first confirmation is open, somebody turns it on again.
    let open = 0
    on.app.confirmations.subscribe(() => {
      if (on.app.confirmations.get().length > 0 && (open += 1) === 1) on.rewrite('a', { active: true })
    })
    const job = await on.act('update', rows, { change })
    expect(on.recordedConfirmations.map(({ conflict }) => conflict)).toMatchObject([
      { previous: { active: true }, current: { active: false } },
      { previous: { active: false }, current: { active: true } },
    ])
    expect(saysOf(job)).toEqual(['Saved, write off.'])
    expect(on.writes()).toEqual(['update a'])
  })

  test('is dropped by *Reload*, which reads the list again and begins the form anew', async () => {
    const on = createTestAppContext('a')
    const rows = on.snapshotsOf('a')
    on.rewrite('a', { active: false })
    on.answers.push({ isReload: true })
    const calls: string[] = []
    on.app.refreshList = (name) => calls.push(name)
    expect(await on.act('update', rows, { change, onReload: () => calls.push('form') })).toBeUndefined()
    expect(calls).toEqual(['tokens', 'form'])
    expect(on.writes()).toEqual([])
  })

  test('is left as it is if that question is cancelled', async () => {
    const on = createTestAppContext('a')
    const rows = on.snapshotsOf('a')
    on.rewrite('a', { active: false })
    on.answers.push('cancel')
    expect(await on.act('update', rows, { change })).toBeUndefined()
    expect(on.writes()).toEqual([])
  })

  test('because it cannot be checked before it is deleted, is deleted without checking only if that is confirmed', async () => {
    for (const answer of ['cancel', {}] as const) {
      const on = createTestAppContext('a')
      on.answers.push({}, answer)
      on.tokens.before = (call) => {
        if (call.startsWith('read')) throw new ServiceError({ kind: 'unreachable', sent: 'not-sent' })
      }
      // oxlint-disable-next-line no-await-in-loop -- two worlds
      await on.act('delete', on.snapshotsOf('a'))
      expect(on.recordedConfirmations.map(({ question: { confirmLabel } }) => confirmLabel)).toEqual([
        'Delete token',
        'Delete without checking',
      ])
      expect(on.recordedConfirmations.map(({ question }) => question.paragraphs[0])).toEqual([
        ['stops', 'use-unrecorded'],
        ['identity-unknown'],
      ])
      expect(on.writes()).toEqual(answer === 'cancel' ? [] : ['remove a'])
    }
  })

  test('because it cannot be checked before its value is replaced, is replaced only if that is confirmed', async () => {
    const on = createTestAppContext('a')
    on.answers.push({}, 'cancel')
    on.tokens.before = (call) => {
      if (call.startsWith('read')) throw new ServiceError({ kind: 'unreachable', sent: 'not-sent' })
    }
    await on.act('replace', on.snapshotsOf('a'))
    expect(on.recordedConfirmations.map(({ question: { confirmLabel } }) => confirmLabel)).toEqual([
      'Replace value',
      'Replace without checking',
    ])
    expect(on.writes()).toEqual([])
  })

  test('that was changed is deleted only if that is confirmed', async () => {
    const on = createTestAppContext('a')
    const rows = on.snapshotsOf('a')
    on.rewrite('a', { write: false })
    await on.act('delete', rows)
    expect(on.recordedConfirmations.map(({ question: { confirmLabel } }) => confirmLabel)).toEqual([
      'Delete token',
      'Delete anyway',
    ])
    expect(on.writes()).toEqual(['remove a'])
  })

  test('is not asked about if it is one of several: the report tells it', async () => {
    const on = createTestAppContext('a', 'b')
    const rows = on.snapshotsOf('a', 'b')
    on.rewrite('a', { write: false })
    const job = await on.act('deactivate', rows)
    expect(on.recordedConfirmations).toHaveLength(1)
    expect(saysOf(job)).toEqual(['Changed since you opened it (write). Nothing was sent.', 'Saved, active off.'])
  })
})

test('a date that is chosen in the question is what each row gets', async () => {
  const on = createTestAppContext('a', 'b')
  on.answers.push({ date: { at: 1_860_000_000_000 } })
  await on.act('setExpiry', on.snapshotsOf('a', 'b'))
  expect([on.rowOf('a')?.expiration_date, on.rowOf('b')?.expiration_date]).toEqual([1_860_000_000, 1_860_000_000])
})

test('a value is repaired afterwards where its question said so, and what became known since changes nothing of that', async () => {
  for (const effect of ['replaces-and-needs-repair', undefined] as const) {
    const on = createTestAppContext('a')
    on.rewrite('a', { active: false })
    let onUpdate: UpdateEffect | undefined = effect
    const app = { ...on.app, actionContext: () => ({ ...on.app.actionContext('tokens'), updateEffect: onUpdate }) }
    on.app.confirmations.subscribe(() => (onUpdate = 'replaces-and-needs-repair'))
    const task = vi.spyOn(tokenActions.activate, 'createTask')
    // oxlint-disable-next-line no-await-in-loop -- two worlds
    await runAction(app, 'tokens', 'activate', on.snapshotsOf('a'))
    expect(on.recordedConfirmations[0]?.question.repairs).toBe(effect !== undefined)
    expect(task.mock.results.at(-1)?.value).toMatchObject({ operation: effect === undefined ? 'update' : 'repair' })
    task.mockRestore()
  }
})
