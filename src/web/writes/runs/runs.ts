import { CodeNotLoaded, lazyCode } from '#web/ui/lazy.tsx'
import { createStore } from '#web/ui/store.ts'
import { keysIn } from '#web/writes/storage-keys.ts'
import { deskOf } from './run-page.ts'
import type { Run, Runs } from './run-state.ts'
import type { RunBrowser } from './run-record.ts'

const recordCode = lazyCode(() => import('./run-record.ts'))
const runCode = lazyCode(() => import('./run.ts'))

/** How long after its end a run may still move rows and focus, in milliseconds. */
const settles = 3000

const underWay = 'Another run is under way. Nothing was sent.'
const notStored = 'This browser can’t store a record of the run, so it was not started. Nothing was sent.'

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
      const refuse = (says: string) => {
        page.session.toasts.show(says, { mark: 'failed' })
        return false
      }
      if (isStarting || (former !== undefined && former.get().phase !== 'ended')) return refuse(underWay)
      isStarting = true
      try {
        const { createRun } = await runCode.load()
        const desk = await deskOf(page, plan.resource)
        const startedAt = now()
        const record = await (await records()).create(plan, startedAt, desk.shown.stored.parse)
        if (record === undefined) return refuse(notStored)
        former?.close()
        const run = createRun(desk, plan, { record, startedAt, now, onClose })
        set(run)
        run.resume()
        return true
      } catch (error) {
        if (error instanceof CodeNotLoaded) return refuse(error.message)
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
