import { createStore } from '#web/ui/store.ts'
import type { Choices } from './act.ts'
import { isTicked, tickIds, type Tick, type Ticks } from './question.ts'

/** A store of what the admin has chosen in questions. */
export type ChoiceStore = ReturnType<typeof createChoices>

/** The choice to repair is kept in `storage`, by the service’s `address`; what is turned off, for this session. */
export function createChoices(storage: Pick<Storage, 'getItem' | 'setItem'>, address: string) {
  const key = `query-admin always-repair ${address}`
  const stored = storage.getItem(key)
  const { get, set, subscribe } = createStore<Choices>({
    quiet: new Set(),
    repairs: stored === null ? undefined : stored === 'yes',
  })
  const setRepairs = (repairs: boolean) => {
    storage.setItem(key, repairs ? 'yes' : 'no')
    set({ ...get(), repairs })
  }
  return {
    get,
    subscribe,
    setRepairs,
    /** Remembers what was ticked. `warns`: what the question said of the service. */
    choose(ticked: Ticks, ticks: readonly Tick[] | undefined, warns: string | undefined): void {
      const offers = (id: string) => ticks?.some((tick) => tick.id === id) === true
      if (offers(tickIds.repair)) {
        const repairs = isTicked(ticks, ticked, tickIds.repair)
        if (repairs !== get().repairs) setRepairs(repairs)
      }
      if (warns !== undefined && isTicked(ticks, ticked, tickIds.quiet))
        set({ ...get(), quiet: new Set([...get().quiet, warns]) })
    },
  }
}
