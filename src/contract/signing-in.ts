import type { Connection } from './calls.ts'
import { isTokenValue } from './carried.ts'
import { entranceTo } from './entrance.ts'
import { problemOf } from './problem.ts'
import type { SignInWay } from './session.ts'
import type { SignInRefusal } from './sign-in-refusal.ts'

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
    bearer = way.by === 'bearer' ? way.bearer : await entranceTo(connection).signIn(way, { signal })
  } catch (error) {
    return { refused: withoutBearer(error) }
  }
  try {
    await entranceTo({ ...connection, bearer }).check({ signal })
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

function withoutBearer(error: unknown): SignInRefusal {
  const problem = problemOf(error)
  if (problem === undefined) throw error
  if (problem.kind === 'refused') return { why: 'password-refused' }
  return problem.kind === 'switched-off' ? { why: 'no-password-sign-in' } : { why: 'problem', problem }
}
