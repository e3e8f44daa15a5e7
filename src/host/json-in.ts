import type * as z from 'zod/mini'

/** A request's body as what it should be; undefined where it is not. No parser's message leaves: it quotes its input. */
export function jsonIn<T>(body: Uint8Array | undefined, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const said: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return schema.safeParse(said).data
  } catch {
    return undefined
  }
}
