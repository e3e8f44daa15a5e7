let inOrder: Intl.Collator | undefined

/** Which of two rows comes first by its name (figures count as numbers), or by its number where the names are equal. */
export function compared(nameAt: (index: number) => string, a: number, b: number): number {
  // Made when it is first needed: where another thread sorts, the page may never.
  inOrder ??= new Intl.Collator('en', { numeric: true })
  return inOrder.compare(nameAt(a), nameAt(b)) || a - b
}
