/** Whether the browser lets the page store anything. Where it blocks site data, even naming the storage throws. */
export function isStorageAllowed(page: Pick<Window, 'localStorage' | 'sessionStorage'>): boolean {
  try {
    return [page.localStorage, page.sessionStorage].every((storage) => storage.length >= 0)
  } catch {
    return false
  }
}
