import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { noAnswerYet, useIsSlow } from '#web/ui/busy.tsx'
import { refusedCopy } from '#web/ui/clipboard.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { selectAll, useAutoHide, useEscapeInRow } from '#web/ui/hiding/use-auto-hide.ts'
import { useOwnSelection } from '#web/ui/hiding/use-own-selection.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { Ring } from '#web/ui/ring.tsx'
import { useSession } from '#web/session/session.ts'
import { useSessionWatch } from '#web/session/use-session-watch.ts'
import { failureOf, type Secret } from './secret.ts'
import type { OpenSecret, ReadOnce, Reveal } from './use-reveal.ts'
import './secret-box.css'

interface Props {
  opened: OpenSecret
  reveal: Pick<Reveal, 'again' | 'close' | 'copy'>
}

const secretKey = ['secret'] as const

/**
 * Owns a secret that is shown: a token’s value by one GET, or a generated password. Nothing else holds it, so hiding this
 * component drops it. If it is mounted again after its row was scrolled away, it reads nothing and hides.
 */
export function SecretBox({ opened: { secret, once, isSelected }, reveal }: Props) {
  const { announcer, toasts } = useSession()
  const { name, is: what } = secret
  const { close: onHide } = reveal
  const { data: text, error, mutate: read } = useSecret(once)
  const box = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const hasAsked = useRef(false)
  const isShown = text !== undefined
  const { left, keep, inside } = useAutoHide(isShown, onHide)
  useEscapeInRow(panel, true, onHide)
  useOwnSelection(box)
  useSessionWatch(isShown)
  useLayoutEffect(() => keepFocus(panel.current), [])

  useEffect(() => {
    // In development, React runs effects twice.
    if (hasAsked.current) return
    if (once.isTaken()) return onHide()
    hasAsked.current = true
    read()
  }, [once, read, onHide])
  // Written with the node’s own method: React would keep a copy of a text that it renders.
  useLayoutEffect(() => {
    const node = box.current
    if (text !== undefined) node?.replaceChildren(text)
    return () => node?.replaceChildren()
  }, [text])
  useEffect(() => {
    if (!isSelected || !isShown || box.current === null) return
    box.current.focus()
    window.getSelection()?.selectAllChildren(box.current)
    toasts.show(refusedCopy(what, 'Reveal').selected(name), { mark: 'failed', name })
  }, [isSelected, isShown, toasts, what, name])
  // Under the last row it could open outside the window.
  useEffect(() => {
    // No return value: newer browsers return a promise, which React would call as a cleanup.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  const failure = failureOf(error)
  const failed = failure?.says
  const space = text === undefined ? undefined : whiteSpaceWords(text, what)
  const shown = visible(name)
  const isSlow = useIsSlow(!isShown && error === null)
  useEffect(() => {
    if (failed !== undefined) announcer.problem(`${what} of ${name}`, once, `${shown}: ${failed}`)
    else if (isSlow) announcer.say(`${shown}: ${noAnswerYet}`)
    else if (isShown && !isSelected) announcer.say(`${shown}: ${what} shown.`)
  }, [announcer, what, name, once, shown, failed, isShown, isSlow, isSelected])
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
          aria-label={`${what === 'value' ? 'Value' : 'Password'} of ${shown}`}
          aria-busy={!isShown || undefined}
          tabIndex={0}
          // Three clicks would select the line break after it too, and the keys the whole page.
          onMouseDown={(event) => event.detail > 2 && selectAll(event)}
          onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && selectAll(event)}
        />
      ) : (
        <p className="err">{failed}</p>
      )}
      {isSlow && <p className="hint">{noAnswerYet}</p>}
      {space !== undefined && <p className="hint">{space}</p>}
      <div className="row-actions">
        {failure?.mayTryAgain && (
          <button
            ref={keepFocus}
            type="button"
            className="btn small"
            aria-label={`Try again for ${shown}`}
            onClick={() => reveal.again(name)}
          >
            Try again
          </button>
        )}
        {isShown && (
          <>
            <button
              type="button"
              className="btn small"
              aria-label={`Copy shown ${what} of ${shown}`}
              onClick={() => reveal.copy(name)}
            >
              <Copy className="icon" aria-hidden="true" />
              Copy
            </button>
            {left !== undefined && (
              <button
                ref={keepFocus}
                type="button"
                className="btn ghost small"
                aria-label={`Keep showing ${shown}`}
                onClick={keep}
              >
                Keep showing
              </button>
            )}
          </>
        )}
        <button type="button" className="btn ghost small" aria-label={`Hide ${shown}`} data-home onClick={onHide}>
          {isShown && left !== undefined && <Ring seconds={left} />}
          <span>Hide</span>
          {isShown && left !== undefined && (
            <span className="muted" aria-hidden="true">
              {`${left} s`}
            </span>
          )}
        </button>
      </div>
    </div>
  )
}

/** A secret, kept only while the calling component is mounted. */
function useSecret(once: ReadOnce) {
  const mutations = useQueryClient().getMutationCache()
  // Synchronously: when the page is left, the browser may freeze it before a later task.
  useLayoutEffect(
    () => () => {
      for (const mutation of mutations.findAll({ mutationKey: secretKey })) mutations.remove(mutation)
    },
    [mutations],
  )
  // The default parks a read while offline and sends it later.
  return useMutation({ gcTime: 0, networkMode: 'always', mutationKey: secretKey, mutationFn: () => once.take() })
}

/** A white space at the end or the beginning of a secret, which nobody sees; undefined: none. */
export function whiteSpaceWords(secret: string, what: Secret['is']): string | undefined {
  if (/^\s+$/.test(secret)) return `The ${what} is nothing but white space.`
  const ends = [/^\s/.test(secret) && 'begins', /\s$/.test(secret) && 'ends'].filter((end) => end !== false)
  return ends.length === 0 ? undefined : `The ${what} ${ends.join(' and ')} with white space.`
}
