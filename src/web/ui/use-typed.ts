import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

declare global {
  interface Navigator {
    /** https://wicg.github.io/is-input-pending; not in every browser. */
    readonly scheduling?: { isInputPending(): boolean }
  }
}

/**
 * The text of a field whose answer takes long. While further keys wait it stands in the field and is not told, so that
 * they are answered together. `now` tells what was not told yet. Whatever else changes `value` meanwhile has the last
 * word.
 */
export function useTyped(value: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  const waiting = typed?.over === value ? typed.text : undefined
  const told = (text = waiting) => {
    setTyped(undefined)
    if (text !== undefined) tell(text)
  }
  const onTime = useEffectEvent(() => told())
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => onTime())
    return () => clearTimeout(timer)
  }, [typed])
  return {
    text: waiting ?? value,
    type: (text: string) => (isKeyWaiting() ? setTyped({ text, over: value }) : told(text)),
    /** A timer would come after the next frame, the release of the key comes before it. */
    released: () => {
      if (typed !== undefined && !isKeyWaiting()) told()
    },
    now: () => flushSync(() => told()),
  }
}

const isKeyWaiting = () => navigator.scheduling?.isInputPending() === true
