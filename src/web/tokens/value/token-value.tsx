import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { problemOf } from '#contract/problem.ts'
import { noAnswerYet, useIsSlow } from '#web/ui/busy.tsx'
import { useSession } from '#web/session/session.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { Ring } from '#web/ui/ring.tsx'
import { selectAll, useAutoHide, useEscapeInRow } from '#web/ui/hiding/use-auto-hide.ts'
import { problemWords, saysTryAgain } from '#web/resource/problem-words.ts'
import { useTokenValue } from '#web/tokens/token-hooks.ts'
import { NoValue } from './read-value.ts'
import type { ValueOnce } from './value-once.ts'
import { refusedWords, whiteSpaceWords } from './value-words.ts'
import './token-value.css'

interface Props {
  name: string
  once: ValueOnce
  /** Copying was refused: the value is selected for the keyboard. */
  selected: boolean
  onCopy: () => void
  /** Reads it again after a failure. */
  onAgain: () => void
  onHide: () => void
}

/**
 * Owns a revealed value: nothing else holds it, so hiding this component drops it. If it is mounted again after its row
 * was scrolled away, it reads nothing and hides.
 */
export function TokenValue({ name, once, selected, onCopy, onAgain, onHide }: Props) {
  const { announcer, toasts } = useSession()
  const { data: secret, error, mutate: reveal } = useTokenValue(name, once)
  const box = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const hasAsked = useRef(false)
  const { left, keep, inside } = useAutoHide(secret !== undefined, onHide)
  useEscapeInRow(panel, true, onHide)

  useEffect(() => {
    // In development, React runs effects twice.
    if (hasAsked.current) return
    if (once.isTaken()) return onHide()
    hasAsked.current = true
    reveal()
  }, [once, reveal, onHide])

  useEffect(() => {
    if (!selected || secret === undefined || box.current === null) return
    box.current.focus()
    window.getSelection()?.selectAllChildren(box.current)
    toasts.show(refusedWords.selected(name), { mark: 'failed' })
  }, [selected, secret, toasts, name])

  // Under the last row it could open outside the window.
  useEffect(() => {
    // No return value: newer browsers return a promise, which React would call as a cleanup.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [secret])

  const problem = error === null ? undefined : problemOf(error)
  const failed = error instanceof NoValue ? `This token ${error.message}` : problem && problemWords(problem)
  const space = secret === undefined ? undefined : whiteSpaceWords(secret)
  const shown = visible(name)
  const isShown = secret !== undefined
  const isSlow = useIsSlow(!isShown && error === null)
  useEffect(() => {
    if (failed !== undefined) announcer.problem(`value of ${name}`, once, `${shown}: ${failed}`)
    else if (isSlow) announcer.say(`${shown}: ${noAnswerYet}`)
    else if (isShown && !selected) announcer.say(`${shown}: value shown.`)
  }, [announcer, name, once, shown, failed, isShown, isSlow, selected])
  return (
    <div ref={panel} className="secret" translate="no" data-home-of="[data-reveal]" {...inside}>
      {failed === undefined ? (
        <div
          ref={box}
          className="secret-text"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a field would be offered for filling in
          role="textbox"
          aria-readonly="true"
          aria-multiline="true"
          aria-label={`Value of ${shown}`}
          aria-busy={secret === undefined || undefined}
          tabIndex={0}
          // Three clicks would select the line break after it too, and the keys the whole page.
          onMouseDown={(event) => event.detail > 2 && selectAll(event)}
          onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && selectAll(event)}
        >
          {secret}
        </div>
      ) : (
        <p className="err">{failed}</p>
      )}
      {isSlow && <p className="hint">{noAnswerYet}</p>}
      {space !== undefined && <p className="hint">{space}</p>}
      <div className="row-actions">
        {problem !== undefined && saysTryAgain(problem) && (
          <button type="button" className="btn small" aria-label={`Try again for ${shown}`} onClick={onAgain}>
            Try again
          </button>
        )}
        {secret !== undefined && (
          <>
            <button type="button" className="btn small" aria-label={`Copy shown value of ${shown}`} onClick={onCopy}>
              <Copy className="icon" aria-hidden="true" />
              Copy
            </button>
            {left !== undefined && (
              <button type="button" className="btn ghost small" aria-label={`Keep showing ${shown}`} onClick={keep}>
                Keep showing
              </button>
            )}
          </>
        )}
        <button type="button" className="btn ghost small" aria-label={`Hide ${shown}`} data-home onClick={onHide}>
          {secret !== undefined && left !== undefined && <Ring seconds={left} />}
          <span>Hide</span>
          {secret !== undefined && left !== undefined && (
            <span className="muted" aria-hidden="true">
              {`${left} s`}
            </span>
          )}
        </button>
      </div>
    </div>
  )
}
