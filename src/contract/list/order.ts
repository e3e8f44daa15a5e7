/** The indexes of `names` in their order; digits compare as numbers, and equal names stay in the order of arrival. */
export function orderOf(names: readonly string[]): Uint32Array<ArrayBuffer> {
  const keys = names.map(sortKey)
  const inOrder = [...keys.keys()].sort((a, b) => compareKeys(keys[a] ?? '', keys[b] ?? '') || a - b)
  return Uint32Array.from(inOrder)
}

/** Compares two names; digits compare as numbers. */
export function compareNames(a: string, b: string): number {
  return compareKeys(sortKey(a), sortKey(b))
}

/** Digits of the same length compare as numbers. An `Intl.Collator` with `numeric` takes twice as long to sort. */
const sortKey = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(20, '0'))

// Without options, V8 compares ASCII without ICU.
const compareKeys = (a: string, b: string) => a.localeCompare(b, 'en')
