import { CodeNotLoaded, lazyCode } from '#web/ui/lazy.tsx'
import { createStore, type Store } from '#web/ui/store.ts'
import { keysIn } from '#web/writes/storage-keys.ts'
import { deskOf, type Page } from './run-page.ts'
import type { Run } from './run-state.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunBrowser } from './run-record.ts'

const recordCode = lazyCode(() => import('./run-record.ts'))
const runCode = lazyCode(() => import('./run.ts'))

/** What came of `start`. `not-stored`: the browser cannot keep a record of it, so nothing was sent. */
export type Started = 'started' | 'under-way' | 'not-stored' | 'not-loaded'

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
  const { now } = browser
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
        const startedAt = now()
        const record = await (await records()).create(plan, startedAt, desk.shown.stored.parse)
        if (record === undefined) return 'not-stored'
        former?.close()
        const run = createRun(desk, plan, { record, startedAt, now, onClose })
        set(run)
        run.resume()
        return 'started'
      } catch (error) {
        if (error instanceof CodeNotLoaded) return 'not-loaded'
        throw error
      } finally {
        isStarting = false
      }
    },
    async find(page) {
      if (keysIn(browser.storage, recordPrefix(address)).length === 0 || get() !== undefined) return
      const found = await (await records()).take()
      if (found === undefined) return
      const { plan, progress, record } = found
      const { createRun } = await runCode.load()
      const desk = await deskOf(page, plan.resource)
      const { parse } = desk.shown.stored
      const items = plan.items.map(({ confirmed, ...item }) => ({ ...item, confirmed: confirmed && parse(confirmed) }))
      const run = createRun(desk, { ...plan, items }, { record, startedAt: plan.startedAt, now, onClose }, progress)
      if (get() === undefined) set(run)
    },
    isMoving() {
      const state = get()?.get()
      return state !== undefined && (state.phase !== 'ended' || now() - (state.endedAt ?? 0) < settles)
    },
    forget: () => get()?.close(),
  }
}

declare module '#web/ui/session.ts' {
  interface Session {
    runs: Runs
  }
}
