import * as z from 'zod/mini'
import { Problem } from './problem.ts'
import { TokenValue } from './token.ts'

/** What signing in by password sends. */
export const Credentials = z.object({ email: z.string().check(z.minLength(1)), password: z.string() })
export type Credentials = z.infer<typeof Credentials>

/** The answer to a sign-in: the bearer, in the same spellings as a token's value. */
export const Bearer = TokenValue

/** How an admin shows who they are. */
export const SignInWay = z.discriminatedUnion('by', [
  z.object({ by: z.literal('bearer'), bearer: z.string().check(z.regex(/^[\x21-\x7e]+$/)) }),
  z.extend(Credentials, { by: z.literal('password') }),
])
export type SignInWay = z.infer<typeof SignInWay>

/** Why nobody came in. `too-many-tries`: our host's own limit, with the seconds to wait. */
export const SignInRefusal = z.discriminatedUnion('why', [
  z.object({ why: z.literal('bearer-refused'), status: z.number() }),
  z.object({ why: z.literal('password-refused') }),
  z.object({ why: z.literal('not-an-admin') }),
  z.object({ why: z.literal('no-password-sign-in') }),
  z.object({ why: z.literal('problem'), problem: Problem }),
  z.object({ why: z.literal('too-many-tries'), retryAfter: z.number() }),
  z.object({ why: z.literal('host-is-full') }),
  z.object({ why: z.literal('session-not-kept') }),
])
export type SignInRefusal = z.infer<typeof SignInRefusal>

/** A pasted bearer made clean, or why it cannot be one. Nothing is sent for the latter. */
export type PastedBearer = { bearer: string } | { bad: 'empty' | 'blank-inside' | 'not-ascii' }

/** Drops blanks and line breaks around a pasted bearer, line breaks within it, and a leading `Bearer `. */
export function pastedBearer(text: string): PastedBearer {
  const bearer = text
    .trim()
    .replace(/^bearer(\s+|$)/i, '')
    .replace(/\s*[\r\n]+\s*/g, '')
  if (bearer === '') return { bad: 'empty' }
  if (/\s/.test(bearer)) return { bad: 'blank-inside' }
  return /^[\x21-\x7e]+$/.test(bearer) ? { bearer } : { bad: 'not-ascii' }
}
