/** What the browser keeps, by key. */
export function storedInBrowser(): Record<string, string> {
  return Object.fromEntries(Object.entries<string>(localStorage))
}
