import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'

/** Code in its own chunk. It is loaded when it is first needed, or once the first list has been read. */
export interface LazyCode<Code> {
  /** @throws {CodeNotLoaded} when the code cannot be loaded; the next call tries again. */
  load: () => Promise<Code>
  /** The code if it is loaded. For acts that must happen within a click, which cannot wait for a promise. */
  loaded: () => Code | undefined
}

/** The page's own code could not be loaded: the network failed, or a newer build has replaced the page. */
export class CodeNotLoaded extends Error {
  override message = 'Part of this page could not be loaded. Nothing was sent. Reload the page.'
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
 * Makes a component lazy. If its code is loaded, it renders at once, without a fallback. If the code cannot be loaded,
 * it renders a sentence instead. React's `lazy` was tried: it shows a fallback for at least 300 ms, also before the
 * sign-in page.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> {
  const code = lazyCode(load)
  return function LazyComponent(props: Props) {
    // Kept in state: a component whose code arrived late must not be mounted again on the next render.
    const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(() => code.loaded())
    useLayoutEffect(() => {
      if (Loaded !== undefined) return
      void code.load().then(
        (Component) => setLoaded(() => Component),
        () => setLoaded(() => Missing),
      )
    }, [Loaded])
    return Loaded === undefined ? fallback : <Loaded {...props} />
  }
}

function Missing() {
  return <p className="err">{new CodeNotLoaded().message}</p>
}
