import { worstEffect, type UpdateEffect } from '#contract/facts.ts'
import { createStore } from '#web/ui/store.ts'

/** What is known of updates on this service since the page was opened. */
interface Known {
  /** The worst that saves have shown them to do to values; undefined: nobody has seen it. */
  effect: UpdateEffect | undefined
  /** The admin was told that nobody has seen it, and went on. */
  isWarned: boolean
}

/** A store of what updates do to values. */
export type UpdateEffectStore = ReturnType<typeof createUpdateEffect>

export function createUpdateEffect() {
  const { get, set, subscribe } = createStore<Known>({ effect: undefined, isWarned: false })
  return {
    get,
    subscribe,
    saw: (effect: UpdateEffect) => set({ ...get(), effect: worstEffect(get().effect, effect) }),
    warned: () => set({ ...get(), isWarned: true }),
  }
}
