import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Lazy chunks are compiled on their first use, on a machine that may be busy with other things.
configure({
  asyncUtilTimeout: 10_000,
  // What is announced says what the page shows a second time; `told` and `alerted` of the rig read it.
  defaultIgnore: 'script, style, .sr > [aria-live]',
  getElementError: (says) => new Error(says ?? 'not found'),
})
vi.setConfig({ testTimeout: 30_000 })

const said: unknown[][] = []

beforeEach(() => {
  said.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void said.push([level, ...words]))
  }
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  // oxlint-disable-next-line vitest/no-standalone-expect -- after each test, of that test
  expect(said, 'a test says nothing in the console').toEqual([])
})
