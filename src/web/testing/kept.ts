/** What the browser keeps, by key. */
export function keptInBrowser(): Record<string, string> {
  return Object.fromEntries(Object.entries<string>(localStorage))
}
