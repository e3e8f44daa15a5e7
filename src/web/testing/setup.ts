import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { cheapStyles } from './styles.ts'
import { watchTexts } from './translation.ts'

// The time-out is long because lazy chunks are compiled on first use, maybe on a busy machine.
configure({
  asyncUtilTimeout: 30_000,
  // Live regions repeat text that the page shows. Tests read them with `announced` and `alerted`.
  defaultIgnore: 'script, style, .sr > [aria-live]',
  getElementError: (message) => new Error(message ?? 'not found'),
})
cheapStyles(document.defaultView!)

const consoleCalls: unknown[][] = []
const unsafeTexts = watchTexts()

beforeEach(() => {
  consoleCalls.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void consoleCalls.push([level, ...words]))
  }
})

afterEach(() => {
  const unsafe = unsafeTexts()
  cleanup()
  window.dispatchEvent(new Event('pagehide')) // its page is left: what still ends in it stores nothing
  document.body.replaceChildren() // the files of a worker share the page
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  // oxlint-disable-next-line vitest/no-standalone-expect -- after each test, of that test
  expect(consoleCalls, 'a test says nothing in the console').toEqual([])
  // oxlint-disable-next-line vitest/no-standalone-expect -- the same
  expect(unsafe, 'changing texts stand alone in their elements').toEqual([])
})
