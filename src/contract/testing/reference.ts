import type { Readings } from '#reference/readings.ts'
import { connectWithSignIn, type WholeClient } from '#contract/testing/client.ts'
import { createReferenceService } from '#reference/service.ts'
import { openStore } from '#reference/store.ts'
import { createUsers } from '#reference/users.ts'

/** A reference service in this process, an admin's client, and calls that bypass the client. */
export interface ReferenceWorld {
  service: WholeClient
  /** The same service with this access token, or without one. */
  as: (bearer: string | undefined) => WholeClient
  /** Whether the service accepts an access token or a token's value. */
  accepts: (bearer: string) => Promise<boolean>
  /** Requests so far, as `GET /_/token`. */
  requests: string[]
  close: () => void
}

const origin = 'http://reference.test/'

/** Opens an empty service under these readings, with one active admin whose access token the client has. */
export async function referenceWorld(readings: Readings): Promise<ReferenceWorld> {
  const store = openStore(':memory:')
  const users = createUsers(store, readings)
  const email = 'admin@query.test'
  // It has no valid password; the access token comes from the store.
  await users.insert({ email, password: '-', admin: true, active: true, at: Date.now() })
  const bearer = users.byEmail(email)?.bearer
  const reference = createReferenceService(store, readings, { passwordCost: { memoryCost: 8, timeCost: 1 } })
  const requests: string[] = []
  const as = (token: string | undefined) =>
    connectWithSignIn({
      origin,
      bearer: token,
      fetch: (url, init) => {
        requests.push(`${init.method} ${new URL(url).pathname}`)
        return reference(new Request(url, init))
      },
    })
  return {
    service: as(bearer),
    as,
    requests,
    accepts: async (value) => {
      const whoami = new Request(`${origin}_/whoami`, { headers: { authorization: `Bearer ${value}` } })
      return (await reference(whoami)).ok
    },
    close: () => store.close(),
  }
}
