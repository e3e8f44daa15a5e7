let collator: Intl.Collator | undefined

/** Compares two names; digits compare as numbers. */
export function compareNames(a: string, b: string): number {
  // Created on first use: if a worker sorts, the page may never need it.
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(a, b)
}

/**
 * Orders row indexes by name; equal names stay in the order of arrival. Each batch is sorted while the next one
 * arrives, so that at the end the engine's sort only merges sorted runs.
 */
export function orderingOf() {
  const names: string[] = []
  const order: number[] = []
  const byName = (a: number, b: number) => compareNames(names[a] ?? '', names[b] ?? '') || a - b
  return {
    add(batch: readonly string[]): void {
      const first = names.length
      for (const name of batch) names.push(name)
      for (const row of batch.map((_, at) => first + at).sort(byName)) order.push(row)
    },
    all: (): Uint32Array<ArrayBuffer> => Uint32Array.from(order.sort(byName)),
  }
}
