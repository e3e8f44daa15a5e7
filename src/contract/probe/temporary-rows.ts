import { paths, type Connection } from '#contract/connection.ts'
import { fieldsOf } from '#contract/wire.ts'
import { createRawClient, keys, type RawClient } from './raw-client.ts'
import type { ResourceName } from '#contract/problem.ts'
import { randomHex } from '#contract/random.ts'
import type { waitFor } from '#contract/saving/turns.ts'

/** A name that no row has: it ends in 96 random bits. All throw-away names begin like this, and no others. */
function freshName(): string {
  return `query-admin-probe-${randomHex(12)}`
}

/** The names that a probe may have created on a service, and their removal. */
export type TemporaryRows = ReturnType<typeof createTemporaryRows>

/** The time limit of the clean-up, in milliseconds. */
const patience = 20_000
/** How long to wait for a lost write, in milliseconds. */
const arrival = 1500
/**
 * The most names that are found in a list, and the most characters of one: a service may alter our names, and a hostile
 * one may list any number of them.
 */
const [mostNames, longestName] = [1000, 1000]

/** Registers the names of one run. */
export function createTemporaryRows(connection: Connection, wait: typeof waitFor) {
  const names = { tokens: new Set<string>(), users: new Set<string>() }
  let isWriteLost = false
  const registered = (part: ResourceName, name: string) => {
    names[part].add(name)
    return name
  }
  const isOurs = (candidate: string, part: ResourceName) => [...names[part]].some((name) => candidate.startsWith(name))

  /** The names of ours that exist, 1,000 at most; undefined: there is no list. */
  const findOurs = async (client: RawClient, part: ResourceName): Promise<string[] | undefined> => {
    const ours: string[] = []
    const { ok } = await client.list(part, (row) => {
      const name = fieldsOf(row)?.[keys[part]]
      if (ours.length === mostNames || typeof name !== 'string' || name.length > longestName) return
      if (isOurs(name, part)) ours.push(name)
    })
    return ok ? ours : undefined
  }

  /** Cleans up one resource once. @returns the names that are left, as far as that is known. */
  const round = async (client: RawClient, part: ResourceName): Promise<string[]> => {
    const remove = async (name: string) => {
      return client.call('DELETE', paths[part], { body: { [keys[part]]: name } })
    }
    const listed = await findOurs(client, part).catch(() => undefined)
    if (listed !== undefined) {
      for (const name of listed) await remove(name).catch(() => undefined)
      return listed.length === 0 ? [] : findOurs(client, part).then((left) => left ?? listed)
    }
    // Without a list every name is deleted blindly; a service answers 404 or 400 for a name that does not exist.
    const left: string[] = []
    for (const name of names[part]) {
      const status = await remove(name).then(
        ({ status }) => status,
        () => 0,
      )
      if (status === 0 || status === 401 || status === 403 || status === 429 || status >= 500) left.push(name)
    }
    return left
  }

  return {
    /** A new name for a token, registered before it is sent. */
    token: () => registered('tokens', freshName()),
    /** The same for a user. */
    user: () => registered('users', `${freshName()}@probe.invalid`),
    /** A name that is never created. */
    unused: freshName,
    /** The response to a write was lost: it may be carried out later. */
    writeLost: () => (isWriteLost = true),
    /**
     * Deletes the rows with these names, with a time limit of its own. Never throws.
     * @returns the names that exist or may exist afterwards.
     */
    async cleanUp(): Promise<string[]> {
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
