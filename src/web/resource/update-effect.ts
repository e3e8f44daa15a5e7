import * as z from 'zod/mini'
import { updateEffects, worstEffect, type UpdateEffect } from '#contract/facts.ts'
import { jsonIn } from '#contract/wire.ts'
import { createStore } from '#web/ui/store.ts'

/** The answer of the last check. `at`: when it ran, in milliseconds since 1970. */
const Answer = z.object({ effect: z.enum(updateEffects), at: z.number() })
type Answer = z.infer<typeof Answer>

/** What updates were seen to do to values on this service. */
interface Known {
  /** The worst that the check and the saves since then showed; undefined: nobody has seen it. */
  effect: UpdateEffect | undefined
  /** The check that said so; undefined: a save showed it. */
  checked: Answer | undefined
}

/** A store of what updates do to values. */
export type UpdateEffectStore = ReturnType<typeof createUpdateEffect>

/** Only the answer of a check is kept in `storage`, by the service's address; what saves show, until the page closes. */
export function createUpdateEffect(storage: Pick<Storage, 'getItem' | 'setItem'>, address: string) {
  const key = `query-admin update-check ${address}`
  const checked = Answer.safeParse(jsonIn(storage.getItem(key) ?? '')).data
  const { get, set, subscribe } = createStore<Known>({ effect: checked?.effect, checked })
  return {
    get,
    subscribe,
    /** A check answered. It counts more than the saves before it. */
    answered(answer: Answer): void {
      try {
        storage.setItem(key, JSON.stringify(answer))
      } catch {
        // A full storage: it holds until the page closes.
      }
      set({ effect: answer.effect, checked: answer })
    },
    /** A save showed this. */
    saw(effect: UpdateEffect): void {
      const { effect: before, checked } = get()
      const worst = worstEffect(before, effect)
      set({ effect: worst, checked: checked?.effect === worst ? checked : undefined })
    },
  }
}
