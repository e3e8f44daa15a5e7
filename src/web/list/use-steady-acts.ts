import { useLayoutEffect, useRef, useState } from 'react'

/** What rows call to act. */
type Acts = Readonly<Record<string, (...args: never[]) => void>>

/** Returns functions that stay the same for the life of the page, so that a row renders again only when it changed. */
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
