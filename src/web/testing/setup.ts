import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { resetUrl } from '#web/router/use-search-params.ts'
import { cheapStyles } from './styles.ts'
import { watchTexts } from './translation.ts'

const { asyncWrapper } = getConfig()
const { setImmediate } = globalThis // whatever timers a test fakes

/**
 * Lets React draw, which it does in tasks of its own: first the change, then what its effects change. Testing Library waits
 * for a timer of no length, which on a busy machine may come before them.
 */
async function drawn() {
  // oxlint-disable-next-line no-await-in-loop -- one task after the other
  for (let task = 0; task < 3; task += 1) await new Promise<void>((resolve) => void setImmediate(resolve))
}

// The time-out is long because lazy chunks are compiled on first use, maybe on a busy machine.
configure({
  asyncUtilTimeout: 30_000,
  asyncWrapper: (act) =>
    asyncWrapper(async () => {
      const result = await act()
      await drawn()
      return result
    }),
  // Live regions repeat text that the page shows. Tests read them with `announced` and `alerted`.
  defaultIgnore: 'script, style, .sr > [aria-live]',
  getElementError: (message) => new Error(message ?? 'not found'),
})
cheapStyles(document.defaultView!)
// To happy-dom its document is none, so that React Aria finds no focus in a dialog, and moves it there when it likes.
Object.defineProperty(Document, Symbol.hasInstance, { value: isDocument, configurable: true })

function isDocument(node?: Partial<Node>) {
  return node?.nodeType === 9
}

// A page has this code before anybody acts. Compiled in a test with timers of its own, it would take hours of their time.
beforeAll(() =>
  Promise.all([
    import('#api/write/verified-writer.ts'),
    import('#api/write/repair.ts'),
    import('#api/write/replace.ts'),
    import('#web/jobs/later-outcomes.ts'),
    import('#web/jobs/unrecreated-rows.ts'),
  ]),
)

const consoleCalls: unknown[][] = []
const unsafeTexts = watchTexts()

beforeEach(() => {
  resetUrl() // as late as possible: a page of the test before may still have closed something
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
