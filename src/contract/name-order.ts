/** How names stand in order: figures count as numbers. */
export const inOrder = new Intl.Collator('en', { numeric: true })

/** Which of two rows comes first by its name, or by its number where the names are equal. For sorting. */
export function compared(nameAt: (index: number) => string, a: number, b: number): number {
  return inOrder.compare(nameAt(a), nameAt(b)) || a - b
}
