import { Refusal } from './refusal.ts'

/**
 * The last `name` in the address, form-decoded.
 * @throws {Refusal} when there is none.
 */
export function nameAskedFor(request: Request): string {
  const query = request.url.indexOf('?')
  if (query === -1) throw new Refusal(400, 'Missing query string')
  const name = new URLSearchParams(request.url.slice(query + 1).split('#')[0]).getAll('name').at(-1)
  if (name === undefined) throw new Refusal(400, 'Missing query string: name')
  return name
}

/** The path with single slashes and none at its end; percent signs stay as they are. */
export function plainPath(request: Request): string {
  return `/${new URL(request.url).pathname.split('/').filter(Boolean).join('/')}`
}
