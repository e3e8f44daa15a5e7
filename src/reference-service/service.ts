import * as z from 'zod/mini'
import { Hono, type Context } from 'hono'
import { createAnswers } from './responses.ts'
import { hashPassword, passwordFits, type PasswordCost } from './credentials.ts'
import type { Readings } from './readings.ts'
import { refuseUnlessIgnored, notFound, HttpError } from './http-error.ts'
import { bodyOf, field, nameAskedFor, plainPath } from './requests.ts'
import type { ServiceDatabase } from './database.ts'
import { createTokens, TokenRequestBody, type Tokens } from './tokens.ts'
import { createUsers, NewUserRequestBody, UserChangeRequestBody, type UserRecord, type Users } from './users.ts'

/** What the service needs from outside. */
export interface ServiceOptions {
  /** The service's clock, in milliseconds; `Date.now` unless given. */
  now?: (() => number) | undefined
  /** Makes password hashes cheap in tests. */
  passwordCost?: PasswordCost | undefined
}
/** A service without a port: one response per request, dated by the service's clock; it never throws. */
export type Service = (request: Request) => Promise<Response>

const TokenNamed = z.object({ name: field.text })
const UserNamed = z.object({ email: field.text })
const SignInBody = z.object({ email: field.text, password: field.text })

/** A complete Query service on `store`, under `readings`. */
export function createReferenceService(
  database: ServiceDatabase,
  readings: Readings,
  options: ServiceOptions = {},
): Service {
  const { now = Date.now, passwordCost } = options
  const tokens = createTokens(database, readings)
  const users = createUsers(database, readings)
  const bearers = createBearers(tokens, users, readings)
  const answers = createAnswers(readings)
  let lastWrite: Promise<void> = Promise.resolve()

  const readRoute = (part: 'tokens' | 'users', answer: (request: Request) => Response) => (context: Context) => {
    bearers.mayAdminister(part, context.req.raw, now())
    return answer(context.req.raw)
  }
  /** Writes run one at a time, in order. */
  const writeRoute =
    <Body>(part: 'tokens' | 'users', schema: z.ZodMiniType<Body>, work: (body: Body) => void | Promise<void>) =>
    async ({ req: { raw } }: Context) => {
      bearers.mayAdminister(part, raw, now())
      const body = await bodyOf(raw, schema)
      const turn = lastWrite.then(() => work(body))
      lastWrite = turn.catch(() => undefined)
      await turn
      return answers.done(raw.method)
    }
  const hashOf = (password: string) => hashPassword(password, passwordCost)
  const app = new Hono({ getPath: plainPath })
    .get('/_/healthcheck', () => answers.text('OK'))
    .get('/_/whoami', ({ req: { raw } }) => {
      // An inactive user administers nothing, but still reads and writes data.
      const principal = bearers.holder(raw, now())
      if (principal === undefined) throw new HttpError(401, 'This bearer is not accepted.')
      if (principal.kind === 'token') return answers.json(principal)
      const { email, admin, active } = principal.user
      return answers.json({ kind: 'user', name: email, write: true, admin, active })
    })
    .get(
      '/_/token',
      readRoute('tokens', () => answers.list(tokens.list(answers))),
    )
    .post(
      '/_/token',
      writeRoute('tokens', TokenRequestBody, (body) => tokens.create(body, now())),
    )
    .put(
      '/_/token',
      writeRoute('tokens', TokenRequestBody, (body) => tokens.change(body, now())),
    )
    .delete(
      '/_/token',
      writeRoute('tokens', TokenNamed, ({ name }) => tokens.remove(name)),
    )
    .get(
      '/_/token/value',
      readRoute('tokens', (request) => answers.value(tokens.value(nameAskedFor(request)))),
    )
    .post(
      '/_/user',
      writeRoute('users', NewUserRequestBody, async (body) => users.create(body, await hashOf(body.password), now())),
    )
    .put(
      '/_/user',
      writeRoute('users', UserChangeRequestBody, async (body) => {
        const hash = body.new_password === undefined ? undefined : await hashOf(body.new_password)
        users.change(body, hash, now())
      }),
    )
    .delete(
      '/_/user',
      writeRoute('users', UserNamed, ({ email }) => users.remove(email)),
    )
    .notFound(() => answers.refusal(notFound()))
    .onError((fault) =>
      answers.refusal(fault instanceof HttpError ? fault : new HttpError(500, 'Internal Server Error')),
    )

  if (readings['users-list'] === 'offered') {
    app.get(
      '/_/user',
      readRoute('users', () => answers.list(users.list(answers))),
    )
  }
  if (signInOffered(readings)) {
    // Hashed for unknown accounts, so that the time does not show which accounts exist.
    const unknownUserHash = hashOf('')
    app.post('/_/user/token/value', async ({ req: { raw } }) => {
      const { email, password } = await bodyOf(raw, SignInBody)
      const user = users.byEmail(email)
      const isCorrect = await passwordFits(user?.password ?? (await unknownUserHash), password)
      if (user?.active && isCorrect) return answers.value(user.bearer)
      refuseUnlessIgnored(readings['wrong-password'], 'The email or password is not correct.')
      throw notFound()
    })
  }
  return async (request) => {
    // Hono would answer HEAD like GET.
    const answer = request.method === 'HEAD' ? answers.refusal(notFound()) : await app.fetch(request)
    answer.headers.set('date', new Date(now()).toUTCString())
    return answer
  }
}

function signInOffered({ 'sign-in': signIn, 'turned-off': turnedOff }: Readings): boolean {
  if (signIn === 'absent' || ['users', 'both'].includes(turnedOff)) return false
  return signIn === 'offered' || turnedOff === 'none'
}

/** The holder of an access token; undefined: it is unknown. */
type Principal = { kind: 'user'; user: UserRecord } | { kind: 'token'; name: string; write: boolean } | undefined

/** Which access token may do what. `now`: milliseconds. */
function createBearers(tokens: Tokens, users: Users, readings: Readings) {
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
    /** @throws {HttpError} if that resource is turned off, or the access token may not administer. */
    mayAdminister(part: 'tokens' | 'users', request: Request, now: number): void {
      if (turnedOff === 'both' || turnedOff === part) throw notFound()
      if (!isAdministrator(holder(request, now))) throw new HttpError(401, 'This bearer is not accepted.')
    },
  }
}
