import './reveal.css'
import { useRef, useLayoutEffect, useEffect, useState, useCallback } from 'react'
import { Copy } from 'lucide-react'
import { mutationOptions, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { mutationDefaults } from '#web/resource/list-queries.ts'
import { isReadOnly, showReadOnlyReason, useSession } from '#web/session/session.ts'
import { useAutoHide, useHideOnEscape, useContainedSelection, selectContents } from '#web/ui/auto-hide.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { copyDeniedMessages } from '#web/ui/clipboard.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { noResponseMessage } from '#web/ui/placeholders.tsx'
import { useIsSlow } from '#web/ui/use-now.ts'
import { CountdownRing } from '#web/ui/icons.tsx'
import type { ResourceName } from '#api/problem.ts'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { secretReadFailure, type Secret, useCreateSecret } from './secret.ts'
import { copyOneSecret } from './copy-secrets.ts'

/**
 * A secret for one click: it can be taken once, by the component that shows it. `end` also cancels a read in progress.
 */
export interface OneTimeRead {
  isTaken: () => boolean
  /**
   * Returns the secret at hand, else reads it.
   * @throws {Error} when it has been taken already.
   */
  take: () => Promise<string>
  end: () => void
}

/** `knownValue`: a secret that was read to be copied, which the browser refused. It is shown without another read. */
export function createOneTimeRead(read: (signal: AbortSignal) => Promise<string>, knownValue?: string): OneTimeRead {
  const controller = new AbortController()
  let isTaken = false
  let secret = knownValue
  return {
    isTaken: () => isTaken,
    async take() {
      if (isTaken) throw new Error('taken before')
      isTaken = true
      const knownSecret = secret
      secret = undefined
      return knownSecret ?? read(controller.signal)
    },
    end() {
      isTaken = true
      secret = undefined
      controller.abort()
    },
  }
}

/** A secret that is open. */
export interface OpenSecret {
  secret: Secret
  /** Differs for each opening. */
  openingId: number
  read: OneTimeRead
  /** Copying was refused: what was read then is shown, selected. */
  copyWasDenied: boolean
  /** Its row at the time of opening. */
  row: object
}

/** Shows and copies secrets of a resource, by the names of their rows. At most one is open. */
export interface RevealController {
  opened: OpenSecret | undefined
  toggle: (name: string) => void
  /** Reads it again after a failure. */
  reload: (name: string) => void
  close: () => void
  copy: (name: string) => void
}

interface RevealRows {
  /** Whether the page has a place for the secret of this row now. */
  isRowRendered: (name: string) => boolean
  /** What a row is now. A secret closes when this changes: it may have changed with its row. */
  rowOf: (name: string) => object
}

const noRows: RevealRows = { isRowRendered: () => true, rowOf: () => noRows }

export function useReveal(resource: ResourceName, { isRowRendered, rowOf }: RevealRows = noRows): RevealController {
  const session = useSession()
  const createSecret = useCreateSecret()
  const [latest, setLatest] = useState<OpenSecret>()
  const close = useCallback(() => setLatest(undefined), [])
  useEffect(() => () => latest?.read.end(), [latest?.read])
  const isStale = latest !== undefined && !isDeepEqual(latest.row, rowOf(latest.secret.name))
  // It is hidden in this very render.
  if (isStale) setLatest(undefined)
  const opened = isStale ? undefined : latest
  const open = (secret: Secret, knownValue?: string) => {
    const oneTimeRead = createOneTimeRead(
      (signal) => secret.read(AbortSignal.any([signal, session.sessionSignal])),
      knownValue,
    )
    const copyWasDenied = knownValue !== undefined
    setLatest((previous) => ({
      secret,
      openingId: (previous?.openingId ?? 0) + 1,
      read: oneTimeRead,
      copyWasDenied,
      row: rowOf(secret.name),
    }))
  }
  const reload = (name: string) => {
    const secret = createSecret(resource, name)
    if (secret.kind === 'value' && isReadOnly()) showReadOnlyReason(session)
    else open(secret)
  }
  return {
    opened,
    close,
    reload,
    toggle(name) {
      if (opened?.secret.name === name) close()
      else reload(name)
    },
    copy(name) {
      const secret = createSecret(resource, name)
      const show = (text: string) => {
        // Without its row nothing would take the text, and it would wait here.
        const isShown = isRowRendered(name)
        if (isShown) open(secret, text)
        return isShown
      }
      void copyOneSecret(session, secret, show)
    },
  }
}

export interface OpenSecretProps {
  opened: OpenSecret
  reveal: Pick<RevealController, 'reload' | 'close' | 'copy'>
}

interface RevealedSecretProps extends OpenSecretProps {
  /** Takes `opened.read`. Called by the component around this one, which unmounts with it. */
  mutation: UseMutationResult<string, Error, void>
}

const secretKey = ['secret'] as const

/** Takes a secret. A mutation, because no cache may keep it: its result goes with the component that calls it. */
export const secretMutation = (oneTimeRead: OneTimeRead) =>
  mutationOptions({ ...mutationDefaults, mutationKey: secretKey, mutationFn: () => oneTimeRead.take() })

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
 * Shows a secret: a token’s value by one GET, or a generated password. Its caller holds it, in the result of `mutation`,
 * and unmounts with it. If it is mounted again after its row was scrolled away, it reads nothing and hides.
 */
export function RevealedSecret({ opened, reveal, mutation }: RevealedSecretProps) {
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
  useHideOnEscape(panelRef, true, onHide)
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
            {secondsLeft !== undefined && (
              <button
                ref={restoreFocusOnUnmount}
                type="button"
                className="btn ghost small"
                aria-label={`Keep showing ${displayName}`}
                onClick={keepVisible}
              >
                Keep showing
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
          {isShown && secondsLeft !== undefined && <CountdownRing seconds={secondsLeft} />}
          <span>Hide</span>
          {isShown && secondsLeft !== undefined && (
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
