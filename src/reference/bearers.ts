import type { Readings } from './readings.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Tokens } from './tokens.ts'
import type { StoredUser, Users } from './users.ts'

/** The holder of an access token. */
export type Holder =
  | { kind: 'fixed' }
  | { kind: 'user'; user: StoredUser }
  | { kind: 'token'; name: string; write: boolean }
  | { kind: 'unknown' }

/**
 * Which access token may do what. `fixed`: one that always administers, if the readings allow one. `now`: milliseconds.
 */
export function createBearers(tokens: Tokens, users: Users, readings: Readings, fixed: string | undefined) {
  const administrators = readings.administrators
  const holder = (request: Request, now: number): Holder => {
    const bearer = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (bearer === undefined) return { kind: 'unknown' }
    if (bearer === fixed && administrators !== 'admin-users') return { kind: 'fixed' }
    const user = users.byBearer(bearer)
    if (user !== undefined) return { kind: 'user', user }
    const token = tokens.usable(bearer, now)
    return token === undefined ? { kind: 'unknown' } : { kind: 'token', ...token }
  }
  const administers = (who: Holder): boolean => {
    switch (who.kind) {
      case 'fixed':
        return true
      case 'user':
        return who.user.active && who.user.admin
      case 'token':
        return administrators === 'and-tokens' || (administrators === 'and-write-tokens' && who.write)
      case 'unknown':
        return false
    }
  }
  return {
    holder,
    /** @throws {Refusal} if that resource is turned off, or the access token may not administer. */
    mayAdminister(part: 'tokens' | 'users', request: Request, now: number): void {
      if (readings[`${part}-administration`] === 'off') throw notFound()
      const who = holder(request, now)
      if (administers(who)) return
      const scheme = readings['refused-bearer']
      const forbidden = scheme === 'all-403' || (scheme === 'split' && who.kind !== 'unknown')
      throw forbidden
        ? new Refusal(403, 'This bearer may not administer.')
        : new Refusal(401, 'This bearer is not accepted.')
    },
  }
}
