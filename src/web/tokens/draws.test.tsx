import { screen, waitFor } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

/** The names of the switches that were rendered. */
const seen = vi.hoisted(() => {
  vi.resetModules()
  return { switches: [] as string[] }
})
afterAll(() => void vi.resetModules())

vi.mock('#web/ui/row-switch.tsx', async (original) => {
  const { RowSwitch, ...others } = await original<typeof import('#web/ui/row-switch.tsx')>()
  return {
    ...others,
    RowSwitch: (props: Parameters<typeof RowSwitch>[0]) => {
      seen.switches.push(props.label)
      return RowSwitch(props)
    },
  }
})

const at = (name: string) => screen.getByRole('switch', { name })

test('a switch renders only its own row, both when it is pressed and when its verdict arrives', async () => {
  const { flip, confirmWarning, hold, passTime } = await openConsole({ tokens: ['a', 'b', 'B'] })
  await flip('a active')
  await confirmWarning()
  await waitFor(() => expect(at('a active').getAttribute('aria-checked')).toBe('false'))
  // Everything else that renders the list is done: names that look alike are found, and *Saved* has gone.
  await screen.findAllByText(/Looks like/)
  passTime(5000)
  await waitFor(() => expect(at('a active').closest('tr')?.textContent).not.toContain('Saved'))
  const release = hold('PUT', '/_/token')
  seen.switches = []
  await flip('b active')
  await waitFor(() => expect(at('b active').getAttribute('aria-busy')).toBe('true'))
  release()
  await waitFor(() => expect(at('b active').getAttribute('aria-checked')).toBe('false'))
  expect(new Set(seen.switches)).toEqual(new Set(['b write', 'b active']))
})

test('selecting all rows renders their checkboxes, and nothing else of any row', async () => {
  const { user } = await openConsole({ tokens: ['a', 'b', 'c'] })
  const all = await screen.findByRole('checkbox', { name: 'Select all shown' })
  seen.switches = []
  await user.click(all)
  expect(screen.getAllByRole('checkbox', { name: /^Select [abc]$/, checked: true })).toHaveLength(3)
  expect(seen.switches).toEqual([])
})
