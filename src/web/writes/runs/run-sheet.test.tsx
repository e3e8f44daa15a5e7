import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createAnnouncer } from '#web/ui/live.tsx'
import { SessionProvider, type Session } from '#web/ui/session.ts'
import { createStore } from '#web/ui/store.ts'
import { createOutcomes } from '#web/writes/outcomes/outcomes.ts'
import { BannerLine } from '#web/list/banner-line.tsx'
import type { ItemState, Run, RunItem, RunState } from './run-state.ts'
import { RunView } from './run-sheet.tsx'

const item = (name: string, state: ItemState, says = '', more: Partial<RunItem> = {}): RunItem => ({
  name,
  state,
  says,
  mayTryAgain: state === 'failed',
  ...more,
})

const countsOf = (items: readonly RunItem[]): RunState['counts'] => {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, unknown: 0, 'not-started': 0, 'left-out': 0 }
  for (const { state } of items) counts[state] += 1
  return counts
}

const stateOf = (items: readonly RunItem[], more: Partial<RunState> = {}): RunState => ({
  phase: 'running',
  title:
    more.phase === 'ended'
      ? `${countsOf(items).done} of ${items.length} tokens deactivated`
      : `Deactivating ${items.length} tokens`,
  items,
  counts: countsOf(items),
  startedAt: 1_800_000_000_000,
  endedAt: undefined,
  timeLeft: undefined,
  stopped: undefined,
  pausedUntil: undefined,
  isForgotten: false,
  ...more,
})

/** A run in a state, drawn; what is pressed is recorded. */
function draw(first: RunState) {
  const state = createStore(first)
  const pressed: unknown[][] = []
  const did = (what: string) => async (_?: unknown, name?: string) => {
    pressed.push([what, ...(name === undefined ? [] : [name])])
  }
  const run: Run = {
    resource: 'tokens',
    get: state.get,
    subscribe: state.subscribe,
    act: { name: 'deactivate', input: {} },
    rest(which = 'failed', name) {
      void did(which)(undefined, name)
      return []
    },
    start: () => undefined,
    cancel: () => void did('cancel')(),
    refresh: did('refresh'),
    goOn: async () => {},
    close: () => void did('close')(),
  }
  const announcer = createAnnouncer(Date.now)
  const session = {
    announcer,
    outcomes: createOutcomes(Date.now),
    passwords: createStore({ kept: new Set(), lost: new Set() }) as unknown as Session['passwords'],
    banners: createStore<ReturnType<Session['banners']['get']>>(new Map()),
  } as Partial<Session> as Session
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <BannerLine />
        <RunView run={run} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { state, pressed, announced: () => announcer.spoken.get().polite, session, user: userEvent.setup() }
}

const some = (many: number, state: ItemState, from = 0) =>
  Array.from({ length: many }, (_, at) => item(`t${from + at}`, state))
const namesIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('a running run shows how far it has come, what is under way first, and what each item does', async () => {
  const items = [
    item('a', 'done', 'Saved, active off.'),
    item('b', 'failed', 'Not saved: timed out.'),
    item('c', 'unknown', 'No answer.'),
    item('d', 'running', '', { step: 'reading' }),
    item('e', 'running', '', { step: 'saving' }),
    item('f', 'running', '', { step: 'reading back' }),
    item('g', 'waiting'),
    item('z', 'left-out', 'already inactive'),
  ]
  const { pressed, user } = draw(stateOf(items, { timeLeft: 8200, title: 'Deactivating 7 tokens' }))
  const sheet = await screen.findByRole('dialog', { name: 'Deactivating 7 tokens' })
  const bar = screen.getByRole('progressbar', { name: 'Progress' })
  expect(['now', 'max', 'text'].map((part) => bar.getAttribute(`aria-value${part}`))).toEqual([
    '3',
    '7',
    '3 of 7: 1 done, 1 failed, 1 unknown',
  ])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Items of this run: 8')
  expect(sheet.querySelector('.run-counts')?.textContent).toBe('3of 71done1failed1unknown9 sleft, about')
  expect(sheet.textContent).toContain('It stops by itself when you are signed out or after 5 failures in a row.')
  expect(namesIn('Under way')).toEqual(['freading back', 'esaving', 'dreading first'])
  expect(namesIn('With a result')).toEqual(['cNo answer.', 'bNot saved: timed out.', 'aSaved, active off.'])
  expect(namesIn('Waiting')).toEqual(['gwaiting'])
  await user.click(screen.getByRole('button', { name: 'Cancel the rest' }))
  expect(pressed).toEqual([['cancel']])
})

test('a run says until when the service asks to wait', async () => {
  draw(stateOf(some(3, 'waiting'), { pausedUntil: new Date(2027, 0, 15, 10, 41).getTime() }))
  await screen.findByText('The service asks to wait. It goes on at 10:41.')
})

test('a hidden run is a line on the page that says how far it is, and opens it again; quarters are announced', async () => {
  const { state, announced, user } = draw(stateOf(some(8, 'waiting')))
  await user.click(await screen.findByRole('button', { name: 'Hide' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByText('Deactivating 8 tokens: 0 of 8.')
  act(() => state.set(stateOf([...some(1, 'done'), ...some(7, 'waiting', 1)])))
  expect(announced()).toBe('')
  act(() => state.set(stateOf([...some(4, 'done'), item('x', 'failed'), ...some(3, 'waiting', 4)])))
  await screen.findByText('Deactivating 8 tokens: 5 of 8.')
  expect(announced()).toBe('5 of 8: 4 done, 1 failed.')
  act(() => state.set(stateOf([...some(7, 'done'), item('x', 'failed')], { phase: 'ended' })))
  await screen.findByText('7 of 8 tokens deactivated.')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByRole('dialog', { name: '7 of 8 tokens deactivated' })
  await user.keyboard('{Escape}')
  await screen.findByText('7 of 8 tokens deactivated.')
})

test('a report is grouped by result, what needs work first; each part can be tried again or refreshed', async () => {
  const items = [
    ...some(3, 'done'),
    item('u', 'unknown', 'No answer.'),
    item('f', 'failed', 'Not saved: refused.'),
    item('c', 'failed', 'Changed since the list was read.', { mayTryAgain: false }),
    item('n', 'not-started'),
    item('l', 'left-out', 'already inactive'),
  ]
  const { pressed, user } = draw(stateOf(items, { phase: 'ended', endedAt: 1_800_000_041_000, stopped: 'failures' }))
  const sheet = await screen.findByRole('dialog', { name: /deactivated/ })
  expect(sheet.textContent).toMatch(/Finished .*, after 41 s\./)
  await screen.findByText('It stopped after 5 failures in a row. 1 was not started.')
  expect(screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'))).toEqual([
    'Failed',
    'Unknown',
    'Not started',
    'Done, verified',
    'Left out',
  ])
  for (const name of ['Try again: f', 'Refresh: u', 'Refresh 1 unknown', 'Try 1 failed again', 'Close'])
    await user.click(screen.getByRole('button', { name }))
  expect(screen.queryByRole('button', { name: 'Try again: c' })).toBeNull()
  expect(pressed).toEqual([['failed', 'f'], ['refresh', 'u'], ['refresh'], ['failed'], ['close']])
})

test.each([
  ['signed-out', 'It stopped because you were signed out. 2 were not started.'],
  ['cancelled', 'You cancelled the rest. 2 were not started.'],
] as const)('a run that was stopped by “%s” says why, and how many were not started', async (stopped, says) => {
  draw(stateOf([...some(1, 'done'), ...some(2, 'not-started', 1)], { phase: 'ended', stopped }))
  await screen.findByText(says)
})

test('a run whose passwords went with the session cannot go on: its file is imported again', async () => {
  draw(stateOf(some(2, 'not-started'), { phase: 'ended', stopped: 'signed-out', isForgotten: true }))
  await screen.findByText(/2 were not started\. Import the file again: what exists is left out\.$/)
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull()
})

test('a long run draws a hundred items, and more on demand', async () => {
  const { user } = draw(stateOf(some(1200, 'done'), { phase: 'ended' }))
  expect(namesIn('Done, verified')).toHaveLength(100)
  await user.click(await screen.findByRole('button', { name: 'Show 500 more of 1,100 (done, verified)' }))
  expect(namesIn('Done, verified')).toHaveLength(600)
})
