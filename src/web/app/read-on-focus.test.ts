import { focusManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Job } from '#web/jobs/job.ts'
import { refetchOnWindowFocus } from './create-session.ts'

/** How often lists are read again when the window has the focus, and when the tab is shown. */
function reads(jobs: readonly Partial<Job>[] = [], over = AbortSignal.any([])) {
  const read = vi.fn<() => void>()
  const set = vi.spyOn(focusManager, 'setEventListener')
  refetchOnWindowFocus({ jobs: { get: () => jobs as Job[] } }, over)
  onTestFinished(set.mock.calls[0]![0](read)!)
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  return read.mock.calls.length
}

test('the focus reads lists again', () => {
  expect(reads()).toBe(2)
})

test.each(['menu', 'dialog', 'alertdialog'])('not while a %s is open', (role) => {
  document.body.innerHTML = `<div role="${role}"></div>`
  expect(reads()).toBe(0)
})

test('not while a job runs, without a network, or in a session that is over', () => {
  expect(reads([{ endedAt: 1 }, { items: [] }])).toBe(0)
  expect(reads([], AbortSignal.abort())).toBe(0)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(reads()).toBe(0)
})
