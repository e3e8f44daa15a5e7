import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { restoreFocusOnUnmount } from './focus.ts'
import './lazy.css'

type Load = () => Promise<unknown>
const loads: Load[] = []
const essential: Load[] = []

/**
 * Loads all parts, one after the other: first those that nothing can stand in for, such as signing in again. Waits while
 * the browser is offline. Call it when the page is idle.
 */
export async function preloadLazyComponents(): Promise<void> {
  for (const parts of [essential, loads]) {
    for (const load of parts) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
      // oxlint-disable-next-line no-await-in-loop
      await load().catch(() => undefined)
    }
  }
}

/** Loads this, too, with what work under way can't do without. */
export const addEssentialPart = (load: Load): void => void essential.push(load)

/** Loads what work under way can't do without. @throws if a file of it is lost. */
export const loadEssentialParts: Load = () => Promise.all(essential.map((load) => load()))

interface Options<Props> {
  /** Drawn until it is there. A function of its props stays beside a failure. */
  fallback?: ReactNode | ((props: Props) => ReactNode)
  /** The heading of a page. */
  title?: string
  isEssential?: true
}

/**
 * A part of the page in a file of its own. Once loaded, it is drawn at once: React’s `lazy` waits 300 ms before it draws
 * anything. A file that did not arrive is lost until a reload: browsers keep the failure of an `import()`.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, title, isEssential }: Options<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = () => (loading ??= load().then((Component) => (loaded = Component)))
  loads.push(loadOnce)
  if (isEssential === true) essential.push(loadOnce)
  function Loading(props: Props) {
    // Kept in state: a component whose code arrived late must not be mounted again on the next render.
    const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(() => loaded)
    const [isLost, setLost] = useState(false)
    useLayoutEffect(() => {
      if (Loaded !== undefined) return
      void loadOnce().then(
        (Component) => setLoaded(() => Component),
        () => setLost(true),
      )
    }, [Loaded])
    if (Loaded !== undefined) return <Loaded {...props} />
    if (!isLost) return typeof fallback === 'function' ? fallback(props) : fallback
    return (
      <>
        {typeof fallback === 'function' && fallback(props)}
        <LoadError title={title} message={partLost} />
      </>
    )
  }
  return withErrorFallback(Loading, title)
}

/** A part of the page that fails alone: what is open, typed or not copied elsewhere stays. `title`: its heading. */
export function withErrorFallback<Props extends object>(
  Component: ComponentType<Props>,
  title?: string,
): ComponentType<Props> {
  return function PartOfPage(props: Props) {
    return (
      <ErrorBoundary fallback={<LoadError title={title} message={crashMessage} />}>
        <Component {...props} />
      </ErrorBoundary>
    )
  }
}

// Words of our own: the message of an error may hold a secret.
export const partLost = 'Part of this page could not be loaded.'
const crashMessage = 'A fault in the console stopped this part of the page. Changes already sent may be saved.'

/** Reloads the page. The browser asks first where `useBeforeUnload` says that something would be lost. */
export const reloadPage = (): void => window.location.reload()

function LoadError({ title, message }: { title: string | undefined; message: string }) {
  return (
    <>
      {title !== undefined && <h1>{title}</h1>}
      <div ref={restoreFocusOnUnmount} className="part-failed" role="alert">
        <p>{message}</p>
        <button type="button" className="btn small" onClick={reloadPage}>
          Reload
        </button>
      </div>
    </>
  )
}
