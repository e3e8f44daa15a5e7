import { useDeferredValue, useMemo } from 'react'
import { twinKey } from '#contract/list/name-keys.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { oddityOf, twinWords } from '#web/ui/names/odd-names.ts'

/** What is unusual about the name of a row. */
export interface OddName {
  /** Another name of the list that looks like this one. */
  twin: string | undefined
  /** A sentence about it. */
  oddity: string | undefined
}

/** Warnings about names that look unusual. Names that look alike are found only once the whole list is known. */
export interface LookAlikes {
  /** A name of the list that looks like this one, which may be any text. */
  twin: (name: string) => string | undefined
  ofRow: (name: string) => OddName
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
    return {
      twin: (name) => there(known.any(name)),
      ofRow(name) {
        const twin = there(known.own(name))
        return { twin, oddity: twin === undefined ? oddityOf(name) : twinWords(name, twin, noun) }
      },
    }
  }, [known, list, noun])
}

/** Returns a function that finds a different one of `names` that looks like a given name. */
export function twins(names: readonly string[]): LookAlikes['twin'] {
  return twinIn(...namesByKey(names))
}

/** The same for names among `names`. Keeps in memory only those that look alike, which are few. */
export function ownTwins(names: readonly string[]): LookAlikes['twin'] {
  const [first, second] = namesByKey(names)
  return twinIn(new Map([...second.keys()].map((key) => [key, first.get(key)!])), second)
}

type Names = ReadonlyMap<string, string>

function twinIn(first: Names, second: Names): LookAlikes['twin'] {
  return (name) => {
    const key = twinKey(name)
    return first.get(key) === name ? second.get(key) : first.get(key)
  }
}

/** Two names of each key. Two are enough: at least one of them differs from any given name. */
function namesByKey(names: readonly string[]): [first: Names, second: Names] {
  const first = new Map<string, string>()
  const second = new Map<string, string>()
  for (const name of names) {
    const key = twinKey(name)
    const known = first.get(key)
    if (known === undefined) first.set(key, name)
    else if (known !== name && !second.has(key)) second.set(key, name)
  }
  return [first, second]
}
