import { paths, type Connection } from '#contract/connection.ts'
import type { RawRow } from './response-forms.ts'
import { createRawClient, keys, type RawClient } from './raw-client.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { waitFor } from '#contract/saving/turns.ts'

/** How every throw-away name begins. */
export const probePrefix = 'query-admin-probe-'

/** The names that a probe may have brought into a service, and how they are taken away again. */
export interface TemporaryRows {
  /** A fresh name for a token, written down before it is sent anywhere. */
  token: () => string
  /** The same for a user. */
  user: () => string
  /** The same for a user, without the form of an email, or for either. */
  either: () => string
  /** A name that will not be created. */
  unused: () => string
  /** A row with an empty name may come to be there, where none was before. */
  emptyName: (part: ResourceName) => void
  /** The answer to a write was lost: it may be carried out only later. */
  writeLost: () => void
  /**
   * Deletes what is there of these names, with a time limit of its own; it never throws.
   * @returns the names that are, or may be, still there.
   */
  cleanUp: () => Promise<string[]>
}

/** What a clean-up needs. */
export interface TemporaryRowsOptions {
  connection: Connection
  /** Another throw-away name each time. @throws {RangeError} in `name`, when it does not begin as they do. */
  freshName: () => string
  wait: typeof waitFor
}

/** How long cleaning up may take, in milliseconds. */
const patience = 20_000
/** How long a lost write is given to arrive. */
const arrival = 1500

/** Keeps the names of one run. */
export function createTemporaryRows({ connection, freshName, wait }: TemporaryRowsOptions): TemporaryRows {
  const names = { tokens: new Set<string>(), users: new Set<string>() }
  const emptied = new Set<ResourceName>()
  let isWriteLost = false
  const fresh = (...parts: ResourceName[]) => {
    const name = freshName()
    if (!name.startsWith(probePrefix)) throw new RangeError(`A throw-away name must begin with ${probePrefix}`)
    for (const part of parts) names[part].add(name)
    return name
  }
  const isOurs = (found: string, part: ResourceName) =>
    found === '' ? emptied.has(part) : [...names[part]].some((one) => found.startsWith(one))

  /** What is there of ours; undefined where no list can be read. */
  const findOurs = async (client: RawClient, part: ResourceName): Promise<string[] | undefined> => {
    const found: string[] = []
    const { ok } = await client.list(part, (row) => {
      const name = (row as RawRow | null)?.[keys[part]]
      if (typeof name === 'string' && isOurs(name, part)) found.push(name)
    })
    return ok ? found : undefined
  }

  /** One round for one part. @returns what is left of it, as far as that can be told. */
  const round = async (client: RawClient, part: ResourceName): Promise<string[]> => {
    const remove = async (one: string) => {
      return client.call('DELETE', paths[part], { body: { [keys[part]]: one } })
    }
    const listed = await findOurs(client, part).catch(() => undefined)
    if (listed !== undefined) {
      for (const one of listed) await remove(one).catch(() => undefined)
      return listed.length === 0 ? [] : findOurs(client, part).then((left) => left ?? listed)
    }
    // Without a list every name is deleted unseen; a service says 404 or 400 of one that is not there.
    const left: string[] = []
    for (const one of names[part]) {
      const status = await remove(one).then(
        (heard) => heard.status,
        () => 0,
      )
      if (status === 0 || status === 401 || status === 403 || status === 429 || status >= 500) left.push(one)
    }
    return left
  }

  return {
    token: () => fresh('tokens'),
    user: () => {
      const email = `${fresh()}@probe.invalid`
      names.users.add(email)
      return email
    },
    either: () => fresh('tokens', 'users'),
    unused: () => fresh(),
    emptyName: (part) => emptied.add(part),
    writeLost: () => (isWriteLost = true),
    async cleanUp() {
      const parts = (['tokens', 'users'] as const).filter((part) => names[part].size > 0)
      if (parts.length === 0) return []
      const ending = new AbortController()
      const timer = setTimeout(() => ending.abort(new Error('no more time')), patience)
      const client = createRawClient(connection, ending.signal)
      const both = async () => {
        const left: string[] = []
        for (const part of parts) left.push(...(await round(client, part).catch(() => [...names[part]])))
        return [...new Set(left)]
      }
      try {
        const left = await both()
        if (left.length === 0 && !isWriteLost) return left
        await wait(arrival, ending.signal).catch(() => undefined)
        return await both()
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
