/** What the browser keeps, by key, besides when somebody was here last. */
export function keptInBrowser(): Record<string, string> {
  return Object.fromEntries(
    Object.entries<string>(localStorage).filter(([key]) => !key.startsWith('query-admin visits ')),
  )
}
