import { lazyCode } from '#web/ui/lazy.tsx'
import { createStore, type Store } from '#web/ui/store.ts'
import { deskOf, type Page } from './run-page.ts'
import type { Run } from './run-state.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunBrowser } from './run-record.ts'

const recordCode = lazyCode(() => import('./run-record.ts'))
const runCode = lazyCode(() => import('./open-run.ts'))

/** What came of `start`. `not-stored`: the browser cannot keep a record of it, so nothing was sent. */
export type Started = 'started' | 'under-way' | 'not-stored'

/** The run of this page, of which there is one at a time. Its report stays until it is closed. */
export interface Runs extends Pick<Store<Run | undefined>, 'get' | 'subscribe'> {
  /** Starts a run, in the place of a report. */
  start: (page: Page, plan: RunPlan) => Promise<Started>
  /** Shows what a tab that was closed has left behind. */
  find: (page: Page) => Promise<void>
  /** Whether a run moves rows or focus by itself now, or did a moment ago. That is no input of the admin. */
  isMoving: () => boolean
  /** Ends the run and removes its record: the admin signs out. */
  forget: () => void
}

/** How long after its end a run may still move rows and focus, in milliseconds. */
const settles = 3000

/** The place of the records of one service in the storage. */
export const recordPrefix = (address: string) => `query-admin run ${address} `

/** `printOf`: a fingerprint of the person who is signed in, under a random key. */
export function createRuns(
  browser: RunBrowser,
  address: string,
  printOf: (key: string) => Promise<string | undefined>,
): Runs {
  const { get, set, subscribe } = createStore<Run | undefined>(undefined)
  const records = async () => (await recordCode.load()).createRecords(browser, recordPrefix(address), printOf)
  const onClose = () => set(undefined)
  let isStarting = false
  return {
    get,
    subscribe,
    async start(page, plan) {
      const former = get()
      if (isStarting || (former !== undefined && former.get().phase !== 'ended')) return 'under-way'
      isStarting = true
      try {
        const { createRun } = await runCode.load()
        const desk = await deskOf(page, plan.resource)
        const record = await (await records()).create(plan, desk.shown.stored.parse)
        if (record === undefined) return 'not-stored'
        former?.close()
        const run = createRun(desk, plan, { record, now: browser.now, onClose })
        set(run)
        run.resume()
        return 'started'
      } finally {
        isStarting = false
      }
    },
    async find(page) {
      const { storage } = browser
      const isAny = Array.from({ length: storage.length }, (_, at) => storage.key(at)).some((key) =>
        key?.startsWith(recordPrefix(address)),
      )
      if (!isAny || get() !== undefined) return
      const found = await (await records()).take()
      if (found === undefined) return
      const { reopenRun } = await runCode.load()
      const run = reopenRun(await deskOf(page, found.head.resource), found, { now: browser.now, onClose })
      if (get() === undefined) set(run)
    },
    isMoving() {
      const state = get()?.get()
      return state !== undefined && (state.phase !== 'ended' || browser.now() - (state.endedAt ?? 0) < settles)
    },
    forget: () => get()?.close(),
  }
}

declare module '#web/ui/session.ts' {
  interface Session {
    runs: Runs
  }
}
