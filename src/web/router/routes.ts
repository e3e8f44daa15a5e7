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

/** The pages whose rows are named by an email. */
const emailPages: ReadonlySet<string> = new Set<Page>(['users'])
const nameParam = /(?<=^|&)name=[^&]*/g

/** The route in a hash; anything unknown is the tokens page. */
export function parseHash(hash: string): Route {
  const [path = '', text = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  // An email has a plus more often than a space: in a link that others wrote it is one.
  const search = emailPages.has(path) ? text.replace(nameParam, (name) => name.replaceAll('+', '%2B')) : text
  return { page: isPage(path) ? path : 'tokens', search: new URLSearchParams(search) }
}

export function formatHash(page: Page, search?: URLSearchParams): string {
  const params = search?.toString() ?? ''
  const text = emailPages.has(page) ? params.replace(nameParam, (name) => name.replaceAll('+', '%20')) : params
  return text === '' ? `#/${page}` : `#/${page}?${text}`
}

/** The address of one row, within the page; undefined: its name looks like a secret, so no address holds it. */
export function rowLink(page: Page, name: string): string | undefined {
  return looksLikeSecret(name) ? undefined : formatHash(page, new URLSearchParams({ name }))
}

/** A search as it may stand in the address: without a text or a name that looks like a secret. */
export function redactSearchParams(search: URLSearchParams): URLSearchParams {
  const address = new URLSearchParams(search)
  for (const key of ['q', 'name']) if (looksLikeSecret(search.get(key) ?? '')) address.delete(key)
  return address
}

/** Whether a text looks like a secret: a pasted `Authorization` header, or a word that nobody chose as a name. */
export function looksLikeSecret(text: string): boolean {
  return /\bbearer\s/i.test(text) || (text.match(/[\w.~+/=-]{20,}/g) ?? []).some(isOpaque)
}

/** Part of a JWT, a UUID, a long run of letters and digits, or a word whose kind of letter changes all the time. */
function isOpaque(word: string): boolean {
  if (/(?<![A-Za-z0-9])eyJ[\w-]{12,}|[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}/.test(word)) return true
  const runs = word.match(/[0-9a-f]{20,}|[0-9a-z]{32,}/gi) ?? []
  if (runs.some((run) => /\d/.test(run) && /[a-z]/i.test(run))) return true
  const changes = word.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g) ?? []
  return word.length >= 24 && changes.length * 5 >= word.length
}

function isPage(text: string): text is Page {
  return pages.includes(text)
}
