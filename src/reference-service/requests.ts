import * as z from 'zod/mini'
import { HttpError } from './http-error.ts'

/** An optional field; null counts as absent. */
const optional = <Held>(schema: z.ZodMiniType<Held>) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value: Held | null | undefined) => value ?? undefined),
  )

/** The kinds of fields in bodies. Integers are those that a JavaScript number holds exactly. */
export const field = {
  text: z.string(),
  optionalText: optional(z.string()),
  optionalInteger: optional(z.int()),
  optionalFlag: optional(z.boolean()),
}

/**
 * A request's JSON body. Fields that the schema does not name are ignored.
 * @throws {HttpError} if it is missing, not UTF-8, not JSON or not of this shape.
 */
export async function bodyOf<Body>(request: Request, schema: z.ZodMiniType<Body>): Promise<Body> {
  const bytes = await request.arrayBuffer().catch(() => {
    throw new HttpError(400, 'The body broke off')
  })
  if (bytes.byteLength === 0) throw new HttpError(400, 'The body is empty')
  const result = schema.safeParse(parseBody(bytes))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new HttpError(400, `The body is not as expected: ${issue?.path.join('.') || 'no object'}`)
}

function parseBody(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'The body is not JSON')
  }
}

/**
 * The last `name` in the query, form-decoded.
 * @throws {HttpError} if there is none.
 */
export function nameAskedFor(request: Request): string {
  const query = request.url.indexOf('?')
  if (query === -1) throw new HttpError(400, 'Missing query string')
  const name = new URLSearchParams(request.url.slice(query + 1).split('#')[0]).getAll('name').at(-1)
  if (name === undefined) throw new HttpError(400, 'Missing query string: name')
  return name
}

/** The path with single slashes and without a trailing one; percent signs stay as they are. */
export function plainPath(request: Request): string {
  return `/${new URL(request.url).pathname.split('/').filter(Boolean).join('/')}`
}
