import { secretFrom, unreadableAs } from './answers.ts'
import { opened } from './opening.ts'
import { createCalls, paths, type Connection } from './calls.ts'
import { connect } from './client.ts'
import { problemOf, ServiceError } from './problem.ts'
import type { Entrance, Service } from './service.ts'
import { TokenValue } from './token-value.ts'
import { finished, smallText } from './transport.ts'
import { requestBody } from './wire.ts'

/** The way into a service: what is asked before anybody is signed in, and of a bearer that is to be checked. */
export function entranceTo(connection: Connection): Entrance {
  const { caps, send, explained } = createCalls(connection)
  return {
    check: async (ending = {}) => {
      try {
        await opened(await send('GET', paths.tokens, { list: true, ...ending }))
      } catch (error) {
        const meant = await explained(error, 'tokens', ending, 'list')
        if (problemOf(meant)?.kind !== 'switched-off') throw meant
        await opened(await send('GET', paths.users, { list: true, ...ending }))
      }
    },
    signIn: async (credentials, ending = {}) => {
      try {
        const sent = { body: requestBody(credentials), secret: credentials.password }
        const answer = await send('POST', '_/user/token/value', { ...sent, ...ending })
        const found = await finished(answer, async () =>
          secretFrom(answer.response.status, await smallText(answer, caps.other), TokenValue),
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
export function connectWhole(connection: Connection): Service & Entrance {
  return { ...connect(connection), ...entranceTo(connection) }
}

/** A refused sign-in is a refusal of the credentials, whatever its status; 404 and kin mean there is no such call. */
function withoutSignIn(error: unknown): unknown {
  const problem = problemOf(error)
  if (problem === undefined) return error
  if (problem.kind === 'signed-out') return new ServiceError({ ...problem, kind: 'refused' })
  const none = 'status' in problem && [404, 405, 501].includes(problem.status ?? 404)
  return none ? new ServiceError({ kind: 'switched-off', part: 'users' }) : error
}
