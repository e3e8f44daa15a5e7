import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'

/** Code in its own chunk. It is loaded when it is first needed, or once the first list has been read. */
export interface Later<Code> {
  /** @throws {NotFetched} when the code cannot be loaded; the next call tries again. */
  fetch: () => Promise<Code>
  /** The code if it is loaded. For acts that must happen within a click, which cannot wait for a promise. */
  here: () => Code | undefined
}

/** The page's own code could not be loaded: the network failed, or a newer build has replaced the page. */
export class NotFetched extends Error {
  override message = 'Part of this page could not be loaded. Nothing was sent. Reload the page.'
}

const all: (() => Promise<unknown>)[] = []

/**
 * Loads all lazy code, one chunk after the other, including lazy code inside it. Waits while the browser is offline.
 */
export async function fetchAll(): Promise<void> {
  for (let next = 0; next < all.length; next += 1) {
    if (!navigator.onLine) await new Promise((go) => window.addEventListener('online', go, { once: true }))
    await all[next]?.().catch(() => undefined)
  }
}

/** Makes code lazy. */
export function later<Code>(load: () => Promise<Code>): Later<Code> {
  let here: Code | undefined
  let fetching: Promise<Code> | undefined
  const fetch = () =>
    (fetching ??= load().then(
      (code) => (here = code),
      (cause: unknown) => {
        fetching = undefined
        throw new NotFetched(undefined, { cause })
      },
    ))
  all.push(fetch)
  return { fetch, here: () => here }
}

/**
 * Makes a component lazy. If its code is loaded, it renders at once, without a fallback. If the code cannot be loaded,
 * it renders a sentence instead. React's `lazy` was tried: it shows a fallback for at least 300 ms, also before the
 * sign-in page.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  const code = later(load)
  return function LaterPart(props: Props) {
    // Kept in state: a component whose code arrived late must not be mounted again on the next render.
    const [Here, come] = useState<ComponentType<Props> | undefined>(() => code.here())
    useLayoutEffect(() => {
      if (Here !== undefined) return
      void code.fetch().then(
        (Came) => come(() => Came),
        () => come(() => Missing),
      )
    }, [Here])
    return Here === undefined ? meanwhile : <Here {...props} />
  }
}

function Missing() {
  return <p className="err">{new NotFetched().message}</p>
}
