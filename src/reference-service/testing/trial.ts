import { createUsers } from '#reference-service/users.ts'
import { hashPassword } from '#reference-service/credentials.ts'
import type { Readings } from '#reference-service/readings.ts'
import { createReferenceService, type Service, type ServiceOptions } from '#reference-service/service.ts'
import { openDatabase, type ServiceDatabase } from '#reference-service/database.ts'

/** One complete response. */
export interface Answer {
  status: number
  /** The content type; null when none was sent. */
  type: string | null
  text: string
}
/** A service in memory with one admin and a stopped clock, for tests of every layer. */
export interface Trial {
  fetch: Service
  database: ServiceDatabase
  /** The admin's access token. */
  bearer: string
  admin: { email: string; password: string }
  /** Milliseconds; set it to move the clock. */
  clock: { now: number }
  /** `body` is sent as JSON unless it is text; `bearer`: the admin's access token unless given; null sends none. */
  call(method: string, path: string, body?: unknown, bearer?: string | null): Promise<Answer>
  /** The same; resolves to the response's JSON. */
  json(method: string, path: string, body?: unknown, bearer?: string | null): Promise<unknown>
  /** The same; resolves to the response's status. */
  status(method: string, path: string, body?: unknown, bearer?: string | null): Promise<number>
  /** The current value of a token, from the store. */
  valueOf(name: string): string
  /** Whether an access token or value is accepted now. */
  usable(bearer: string): Promise<boolean>
  close(): void
}

const passwordCost = { memoryCost: 8, timeCost: 1 }

/** Opens a trial under `readings`; `now` (milliseconds) sets its clock, in the middle of a second unless given. */
export async function openTrial(
  readings: Readings,
  { now = 1_800_000_000_500, ...options }: Omit<ServiceOptions, 'now'> & { now?: number } = {},
): Promise<Trial> {
  const database = openDatabase(':memory:')
  const admin = { email: 'root@example.test', password: 'correct horse' }
  const clock = { now }
  const users = createUsers(database, readings)
  const password = await hashPassword(admin.password, passwordCost)
  await users.insert({ email: admin.email, password, admin: true, active: true, createdAt: now })
  const bearer = users.byEmail(admin.email)?.bearer ?? ''
  const fetch = createReferenceService(database, readings, { passwordCost, ...options, now: () => clock.now })
  const call: Trial['call'] = async (method, path, body, as = bearer) => {
    const answer = await fetch(
      new Request(`http://reference.test${path}`, {
        method,
        headers: as === null ? {} : { authorization: `Bearer ${as}` },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  return {
    fetch,
    database,
    bearer,
    admin,
    clock,
    call,
    json: async (...args) => JSON.parse((await call(...args)).text) as unknown,
    status: async (...args) => (await call(...args)).status,
    valueOf: (name) => String(database.read('SELECT value FROM token WHERE name = :name', { name })[0]?.value),
    usable: async (bearer) => (await call('GET', '/_/whoami', undefined, bearer)).status === 200,
    close: () => database.close(),
  }
}
