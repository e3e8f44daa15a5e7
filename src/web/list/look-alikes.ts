import { useDeferredValue, useMemo } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { looksOf, strangers } from '#web/ui/names/look-alikes.ts'
import { oddityOf } from '#web/ui/names/odd-names.ts'

/** Warnings about names that look unusual. Names that look alike are found only once the whole list is known. */
export interface LookAlikes {
  /** Another name of the list that looks like this one. */
  twin: (name: string) => string | undefined
  /** A sentence about the name of a row; undefined: nothing unusual. */
  oddity: (name: string) => string | undefined
}

/** Compares all names of a list when the browser has time. `noun`: `token`, `user`. */
export function useLookAlikes<Row extends Dated>(list: RowStore<Row>, noun: string): LookAlikes {
  const seen = useDeferredValue(list.isWhole ? list.byName() : undefined)
  const known = useMemo(() => {
    const names = seen === undefined ? [] : Array.from({ length: list.count }, (_, row) => list.nameAt(row))
    let all: LookAlikes['twin'] | undefined
    return { own: ownTwins(names), any: (name: string) => (all ??= twins(names))(name) }
    // eslint-disable-next-line react/exhaustive-deps -- the order changes with every name, and a save changes none
  }, [seen])
  return useMemo(() => {
    const there = (found: string | undefined) => (found !== undefined && list.find(found) >= 0 ? found : undefined)
    const oddity = (name: string) => {
      const other = there(known.own(name))
      if (other !== undefined) return `Looks like “${visible(other)}”, which is a different ${noun}.`
      const odd = oddityOf(name)
      if (odd !== undefined) return odd
      const strange = strangers(name)
      return strange && `Contains letters that only look Latin: ${strange}.`
    }
    return { twin: (name) => there(known.any(name)), oddity }
  }, [known, list, noun])
}

/** Returns a function that finds a different one of `names` that looks like a given name. */
export function twins(names: readonly string[]): LookAlikes['twin'] {
  return twinIn(...namesOfLooks(names))
}

/** The same for names among `names`. Keeps in memory only those that look alike, which are few. */
export function ownTwins(names: readonly string[]): LookAlikes['twin'] {
  const [first, second] = namesOfLooks(names)
  return twinIn(new Map([...second.keys()].map((look) => [look, first.get(look)!])), second)
}

type Names = ReadonlyMap<string, string>

function twinIn(first: Names, second: Names): LookAlikes['twin'] {
  return (name) => {
    for (const look of looksOf(name)) {
      const found = first.get(look) === name ? second.get(look) : first.get(look)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Two names of each look, by the look. Two are enough: at least one of them differs from any given name. */
function namesOfLooks(names: readonly string[]): [first: Names, second: Names] {
  const first = new Map<string, string>()
  const second = new Map<string, string>()
  for (const name of names)
    for (const look of looksOf(name)) {
      const known = first.get(look)
      if (known === undefined) first.set(look, name)
      else if (known !== name && !second.has(look)) second.set(look, name)
    }
  return [first, second]
}
