import * as z from 'zod/mini'
import { Problem, problemOf, ServiceError } from './problem.ts'
import { secretFrom, unreadableAs, ensureListBegins } from './answers.ts'
import { createCalls, paths, type Connection } from './connection.ts'
import { connect } from './client.ts'
import type { SignInCalls, Service } from './service.ts'
import { consume, textOf } from './transport.ts'
import { requestBody } from './wire.ts'
import { isTokenValue } from './jwt.ts'
import type { SignInWay } from './session.ts'

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

/** The way into a service: what is asked before anybody is signed in, and of a bearer that is to be checked. */
export function signInCalls(connection: Connection): SignInCalls {
  const { caps, send, explained } = createCalls(connection)
  return {
    check: async (ending = {}) => {
      try {
        await ensureListBegins(await send('GET', paths.tokens, { list: true, ...ending }))
      } catch (error) {
        const meant = await explained(error, 'tokens', ending, 'list')
        if (problemOf(meant)?.kind !== 'switched-off') throw meant
        await ensureListBegins(await send('GET', paths.users, { list: true, ...ending }))
      }
    },
    signIn: async (credentials, ending = {}) => {
      try {
        const sent = { body: requestBody(credentials), secret: credentials.password }
        const answer = await send('POST', paths.signIn, { ...sent, ...ending })
        const found = await consume(answer, async () =>
          secretFrom(answer.response.status, await textOf(answer, caps.other)),
        )
        // What cannot stand in a header is no bearer.
        if (found !== undefined && /^[\x21-\x7e]+$/.test(found)) return found
        throw new ServiceError(unreadableAs('json', answer.response.status, 0, ['token']))
      } catch (error) {
        throw withoutSignIn(error)
      }
    },
  }
}

/** A service and the way into it, for whoever needs both. */
export function connectWithSignIn(connection: Connection): Service & SignInCalls {
  return { ...connect(connection), ...signInCalls(connection) }
}

/** A refused sign-in is a refusal of the credentials, whatever its status; 404 and kin mean there is no such call. */
function withoutSignIn(error: unknown): unknown {
  const problem = problemOf(error)
  if (problem === undefined) return error
  if (problem.kind === 'signed-out') return new ServiceError({ ...problem, kind: 'refused' })
  const none = 'status' in problem && [404, 405, 501].includes(problem.status ?? 404)
  return none ? new ServiceError({ kind: 'switched-off', part: 'users' }) : error
}

/**
 * The bearer of an admin, checked by a real call, or why there is none. `connection` has no bearer of its own.
 * @throws what is no Problem: aborts and faults of our own.
 */
export async function signInBy(
  connection: Connection,
  way: SignInWay,
  signal: AbortSignal,
): Promise<{ bearer: string } | { refused: SignInRefusal }> {
  let bearer: string
  try {
    bearer = way.by === 'bearer' ? way.bearer : await signInCalls(connection).signIn(way, { signal })
  } catch (error) {
    return { refused: refusalOfSignIn(error) }
  }
  try {
    await signInCalls({ ...connection, bearer }).check({ signal })
    return { bearer }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    if (problem.kind !== 'signed-out') return { refused: { why: 'problem', problem } }
    const { status } = problem
    if (way.by === 'password') return { refused: { why: 'not-an-admin' } }
    const isValue = status === 401 && isTokenValue(bearer)
    return { refused: { why: 'bearer-refused', status, ...(isValue && { isTokenValue: true }) } }
  }
}

function refusalOfSignIn(error: unknown): SignInRefusal {
  const problem = problemOf(error)
  if (problem === undefined) throw error
  if (problem.kind === 'refused') return { why: 'password-refused' }
  return problem.kind === 'switched-off' ? { why: 'no-password-sign-in' } : { why: 'problem', problem }
}
