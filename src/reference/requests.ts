import { readBody, type Body, type Shape } from './json-body.ts'
import { JsonFault } from './json-reader.ts'
import type { Readings } from './readings.ts'
import { Refusal } from './refusal.ts'

/**
 * A request's JSON body.
 * @throws {Refusal} when it is missing, not UTF-8, not JSON or not of this shape.
 */
export async function bodyOf<S extends Shape>(
  request: Request,
  title: string,
  shape: S,
  reading: Readings['body-reading'],
): Promise<Body<S>> {
  const asQueryServer = reading === 'query-server'
  const bytes = await request.arrayBuffer().catch(() => {
    throw new Refusal(400, 'The body broke off')
  })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw asQueryServer ? new Refusal(500, 'Internal Server Error') : new Refusal(400, 'The body is not UTF-8')
  }
  if (text === '') throw new Refusal(400, 'The body is empty')
  // eslint-disable-next-line no-control-regex -- a real server drops them, wherever they stand
  if (asQueryServer) text = text.replace(/[\u0000-\u001f]/g, '')
  try {
    return readBody(title, shape, text, asQueryServer)
  } catch (fault) {
    throw fault instanceof JsonFault ? new Refusal(400, fault.message) : fault
  }
}

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
