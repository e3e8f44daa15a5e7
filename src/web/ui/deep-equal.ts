/**
 * Whether two sets of props are equal, for `memo`. Every list that is read has new objects, so rows are compared by
 * their fields.
 */
export function isDeepEqual<Props extends object>(previous: Props, next: Props): boolean {
  return isEqualToDepth(previous, next, 3)
}

function isEqualToDepth(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  if (depth === 0 || !isPlain(a) || !isPlain(b)) return false
  const entries = Object.entries(a)
  const otherEntries = new Map(Object.entries(b))
  return (
    entries.length === otherEntries.size &&
    entries.every(([key, value]) => isEqualToDepth(value, otherEntries.get(key), depth - 1))
  )
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
