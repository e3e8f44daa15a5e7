import { useLayoutEffect, useRef, useState } from 'react'

/** What rows ask their page to do. */
type Acts = Readonly<Record<string, (...args: never[]) => void>>

/** The same functions for the life of the page, so that a row renders again only when it changed itself. */
export function useSteadyActs<These extends { [Name in keyof These]: Acts[string] }>(acts: These): These {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  const [steady] = useState(() => {
    const names = Object.keys(acts) as (keyof These)[]
    const call =
      (name: keyof These) =>
      (...args: never[]) =>
        latest.current[name](...args)
    return Object.fromEntries(names.map((name) => [name, call(name)])) as These
  })
  return steady
}
