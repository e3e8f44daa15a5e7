import * as z from 'zod/mini'

/** What signing in by password sends. */
export const Credentials = z.object({ email: z.string().check(z.minLength(1)), password: z.string() })
export type Credentials = z.infer<typeof Credentials>

/** How an admin shows who they are. */
export const SignInWay = z.discriminatedUnion('by', [
  z.object({ by: z.literal('bearer'), bearer: z.string().check(z.regex(/^[\x21-\x7e]+$/)) }),
  z.extend(Credentials, { by: z.literal('password') }),
])
export type SignInWay = z.infer<typeof SignInWay>

/** A pasted bearer made clean, or why it cannot be one. Nothing is sent for the latter. */
export type PastedBearer = { bearer: string } | { bad: 'empty' | 'blank-inside' | 'not-ascii' }

/** Drops spaces and line breaks around a pasted bearer, line breaks within it, and what stands before it in a header. */
export function pastedBearer(text: string): PastedBearer {
  const bearer = text
    .trim()
    .replace(/^authorization\s*:\s*/i, '')
    .replace(/^bearer(\s+|$)/i, '')
    .replace(/\s*[\r\n]+\s*/g, '')
  if (bearer === '') return { bad: 'empty' }
  if (/\s/.test(bearer)) return { bad: 'blank-inside' }
  return /^[\x21-\x7e]+$/.test(bearer) ? { bearer } : { bad: 'not-ascii' }
}
