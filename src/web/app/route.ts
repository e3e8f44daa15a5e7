/**
 * Where the admin is: the page, and its filter, sort and search, all in the part of the address after `#`, which no
 * server sees and every static server serves. (A router's own hash mode keeps the search before the `#`.)
 */
export interface Route {
  page: Page
  search: URLSearchParams
}

export type Page = 'tokens' | 'users' | 'service'
const pages: readonly string[] = ['tokens', 'users', 'service'] satisfies Page[]

/** The route in an address' hash; anything unknown is the tokens page. */
export function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { page: isPage(path) ? path : 'tokens', search: new URLSearchParams(search) }
}

/** The hash for a route. */
export function hashOf(page: Page, search?: URLSearchParams): string {
  const text = search?.toString() ?? ''
  return text === '' ? `#/${page}` : `#/${page}?${text}`
}

/**
 * Whether a text looks like a secret: part of a JWT, or a long run of letters and figures that no name would be.
 * Such a text is searched for and never written into the address.
 */
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
