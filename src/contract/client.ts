import { secretFrom } from './answers.ts'
import { createCalls, paths, type Connection, type Sent } from './connection.ts'
import { ServiceError, type ResourceName } from './problem.ts'
import type { CallOptions, Service } from './service.ts'
import { consume, refuseMarkup, textOf } from './transport.ts'
import type { Token } from './token.ts'
import type { User, UserUpdate } from './user.ts'
import { isWellFormed, requestBody } from './wire.ts'

/**
 * A client for the administration of a service. Only this file, `connection.ts` and `sign-in.ts` know paths and
 * methods.
 */
export function connect(connection: Connection): Service {
  const { clock, caps, send, readsOf, explained } = createCalls(connection)

  const write = async (part: ResourceName, method: string, sent: Sent, ending: CallOptions = {}): Promise<void> => {
    try {
      const answer = await send(method, paths[part], { ...sent, ...ending })
      await consume(answer, async () => refuseMarkup(await textOf(answer, caps.other), answer.response.status))
    } catch (error) {
      throw await explained(error, part, { secret: sent.secret, ...ending }, 'one')
    }
  }

  return {
    clock,
    tokens: {
      ...readsOf<Token>('tokens'),
      create: (draft, ending) => write('tokens', 'POST', { body: requestBody(draft) }, ending),
      update: (record, ending) => write('tokens', 'PUT', { body: requestBody(record) }, ending),
      remove: (name, ending) => write('tokens', 'DELETE', { body: requestBody({ name }) }, ending),
      value: async (name, ending = {}) => {
        if (!isWellFormed(name)) throw new ServiceError({ kind: 'unsendable' })
        try {
          const answer = await send('GET', `${paths.value}?name=${encodeURIComponent(name)}`, ending)
          return await consume(answer, async () => secretFrom(answer.response.status, await textOf(answer, caps.other)))
        } catch (error) {
          throw await explained(error, 'tokens', ending, 'one')
        }
      },
    },
    users: {
      ...readsOf<User>('users'),
      create: (draft, ending) => write('users', 'POST', { body: requestBody(draft), secret: draft.password }, ending),
      update: (change, ending) =>
        write('users', 'PUT', { body: requestBody(withoutEmpty(change)), secret: change.new_password }, ending),
      remove: (email, ending) => write('users', 'DELETE', { body: requestBody({ email }) }, ending),
    },
  }
}

/** Leaves out an empty email or password: a real server would store it. */
function withoutEmpty({ new_email, new_password, ...change }: UserUpdate): UserUpdate {
  return { ...change, ...(new_email && { new_email }), ...(new_password && { new_password }) }
}
