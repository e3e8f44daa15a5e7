import { useEffect, useEffectEvent } from 'react'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import type { Outcome, OutcomesOf } from './outcomes.ts'

/** Undoes a save of this page after *Undo* in *Activity*, as soon as its list is there. */
export function useUndoing<Row extends object, Change extends object>(
  { name }: OutcomesOf<Row, Change>,
  isReady: boolean,
  undo: (outcome: Outcome<Row, Change>) => void,
): void {
  const { undoing } = useSession()
  const wanted = useStore(undoing)
  const take = useEffectEvent(undo)
  useEffect(() => {
    if (!isReady || wanted?.resource !== name) return
    undoing.set(undefined)
    take(wanted as Outcome<Row, Change>)
  }, [isReady, wanted, undoing, name])
}
