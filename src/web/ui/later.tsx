import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'

/** Code in a chunk of its own: fetched once the first list is read, or when it is needed first. */
export interface Later<Code> {
  /** @throws {NotFetched} where it cannot be had; the next call asks again. */
  fetch: () => Promise<Code>
  /** The code, once it is here: what must happen within a click does not wait for a promise. */
  here: () => Code | undefined
}

/** Code of the page itself that did not come: the network is gone, or the page was replaced by a newer one. */
export class NotFetched extends Error {
  override message = 'Part of this page could not be loaded. Nothing was sent. Reload the page.'
}

const all: (() => Promise<unknown>)[] = []

/** Fetches one after the other all code that was put off, also what that code puts off in its turn; not while offline. */
export async function fetchAll(): Promise<void> {
  for (let next = 0; next < all.length; next += 1) {
    if (!navigator.onLine) await new Promise((go) => window.addEventListener('online', go, { once: true }))
    await all[next]?.().catch(() => undefined)
  }
}

/** Puts off code. */
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
 * Puts off a component. Once its code is here it renders at once, without a fallback in between; where the code cannot
 * be had, a sentence stands in its place. React's `lazy` was tried: what comes within 300 ms of a fallback it holds back
 * until those have passed, on the way to the sign-in as well.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  const code = later(load)
  return function LaterPart(props: Props) {
    // Chosen once: a part that was waited for is not mounted anew when it is rendered again.
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
