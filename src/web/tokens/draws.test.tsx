import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const at = (name: string) => screen.getByRole('switch', { name })

/** What React rendered a node with last: another object for each rendering. @throws {Error} if React renamed it. */
function rendered(node: HTMLElement): unknown {
  const key = Object.keys(node).find((name) => name.startsWith('__reactProps$'))
  if (key === undefined) throw new Error('React keeps its props elsewhere')
  return (node as unknown as Record<string, unknown>)[key]
}

/** Returns a function that names the switches that have been rendered since. */
function watchSwitches(): () => (string | null)[] {
  const before = new Map(screen.getAllByRole('switch').map((node) => [node, rendered(node)]))
  return () =>
    screen
      .getAllByRole('switch')
      .filter((node) => rendered(node) !== before.get(node))
      .map((node) => node.getAttribute('aria-label'))
}

test('a switch renders only its own row, both when it is pressed and when its verdict arrives; selecting all rows renders no switch', async () => {
  const { user, flip, confirmWarning, hold, passTime } = await openConsole({ tokens: ['a', 'b'] })
  const all = await screen.findByRole('checkbox', { name: 'Select all shown' })
  const selected = watchSwitches()
  await user.click(all)
  expect(screen.getAllByRole('checkbox', { name: /^Select [ab]$/, checked: true })).toHaveLength(2)
  expect(selected()).toEqual([])
  await user.click(all)
  await flip('a active')
  await confirmWarning()
  await waitFor(() => expect(at('a active').getAttribute('aria-checked')).toBe('false'))
  // Everything else that renders the list is done: *Saved* has gone.
  passTime(5000)
  await waitFor(() => expect(at('a active').closest('tr')?.textContent).not.toContain('Saved'))
  const release = hold('PUT', '/_/token')
  const since = watchSwitches()
  await flip('b active')
  await waitFor(() => expect(at('b active').getAttribute('aria-busy')).toBe('true'))
  expect(since()).toEqual(['b write', 'b active'])
  release()
  await waitFor(() => expect(at('b active').getAttribute('aria-checked')).toBe('false'))
  expect(since()).toEqual(['b write', 'b active'])
})
