let collator: Intl.Collator | undefined

/** Which of two names comes first: figures count as numbers. */
export function compareNames(a: string, b: string): number {
  // Made when it is first needed: where another thread sorts, the page may never.
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(a, b)
}

/** The numbers of all rows in the order of their names; equal ones stay as they came. */
export function orderOf(names: readonly string[]): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(names.keys()).sort((a, b) => compareNames(names[a]!, names[b]!) || a - b)
}
