import type * as z from 'zod/mini'

/** A JSON request body of this shape; undefined for anything else. No parser message gets out: it quotes its input. */
export function parsedBody<T>(body: Uint8Array | undefined, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return schema.safeParse(json).data
  } catch {
    return undefined
  }
}

/** The JSON body of a request; undefined if it has another shape. */
export async function readJson<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T | undefined> {
  return parsedBody(new Uint8Array(await request.arrayBuffer()), schema)
}
