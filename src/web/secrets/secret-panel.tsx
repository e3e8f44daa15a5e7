import './secret-panel.css'
import { useEffect, useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from 'react'
import { Copy } from 'lucide-react'
import { useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useSession } from '#web/session/session.ts'
import { CountdownRing, useAutoHide } from '#web/ui/auto-hide.tsx'
import { copyDeniedMessages } from '#web/ui/clipboard.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { noResponseMessage } from '#web/ui/placeholders.tsx'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { useIsSlow } from '#web/ui/use-now.ts'
import { secretKey, type OpenSecretProps } from './reveal.ts'
import { secretReadFailure, type Secret } from './secret.ts'

interface SecretPanelProps extends OpenSecretProps {
  /** Takes `opened.read`. Called by the component around this one, which unmounts with it. */
  mutation: UseMutationResult<string, Error, void>
}

/**
 * Shows a secret: a token’s value by one GET, or a generated password. Its caller holds it, in the result of `mutation`,
 * and unmounts with it. If it is mounted again after its row was scrolled away, it reads nothing and hides.
 */
export function SecretPanel({ opened, reveal, mutation }: SecretPanelProps) {
  const { secret, read: oneTimeRead, copyWasDenied } = opened
  const { announcer, toasts } = useSession()
  const { name, kind } = secret
  const { close: onHide } = reveal
  const { data: text, error, mutate: read } = mutation
  useForgetOnUnmount()
  const textRef = useRef<HTMLDivElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const hasAsked = useRef(false)
  const isShown = text !== undefined
  const { secondsLeft, keepVisible, containerProps } = useAutoHide(isShown, onHide)
  useHideOnEscape(panelRef, onHide)
  useContainedSelection(textRef)
  usePollSession(isShown)
  useLayoutEffect(() => restoreFocusOnUnmount(panelRef.current), [])

  useEffect(() => {
    // In development, React runs effects twice.
    if (hasAsked.current) return
    if (oneTimeRead.isTaken()) return onHide()
    hasAsked.current = true
    read()
  }, [oneTimeRead, read, onHide])
  // Written with the node’s own method: React would keep a copy of a text that it renders.
  useLayoutEffect(() => {
    const node = textRef.current
    if (text !== undefined) node?.replaceChildren(text)
    return () => node?.replaceChildren()
  }, [text])
  useEffect(() => {
    if (!copyWasDenied || !isShown || textRef.current === null) return
    textRef.current.focus()
    window.getSelection()?.selectAllChildren(textRef.current)
    toasts.show(copyDeniedMessages(kind, 'Reveal').selected(name), { severity: 'error', name })
  }, [copyWasDenied, isShown, toasts, kind, name])
  // Under the last row it could open outside the window.
  useEffect(() => {
    // No return value: newer browsers return a promise, which React would call as a cleanup.
    panelRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  const failure = secretReadFailure(error)
  const failureMessage = failure?.message
  const whitespaceText = text === undefined ? undefined : whitespaceWarning(text, kind)
  const displayName = displayText(name)
  const isSlow = useIsSlow(!isShown && error === null)
  useEffect(() => {
    if (failureMessage !== undefined)
      announcer.announceProblem(`${kind} of ${name}`, oneTimeRead, `${displayName}: ${failureMessage}`)
    else if (isSlow) announcer.announce(`${displayName}: ${noResponseMessage}`)
    else if (isShown && !copyWasDenied) announcer.announce(`${displayName}: ${kind} shown.`)
  }, [announcer, kind, name, oneTimeRead, displayName, failureMessage, isShown, isSlow, copyWasDenied])
  return (
    <div ref={panelRef} className="secret" translate="no" data-focus-fallback-for="[data-reveal]" {...containerProps}>
      {failureMessage === undefined ? (
        <div
          ref={textRef}
          className="secret-text"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a field would be offered for filling in
          role="textbox"
          aria-readonly="true"
          aria-multiline="true"
          aria-label={`${kind === 'value' ? 'Value' : 'Password'} of ${displayName}`}
          aria-busy={!isShown || undefined}
          tabIndex={0}
          // Three clicks would select the line break after it too, and the keys the whole page.
          onMouseDown={(event) => event.detail > 2 && selectContents(event)}
          onKeyDown={(event) =>
            (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && selectContents(event)
          }
        />
      ) : (
        <p className="err">{failureMessage}</p>
      )}
      {isSlow && <p className="hint">{noResponseMessage}</p>}
      {whitespaceText !== undefined && <p className="hint">{whitespaceText}</p>}
      <div className="row-actions">
        {failure?.mayTryAgain && (
          <button
            ref={restoreFocusOnUnmount}
            type="button"
            className="btn small"
            aria-label={`Try again for ${displayName}`}
            onClick={() => reveal.reload(name)}
          >
            Try again
          </button>
        )}
        {isShown && (
          <>
            <button
              type="button"
              className="btn small"
              aria-label={`Copy shown ${kind} of ${displayName}`}
              onClick={() => reveal.copy(name)}
            >
              <Copy className="icon" aria-hidden="true" />
              Copy
            </button>
            {secondsLeft === undefined ? (
              <span className="secret-kept">Shown until you hide it</span>
            ) : (
              <button
                ref={restoreFocusOnUnmount}
                type="button"
                className="btn ghost small"
                aria-label={`Keep showing ${displayName}`}
                onClick={keepVisible}
              >
                Keep<span className="secret-more"> showing</span>
              </button>
            )}
          </>
        )}
        <button
          type="button"
          className="btn ghost small"
          aria-label={`Hide ${displayName}`}
          data-focus-fallback
          onClick={onHide}
        >
          {secondsLeft !== undefined && <CountdownRing seconds={secondsLeft} />}
          <span>Hide</span>
          {secondsLeft !== undefined && (
            <span className="muted" aria-hidden="true">
              {`${secondsLeft} s`}
            </span>
          )}
        </button>
      </div>
    </div>
  )
}

/** A white space at the end or the beginning of a secret, which nobody sees; undefined: none. */
export function whitespaceWarning(secret: string, what: Secret['kind']): string | undefined {
  if (/^\s+$/.test(secret)) return `The ${what} is nothing but white space.`
  const ends = [/^\s/.test(secret) && 'begins', /\s$/.test(secret) && 'ends'].filter((end) => end !== false)
  return ends.length === 0 ? undefined : `The ${what} ${ends.join(' and ')} with white space.`
}

/** How often the console server is asked while a secret is shown, in milliseconds. */
const pollIntervalMs = 4_000

/**
 * While a secret is shown, asks the console server whether the session lasts: another browser may have ended it. Asking
 * does not prolong it.
 */
function usePollSession(isShown: boolean): void {
  const { pollSession } = useSession()
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(pollSession, pollIntervalMs)
    return () => clearInterval(timer)
  }, [isShown, pollSession])
}

/** Forgets secrets when the calling component unmounts. */
function useForgetOnUnmount() {
  const mutations = useQueryClient().getMutationCache()
  // Synchronously: when the page is left, the browser may freeze it before a later task.
  useLayoutEffect(
    () => () => {
      for (const mutation of mutations.findAll({ mutationKey: secretKey })) mutations.remove(mutation)
    },
    [mutations],
  )
}

/**
 * Hides a secret on Escape anywhere in its row, or in the element itself where no row is around it. The
 * key does nothing else in the table: the selection stays. The listener is on the row because a row knows nothing of
 * what opens under it; what opens over it, as a menu, has its own Escape.
 */
function useHideOnEscape(containerRef: RefObject<HTMLElement | null>, hide: () => void): void {
  useEffect(() => {
    const { current: container } = containerRef
    const row = container?.closest('tbody') ?? container
    if (row == null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      hide()
    }
    row.addEventListener('keydown', onKey)
    return () => row.removeEventListener('keydown', onKey)
  }, [containerRef, hide])
}

/** Selects what an element shows, and nothing around it. Browsers add a line break, or select the whole page. */
function selectContents(event: SyntheticEvent<HTMLElement>): void {
  event.preventDefault()
  event.currentTarget.focus()
  window.getSelection()?.selectAllChildren(event.currentTarget)
}

/**
 * A selection that begins in an element ends in it. Styles alone don’t do it: Firefox selects what cannot be selected
 * where a drag ends on a button, and a line break where it ends below.
 */
function useContainedSelection(containerRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const clampSelection = () => {
      const { current: container } = containerRef
      const selection = document.getSelection()
      if (container === null || selection === null) return
      const { anchorNode, focusNode, focusOffset } = selection
      if (focusNode === null || container.contains(focusNode) || !container.contains(anchorNode)) return
      const range = document.createRange()
      range.selectNodeContents(container)
      selection.extend(container, range.comparePoint(focusNode, focusOffset) < 0 ? 0 : container.childNodes.length)
    }
    document.addEventListener('selectionchange', clampSelection)
    return () => document.removeEventListener('selectionchange', clampSelection)
  }, [containerRef])
}
