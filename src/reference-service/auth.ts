import type { Readings } from './readings.ts'
import { notFound, HttpError } from './http-error.ts'
import type { Tokens } from './tokens.ts'
import type { UserRecord, Users } from './users.ts'

/** The holder of an access token; undefined: it is unknown. */
export type Principal = { kind: 'user'; user: UserRecord } | { kind: 'token'; name: string; write: boolean } | undefined

/** Which access token may do what. `now`: milliseconds. */
export function createBearers(tokens: Tokens, users: Users, readings: Readings) {
  const { administrators, 'turned-off': turnedOff } = readings
  const holder = (request: Request, now: number): Principal => {
    const bearer = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (bearer === undefined) return undefined
    const user = users.byBearer(bearer)
    if (user !== undefined) return { kind: 'user', user }
    const token = tokens.usable(bearer, now)
    return token && { kind: 'token', ...token }
  }
  const isAdministrator = (principal: Principal): boolean => {
    if (principal?.kind === 'user') return principal.user.active && principal.user.admin
    return (
      principal !== undefined &&
      administrators !== 'admin-users' &&
      (principal.write || administrators === 'and-tokens')
    )
  }
  return {
    holder,
    /** @throws {Refusal} if that resource is turned off, or the access token may not administer. */
    mayAdminister(part: 'tokens' | 'users', request: Request, now: number): void {
      if (turnedOff === 'both' || turnedOff === part) throw notFound()
      if (!isAdministrator(holder(request, now))) throw new HttpError(401, 'This bearer is not accepted.')
    },
  }
}
