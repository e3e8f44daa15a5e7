import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '#contract/problem.ts'
import { problemWords } from '#web/service/problem-words.ts'
import { visible } from '#web/ui/foreign.tsx'
import type { Handed } from './secret.ts'
import { words } from './words.ts'

interface Props {
  name: string
  handed: Handed
  /** Copying was refused: the value is selected for the keyboard. */
  selected: boolean
  onCopy: () => void
  onHide: () => void
}

const showFor = 30

/**
 * Owns a shown secret: hiding unmounts this component, and with it goes the only thing that holds the value. It hides
 * by itself after 30 seconds, when the tab goes out of sight, and when the page is left.
 */
export function SecretValue({ name, handed, selected, onCopy, onHide }: Props) {
  const taken = useRef<Promise<string | undefined>>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const [secret, setSecret] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const [kept, setKept] = useState(false)
  const [inside, setInside] = useState(false)
  const [left, setLeft] = useState(showFor)

  useEffect(() => {
    taken.current ??= handed.take()
    let here = true
    taken.current?.then(
      (value) => {
        if (!here) return
        taken.current = undefined
        if (value === undefined) setFailed(words.noValue)
        else setSecret(value)
      },
      (error: unknown) => {
        if (!here) return
        const problem = problemOf(error)
        if (problem !== undefined) setFailed(problemWords(problem))
      },
    )
    return () => {
      here = false
    }
  }, [handed])

  useEffect(() => {
    const hideUnseen = () => {
      if (document.visibilityState === 'hidden') onHide()
    }
    document.addEventListener('visibilitychange', hideUnseen)
    window.addEventListener('pagehide', onHide)
    return () => {
      document.removeEventListener('visibilitychange', hideUnseen)
      window.removeEventListener('pagehide', onHide)
    }
  }, [onHide])

  useEffect(() => {
    if (kept || inside || secret === undefined) return
    const timer = setInterval(() => setLeft((before) => before - 1), 1000)
    return () => clearInterval(timer)
  }, [kept, inside, secret])
  useEffect(() => {
    if (left <= 0) onHide()
  }, [left, onHide])

  useEffect(() => {
    if (!selected || secret === undefined || box.current === null) return
    box.current.focus()
    window.getSelection()?.selectAllChildren(box.current)
  }, [selected, secret])

  const shown = visible(name)
  return (
    <div
      className="secret"
      onPointerEnter={() => setInside(true)}
      onPointerLeave={() => setInside(false)}
      onFocus={() => setInside(true)}
      onBlur={() => setInside(false)}
    >
      {failed === undefined ? (
        <div
          ref={box}
          className="secret-text"
          role="textbox"
          aria-readonly="true"
          aria-multiline="true"
          aria-label={`Value of ${shown}`}
          aria-busy={secret === undefined || undefined}
          tabIndex={0}
        >
          {secret}
        </div>
      ) : (
        <p className="err">{failed}</p>
      )}
      <div className="row-actions">
        {secret !== undefined && (
          <>
            <button type="button" className="btn small" aria-label={`Copy shown value of ${shown}`} onClick={onCopy}>
              <Copy className="icon" aria-hidden="true" />
              Copy
            </button>
            {!kept && (
              <button
                type="button"
                className="btn ghost small"
                aria-label={`Keep showing ${shown}`}
                onClick={() => setKept(true)}
              >
                Keep showing
              </button>
            )}
          </>
        )}
        <button type="button" className="btn ghost small" aria-label={`Hide ${shown}`} onClick={onHide}>
          {secret !== undefined && !kept && <Ring share={left / showFor} />}
          Hide
          {secret !== undefined && !kept && (
            <span className="muted" aria-hidden="true">
              {left} s
            </span>
          )}
        </button>
      </div>
    </div>
  )
}

const round = 2 * Math.PI * 6

/** Empties as the time runs out. */
function Ring({ share }: { share: number }) {
  return (
    <svg className="ring" viewBox="0 0 16 16" aria-hidden="true">
      <circle className="bg" cx="8" cy="8" r="6" />
      <circle className="fg" cx="8" cy="8" r="6" strokeDasharray={round} strokeDashoffset={round * (1 - share)} />
    </svg>
  )
}
