import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenPainted } from './painted.ts'

/**
 * The text of a field whose answer takes long to draw. One text at a time is told: what is typed until the answer to it
 * is painted stands in the field, and is told as one then. Keys come before frames, so that on a slow machine each key
 * would put off what the former one asked for. `now` tells what was not told yet. Whatever else changes `value` meanwhile
 * has the last word.
 */
export function useTyped(value: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  /** Counts the answers that are being drawn one after the other; 0: none is. */
  const [drawing, setDrawing] = useState(0)
  const waiting = typed?.over === value ? typed.text : undefined
  const told = (text = waiting) => {
    setTyped(undefined)
    setDrawing(text === undefined ? 0 : drawing + 1)
    if (text !== undefined) tell(text)
  }
  const onPainted = useEffectEvent(() => flushSync(() => told()))
  useEffect(() => (drawing === 0 ? undefined : whenPainted(() => onPainted())), [drawing])
  return {
    text: waiting ?? value,
    type: (text: string) => (drawing === 0 ? told(text) : setTyped({ text, over: value })),
    now: () => told(),
  }
}
