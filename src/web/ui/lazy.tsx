import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { createStore, useStore } from './store.ts'
import './lazy.css'

/** Code in its own chunk. It is loaded when it is first needed, or once the first list has been read. */
export interface LazyCode<Code> {
  /** @throws {CodeNotLoaded} when the code cannot be loaded; the next call tries again. */
  load: () => Promise<Code>
  /** The code if it is loaded. For acts that must happen within a click, which cannot wait for a promise. */
  loaded: () => Code | undefined
}

/** The page's own code could not be loaded: the network failed, or a newer build has replaced the page. */
export class CodeNotLoaded extends Error {
  override message = 'Part of this page could not be loaded. Nothing was sent. Try again, or reload the page.'
}

const all: (() => Promise<unknown>)[] = []

/**
 * Loads all lazy code, one chunk after the other, including lazy code inside it. Waits while the browser is offline.
 */
export async function loadAllCode(): Promise<void> {
  for (let next = 0; next < all.length; next += 1) {
    if (!navigator.onLine) await new Promise((go) => window.addEventListener('online', go, { once: true }))
    await all[next]?.().catch(() => undefined)
  }
}

/** Counts how often *Try again* was pressed. Parts that share a missing file are loaded by one press. */
const attempts = createStore(0)

/** Makes code lazy. */
export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let loaded: Code | undefined
  let loading: Promise<Code> | undefined
  const loadOnce = () =>
    (loading ??= load().then(
      (code) => (loaded = code),
      (cause: unknown) => {
        loading = undefined
        throw new CodeNotLoaded(undefined, { cause })
      },
    ))
  all.push(loadOnce)
  return { load: loadOnce, loaded: () => loaded }
}

/**
 * Makes a component lazy, and a `Part` of its own. If its code is loaded, it renders at once, without a fallback.
 * `title`: the heading of a page. React's `lazy` was tried: it shows a fallback for at least 300 ms, also before the
 * sign-in page.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, title }: { fallback?: ReactNode; title?: string } = {},
): ComponentType<Props> {
  const code = lazyCode(load)
  function Loading(props: Props) {
    // Kept in state: a component whose code arrived late must not be mounted again on the next render.
    const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(() => code.loaded())
    const attempt = useStore(attempts)
    /** The attempt that failed. */
    const [failed, setFailed] = useState<number>()
    const isMissing = failed === attempt
    useLayoutEffect(() => {
      if (Loaded !== undefined || isMissing) return
      void code.load().then(
        (Component) => setLoaded(() => Component),
        () => setFailed(attempt),
      )
    }, [Loaded, isMissing, attempt])
    const retry = () => attempts.set(attempt + 1)
    if (isMissing) return <Failed title={title} says={new CodeNotLoaded().message} onRetry={retry} />
    return Loaded === undefined ? fallback : <Loaded {...props} />
  }
  return function LazyComponent(props: Props) {
    return (
      <Part title={title}>
        <Loading {...props} />
      </Part>
    )
  }
}

interface PartProps {
  /** The heading of a page. */
  title?: string | undefined
  children: ReactNode
}

/** A part of the page that fails alone: what is open, typed or not copied elsewhere stays. */
export function Part({ title, children }: PartProps) {
  return (
    <ErrorBoundary fallbackRender={({ resetErrorBoundary }) => <Failed title={title} onRetry={resetErrorBoundary} />}>
      {children}
    </ErrorBoundary>
  )
}

/** The page as a whole. Nothing of it is left after a failure, so it can only be loaded again. */
export function Whole({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={<Failed title="Query Admin" />}>{children}</ErrorBoundary>
}

interface FailedProps {
  title: string | undefined
  says?: string
  onRetry?: () => void
}

/** Words of our own: the message of an error may hold a secret. */
function Failed({
  title,
  says = 'A fault in the console stopped this part of the page. Changes already sent may be saved.',
  onRetry,
}: FailedProps) {
  return (
    <>
      {title !== undefined && <h1>{title}</h1>}
      <div className="part-failed" role="alert">
        <p>{says}</p>
        {onRetry !== undefined && (
          <button type="button" className="btn small" onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className="btn small" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </div>
    </>
  )
}
