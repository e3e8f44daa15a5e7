import * as z from 'zod/mini'
import { Problem } from './problem-kinds.ts'

const SignInRefusal = z.discriminatedUnion('why', [
  z.object({ why: z.literal('bearer-refused'), status: z.number(), isTokenValue: z.optional(z.boolean()) }),
  z.object({ why: z.literal('password-refused') }),
  z.object({ why: z.literal('not-an-admin') }),
  z.object({ why: z.literal('no-password-sign-in') }),
  z.object({ why: z.literal('problem'), problem: Problem }),
  z.object({ why: z.literal('too-many-tries'), retryAfter: z.number() }),
  z.object({ why: z.literal('host-is-full') }),
  z.object({ why: z.literal('session-not-kept') }),
  z.object({ why: z.literal('session-replaced') }),
])
/**
 * Why nobody came in. `too-many-tries`: our host's own limit, with the seconds to wait. `session-replaced`: the cookie is that of another
 * sign-in.
 */
export type SignInRefusal = z.infer<typeof SignInRefusal>

/** The host's answer to a sign-in that it refused. */
export const Refused = z.object({ refused: SignInRefusal })
