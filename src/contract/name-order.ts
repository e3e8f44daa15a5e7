let collator: Intl.Collator | undefined

/** How names are put in order: figures count as numbers. */
export function inNameOrder(): Intl.Collator {
  // Made when it is first needed: where another thread sorts, the page may never.
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator
}

/** Which of two rows comes first by its name, or by its number where the names are equal. */
export function compared(nameAt: (index: number) => string, a: number, b: number): number {
  return inNameOrder().compare(nameAt(a), nameAt(b)) || a - b
}
