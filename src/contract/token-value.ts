import * as z from 'zod/mini'

type Said = string | null

const said = z.nullable(z.string())
const held = z.pipe(
  z.object({ token: said }),
  z.transform(({ token }: { token: Said }) => token),
)
const listed = z.pipe(
  z.array(held),
  z.transform(([first]: Said[]) => first ?? null),
)
const wrapped = z.union([listed, held, said])

/**
 * The value of a token, or the bearer that a sign-in answers with, in every spelling seen; the parsed thing is the secret
 * itself, or undefined for "no such" (an empty list, null).
 */
export const TokenValue = z.pipe(
  z.union([
    z.pipe(
      z.object({ data: wrapped }),
      z.transform(({ data }: { data: Said }) => data),
    ),
    z.pipe(
      z.object({ value: said }),
      z.transform(({ value }: { value: Said }) => value),
    ),
    wrapped,
  ]),
  z.transform((value: Said): string | undefined => value ?? undefined),
)
