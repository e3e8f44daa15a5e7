import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { keepFocus } from './focus/focus.ts'
import { createStore, useStore } from './store.ts'
import './part.css'

const all: (() => Promise<unknown>)[] = []

/** Loads all parts, one after the other. Waits while the browser is offline. Call it when the page is idle. */
export async function preloadParts(): Promise<void> {
  for (const load of all) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (!navigator.onLine) await new Promise((go) => window.addEventListener('online', go, { once: true }))
    // oxlint-disable-next-line no-await-in-loop
    await load().catch(() => undefined)
  }
}

/** Counts how often *Try again* was pressed. Parts that share a missing file are loaded by one press. */
const attempts = createStore(0)

/**
 * A part of the page in a file of its own, which fails alone. Once loaded, it is drawn at once; `fallback` is drawn before,
 * a function of its props stays beside a failure. `title`: the heading of a page. React’s `lazy` waits 300 ms before it draws anything, and keeps a failure for ever.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, title }: { fallback?: ReactNode | ((props: Props) => ReactNode); title?: string } = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = () =>
    (loading ??= load().then(
      (Component) => (loaded = Component),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  all.push(loadOnce)
  function Loading(props: Props) {
    // Kept in state: a component whose code arrived late must not be mounted again on the next render.
    const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(() => loaded)
    const attempt = useStore(attempts)
    /** The attempt that failed. */
    const [failed, setFailed] = useState<number>()
    const isMissing = failed === attempt
    useLayoutEffect(() => {
      if (Loaded !== undefined || isMissing) return
      void loadOnce().then(
        (Component) => setLoaded(() => Component),
        () => setFailed(attempt),
      )
    }, [Loaded, isMissing, attempt])
    if (Loaded !== undefined) return <Loaded {...props} />
    if (!isMissing) return typeof fallback === 'function' ? fallback(props) : fallback
    return (
      <>
        {typeof fallback === 'function' && fallback(props)}
        <Failed title={title} says={notLoaded} onRetry={() => attempts.set(attempt + 1)} />
      </>
    )
  }
  return alone(Loading, title)
}

/** A part of the page that fails alone: what is open, typed or not copied elsewhere stays. `title`: its heading. */
export function alone<Props extends object>(Component: ComponentType<Props>, title?: string): ComponentType<Props> {
  return function PartOfPage(props: Props) {
    return (
      <ErrorBoundary
        fallbackRender={({ resetErrorBoundary }) => <Failed title={title} says={broken} onRetry={resetErrorBoundary} />}
      >
        <Component {...props} />
      </ErrorBoundary>
    )
  }
}

/** The page as a whole. Nothing of it is left after a failure, so it can only be loaded again. */
export function Whole({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={<Failed title="Query Admin" says={broken} />}>{children}</ErrorBoundary>
}

// Words of our own: the message of an error may hold a secret.
const notLoaded = 'Part of this page could not be loaded. Nothing was sent.'
const broken = 'A fault in the console stopped this part of the page. Changes already sent may be saved.'

interface FailedProps {
  title?: string | undefined
  says: string
  onRetry?: () => void
}

function Failed({ title, says, onRetry }: FailedProps) {
  return (
    <>
      {title !== undefined && <h1>{title}</h1>}
      <div ref={keepFocus} className="part-failed" role="alert">
        <p>{says}</p>
        {onRetry !== undefined && (
          <button type="button" className="btn small" onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className="btn small" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    </>
  )
}
