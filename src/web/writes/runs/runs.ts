import { CodeNotLoaded, lazyCode } from '#web/ui/lazy.tsx'
import { createStore } from '#web/ui/store.ts'
import { deskOf } from './run-page.ts'
import type { Run, Runs } from './run-state.ts'

const runCode = lazyCode(() => import('./run.ts'))

/** How long after its end a run may still move rows and focus, in milliseconds. */
const settles = 3000

const underWay = 'Another run is under way. Nothing was sent.'

export function createRuns(now: () => number): Runs {
  const { get, set, subscribe } = createStore<Run | undefined>(undefined)
  const onClose = () => set(undefined)
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
        former?.close()
        const run = createRun(desk, plan, { startedAt: now(), now, onClose })
        set(run)
        run.start()
        return true
      } catch (error) {
        if (error instanceof CodeNotLoaded) return refuse(error.message)
        throw error
      } finally {
        isStarting = false
      }
    },
    isMoving() {
      const state = get()?.get()
      return state !== undefined && (state.phase !== 'ended' || now() - (state.endedAt ?? 0) < settles)
    },
    forget: () => get()?.close(),
  }
}
