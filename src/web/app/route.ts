/**
 * The page, and its filter, sort and search. All of it follows the `#` of the address: no server sees that part, and
 * any static server works. (A router's own hash mode keeps the search before the `#`.)
 */
export interface Route {
  page: Page
  search: URLSearchParams
}

export type Page = 'tokens' | 'users' | 'service'
const pages: readonly string[] = ['tokens', 'users', 'service'] satisfies Page[]

/** The route in a hash; anything unknown is the tokens page. */
export function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { page: isPage(path) ? path : 'tokens', search: new URLSearchParams(search) }
}

export function hashOf(page: Page, search?: URLSearchParams): string {
  const text = search?.toString() ?? ''
  return text === '' ? `#/${page}` : `#/${page}?${text}`
}

/** A search as it may stand in the address: without a text that looks like a secret. */
export function withoutSecret(search: URLSearchParams): URLSearchParams {
  const address = new URLSearchParams(search)
  if (looksSecret(search.get('q') ?? '')) address.delete('q')
  return address
}

/** Whether a text looks like a secret: part of a JWT, or a run of letters and digits too long for a name. */
export function looksSecret(text: string): boolean {
  return /eyJ[\w-]{5,}|[\w-]{12,}\.[\w-]{12,}\.|bearer\s/i.test(text) || longRun(text)
}

function longRun(text: string): boolean {
  return text
    .split(/\s+/)
    .some((word) => word.length >= 24 && /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word))
}

function isPage(text: string): text is Page {
  return pages.includes(text)
}
