/** A token as the service stores it. Moments are in the service's unit. */
export interface HeldToken {
  name: string
  active: boolean
  write: boolean
  expiration_date: number
  updated_at: number
}

/** A user as the service stores it. */
export interface HeldUser {
  email: string
  admin: boolean
  active: boolean
}

/** The service itself, without console and console server: what it stores is the truth for every test. */
export interface Direct {
  /** Converts milliseconds since 1970 to the service's unit. */
  moment(at: number): number
  tokens(): Promise<HeldToken[]>
  token(name: string): Promise<HeldToken | undefined>
  addToken(token: Partial<HeldToken> & { name: string }): Promise<void>
  changeToken(token: Partial<HeldToken> & { name: string }): Promise<void>
  deleteToken(name: string): Promise<void>
  value(name: string): Promise<string>
  users(): Promise<HeldUser[]>
  user(email: string): Promise<HeldUser | undefined>
  /** With these flags, even if the service swaps them on create. */
  addUser(user: HeldUser & { password: string }): Promise<void>
  deleteUser(email: string): Promise<void>
  changeUser(user: { email: string; admin: boolean; active: boolean }): Promise<void>
  /** Signs in, and returns the bearer; undefined: refused. */
  signIn(email: string, password: string): Promise<string | undefined>
  /** Whether the service accepts a value or a bearer now (`GET /_/whoami`). */
  accepts(value: string): Promise<boolean>
}

/** `service` is a reference service that lists users; `bearer` administers it. */
export function direct(service: (request: Request) => Promise<Response>, bearer: string, unit: 'ms' | 's'): Direct {
  const call = (method: string, path: string, body?: unknown, as: string | null = bearer) =>
    service(
      new Request(`http://reference.test${path}`, {
        method,
        headers: as === null ? {} : { authorization: `Bearer ${as}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.text()
  }
  const rows = async <Row>(path: string) => (JSON.parse(await must('GET', path)) as { data: Row[] }).data
  const moment = (at: number) => (unit === 's' ? Math.floor(at / 1000) : at)
  const tokens = async () =>
    (await rows<HeldToken>('/_/token')).map((row) => ({
      name: row.name,
      active: Boolean(row.active),
      write: Boolean(row.write),
      expiration_date: row.expiration_date,
      updated_at: row.updated_at,
    }))
  const users = async () =>
    (await rows<HeldUser>('/_/user')).map(({ email, admin, active }) => ({
      email,
      admin: Boolean(admin),
      active: Boolean(active),
    }))
  const month = 30 * 24 * 60 * 60 * 1000
  const put = async (path: string, body: unknown) => void (await must('PUT', path, body))
  return {
    moment,
    tokens,
    token: async (name) => (await tokens()).find((token) => token.name === name),
    async addToken({ expiration_date = moment(Date.now() + month), active = true, write = false, name }) {
      await must('POST', '/_/token', { name, expiration_date, active, write })
    },
    async changeToken({ name, ...change }) {
      const held = (await tokens()).find((token) => token.name === name)
      if (!held) throw new Error(`no token ${name}`)
      const { updated_at: _, ...row } = held
      await put('/_/token', { ...row, ...change })
    },
    deleteToken: async (name) => void (await must('DELETE', '/_/token', { name })),
    async value(name) {
      const answer = JSON.parse(await must('GET', `/_/token/value?name=${encodeURIComponent(name)}`)) as {
        data: { token: string }[]
      }
      return answer.data[0]?.token ?? ''
    },
    users,
    user: async (email) => (await users()).find((user) => user.email === email),
    async addUser({ email, password, admin, active }) {
      await must('POST', '/_/user', { email, password, admin, active })
      await put('/_/user', { email, admin, active })
    },
    deleteUser: async (email) => void (await must('DELETE', '/_/user', { email })),
    changeUser: (user) => put('/_/user', user),
    async signIn(email, password) {
      const answer = await call('POST', '/_/user/token/value', { email, password }, null)
      return answer.ok ? ((await answer.json()) as { data: { token: string }[] }).data[0]?.token : undefined
    },
    accepts: async (value) => (await call('GET', '/_/whoami', undefined, value)).status === 200,
  }
}
