import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAutoHide } from './auto-hide.tsx'
import { HideLevelProvider, type HideLevel } from './hide-level.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Secret() {
  const [isShown, setIsShown] = useState(true)
  const [hide] = useState(() => () => setIsShown(false))
  const { keepVisible } = useAutoHide(isShown, hide)
  return isShown ? <button onClick={keepVisible}>a secret</button> : null
}

/** A secret that the admin keeps in sight. */
function kept() {
  const atLevel = (hideLevel: HideLevel) => (
    <HideLevelProvider value={hideLevel}>
      <Secret />
    </HideLevelProvider>
  )
  const page = render(atLevel('nothing'))
  act(() => screen.getByRole('button').click())
  return { draw: (hideLevel: HideLevel) => page.rerender(atLevel(hideLevel)) }
}
const isShown = () => screen.queryByText('a secret') !== null

test('a secret that is kept in sight stays while the computer is awake', () => {
  kept()
  act(() => void vi.advanceTimersByTime(600_000))
  expect(isShown()).toBe(true)
})

test.each(['focus', 'online', 'pageshow', 'pointerover', 'keydown'])(
  'after the computer slept, the first %s hides it at once',
  (type) => {
    kept()
    vi.setSystemTime(Date.now() + 60_000)
    expect(isShown()).toBe(true)
    act(() => void window.dispatchEvent(new Event(type)))
    expect(isShown()).toBe(false)
  },
)

test('after the computer slept, the first timer hides it, whatever came before', () => {
  kept()
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void vi.advanceTimersToNextTimer())
  expect(isShown()).toBe(false)
})

test.each([
  ['document', 'freeze'],
  ['window', 'pagehide'],
] as const)('it goes before the page is left: %s %s', (target, type) => {
  kept()
  const eventTarget = target === 'document' ? document : window
  // Without `act`: a frozen page renders nothing more.
  eventTarget.dispatchEvent(new Event(type))
  expect(isShown()).toBe(false)
})

test('it goes when the tab is hidden', () => {
  kept()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(isShown()).toBe(true)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(isShown()).toBe(false)
})

test.each(['secrets', 'everything'] as const)(
  'while everything is hidden it is not there, nor when that is over: %s',
  (hideLevel) => {
    const { draw } = kept()
    draw(hideLevel)
    expect(isShown()).toBe(false)
    draw('nothing')
    expect(isShown()).toBe(false)
  },
)
