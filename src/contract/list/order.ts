let collator: Intl.Collator | undefined

/** Which of two names comes first: figures count as numbers. */
export function compareNames(a: string, b: string): number {
  // Made when it is first needed: where another thread sorts, the page may never.
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(a, b)
}

/**
 * The numbers of all rows in the order of their names; equal ones stay as they came. Each batch is sorted while the next
 * one is on its way, so that at the end only sorted runs are left to merge, which is what the engine's sort does of them.
 */
export function orderingOf() {
  const names: string[] = []
  const order: number[] = []
  const byName = (a: number, b: number) => compareNames(names[a]!, names[b]!) || a - b
  return {
    add(batch: readonly string[]): void {
      const first = names.length
      for (const name of batch) names.push(name)
      for (const row of batch.map((_, at) => first + at).sort(byName)) order.push(row)
    },
    all: (): Uint32Array<ArrayBuffer> => Uint32Array.from(order.sort(byName)),
  }
}
