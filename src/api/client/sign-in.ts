import * as z from 'zod/mini'
import { isTokenValue } from '#api/jwt.ts'
import { Problem, requireProblem, getProblem, ServiceError, invalidResponseError } from '#api/problem.ts'
import { redactProblem } from '#api/service-text.ts'
import type { CallOptions } from '#api/api-client.ts'
import type { Credentials, SignInRequest } from '#api/credentials.ts'
import { serializeBody } from '#api/wire.ts'
import { ensureListBegins, parseSecretBody } from './response-body.ts'
import { createRequester, type Connection } from './client.ts'

const SignInRefusal = z.discriminatedUnion('why', [
  z.object({ why: z.literal('bearer-refused'), status: z.number(), isTokenValue: z.optional(z.boolean()) }),
  z.object({ why: z.literal('password-refused') }),
  z.object({ why: z.literal('not-an-admin') }),
  z.object({ why: z.literal('no-password-sign-in') }),
  z.object({ why: z.literal('problem'), problem: Problem }),
  z.object({ why: z.literal('too-many-tries'), retryAfter: z.number() }),
  z.object({ why: z.literal('host-is-full') }),
])
/**
 * Why a sign-in failed. `too-many-tries`: the console server's own limit, with the seconds to wait.
 */
export type SignInRejection = z.infer<typeof SignInRefusal>

/** The console server's response to a rejected sign-in. */
export const SignInRejectionBody = z.object({ refused: SignInRefusal })

/**
 * The calls for signing in: before anybody is signed in, and to check an access token. Every failure is a `ServiceError`,
 * apart from aborts.
 */
export function createSignInClient(connection: Connection) {
  const { caps, send, request, responds } = createRequester(connection)
  return {
    /** Checks that the access token may administer, by one real call that ends after its first bytes. */
    check: async (options: CallOptions = {}): Promise<void> => {
      const list = { isList: true, ...options }
      try {
        await request('tokens', list, ensureListBegins)
      } catch (error) {
        if (getProblem(error)?.kind !== 'switched-off') throw error
        await request('users', list, ensureListBegins)
      }
    },
    /**
     * Signs in and resolves to an access token.
     * @throws {ServiceError} `switched-off` if the service offers no sign-in by password, `no-service` if it has no
     *   resources either.
     */
    signIn: async (credentials: Credentials, options: CallOptions = {}): Promise<string> => {
      const body = serializeBody(credentials)
      const call = { method: 'POST', path: '_/user/token/value', body, secret: credentials.password, ...options }
      try {
        const answer = await send(call)
        const { status } = answer.response
        const token = parseSecretBody(status, await answer.text(caps.other))
        // It must fit into a header: many servers accept 8 KiB.
        if (token !== undefined && /^[\x21-\x7e]{1,8192}$/.test(token)) return token
        throw invalidResponseError('json', status, 0, 'token')
      } catch (error) {
        if (!isMissing(error)) throw toSignInError(error)
        // Without an access token: a 401 shows that the service is there.
        const isThere = await Promise.all([responds('tokens', options), responds('users', options)])
        const isNowhere = isThere.every((answers) => answers === false)
        throw new ServiceError(isNowhere ? { kind: 'no-service' } : { kind: 'switched-off', part: 'users' })
      }
    },
  }
}

/** Whether the call does not exist, by its status. */
function isMissing(error: unknown): boolean {
  const problem = getProblem(error)
  return problem !== undefined && 'status' in problem && [404, 405, 501].includes(problem.status ?? 404)
}

/** A rejected sign-in means wrong credentials, whatever its status. */
function toSignInError(error: unknown): unknown {
  const problem = getProblem(error)
  return problem?.kind === 'signed-out' ? new ServiceError({ ...problem, kind: 'refused' }) : error
}

/**
 * Signs in and checks the access token by a real call. `connection` has no access token of its own. `isUnjudged`:
 * the check of the access token failed for a reason that says nothing about the credential.
 * @throws aborts, and bugs of our own.
 */
export async function signInWith(
  connection: Connection,
  signIn: SignInRequest,
  signal: AbortSignal,
): Promise<{ bearer: string } | { refused: SignInRejection; isUnjudged?: boolean }> {
  let bearer: string
  try {
    bearer = signIn.by === 'bearer' ? signIn.bearer : await createSignInClient(connection).signIn(signIn, { signal })
  } catch (error) {
    return { refused: signInRejection(error, signIn) }
  }
  try {
    await createSignInClient({ ...connection, bearer }).check({ signal })
    return { bearer }
  } catch (error) {
    const problem = requireProblem(error)
    if (problem.kind !== 'signed-out') return { refused: problemRejection(problem, signIn, bearer), isUnjudged: true }
    const { status } = problem
    if (signIn.by === 'password') return { refused: { why: 'not-an-admin' } }
    const isValue = status === 401 && isTokenValue(bearer)
    return { refused: { why: 'bearer-refused', status, ...(isValue && { isTokenValue: true }) } }
  }
}

function signInRejection(error: unknown, signIn: SignInRequest): SignInRejection {
  const problem = requireProblem(error)
  if (problem.kind === 'refused' && problem.by === undefined) return { why: 'password-refused' }
  return problem.kind === 'switched-off' ? { why: 'no-password-sign-in' } : problemRejection(problem, signIn)
}

function problemRejection(problem: Problem, signIn: SignInRequest, bearer = ''): SignInRejection {
  const secrets = [bearer, signIn.by === 'password' ? signIn.password : '']
  return { why: 'problem', problem: redactProblem(problem, secrets) }
}
