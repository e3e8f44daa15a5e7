import type { Seen } from '#contract/saving/acts.ts'
import type { User } from '#contract/user.ts'
import type { UserChange } from '#contract/user.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Readings } from '#reference/readings.ts'
import { trueUser } from './oracle.ts'
import type { Browser, TimedTrial } from './trial.ts'

/** The acts on a user. */
export const userActs = [
  'save admin',
  'save password',
  'deactivate',
  'activate',
  'undo',
  'rename',
  'create',
  'delete',
  'repair',
  'replace',
] as const
/** One of them. */
export type UserAct = (typeof userActs)[number]

/** A write as the page remembers it, without any password. */
export interface UserWritten {
  act: 'save' | 'create' | 'remove'
  change: Omit<UserChange, 'new_password'>
  verdict: Verdict<User>
  /** The page's milliseconds since 1970. */
  at: number
}

/** An account, by the service's responses. */
interface TrueAccount {
  admin: boolean
  active: boolean
  /** Undefined: there is no sign-in by password. */
  signsIn: boolean | undefined
  administers: boolean
}

/** The result of one cell. */
export interface UserPlayed {
  email: string
  written: UserWritten
  row: User | undefined
  before: TrueAccount | undefined
  after: TrueAccount | undefined
  /** Under its former name. */
  former: TrueAccount | undefined
  wanted: { admin: boolean; active: boolean }
}

const password = 'pa55 word'
const another = 'another pa55'

/** One service under some readings, with a page. */
export class UserCells {
  private count = 0
  private readonly timed: TimedTrial
  private readonly readings: Readings
  private readonly ahead: number

  constructor(timed: TimedTrial, readings: Readings, ahead: number) {
    this.timed = timed
    this.readings = readings
    this.ahead = ahead
  }

  /** Runs one cell; `undoing`: what the page sends for an undo. Undefined: there is no such cell. */
  async play(
    act: UserAct,
    state: 'active' | 'inactive',
    undoing: (before: User, change: UserWritten['change']) => UserWritten['change'] | undefined,
  ): Promise<UserPlayed | undefined> {
    const { trial, pass } = this.timed
    const email = `u${(this.count += 1)}@example.test`
    const active = state === 'active'
    const isListed = this.readings['users-list'] === 'offered'
    if (this.readings['users-administration'] === 'off' || act === 'repair' || act === 'replace') return undefined
    if ((act === 'deactivate' && !active) || (act === 'activate' && active)) return undefined
    // Without a list there is nothing to undo from.
    if (act === 'undo' && !isListed) return undefined
    if (act !== 'create') await this.make(email, active)
    const browser = this.timed.browser()
    const from = act === 'create' || !isListed ? undefined : await browser.seenUser(email)
    pass(1000 + ((this.count * 137) % 1000))
    const before = await this.truth(email, password)
    const change = changeOf(act, email)
    const wanted = { admin: change.admin ?? false, active: change.active ?? active }
    const written = (kind: UserWritten['act'], verdict: Verdict<User>): UserWritten => {
      const { new_password: _, ...shown } = change
      return { act: kind, change: shown, verdict, at: trial.clock.now - this.ahead }
    }
    let done: UserWritten
    if (from === undefined) done = await this.unlisted(act, email, { change, wanted, browser, written })
    else if (act === 'delete') done = written('remove', await browser.users.remove(from))
    else done = written('save', await browser.users.save(from, change))
    if (act === 'undo') {
      const undone = await this.undo(done, email, browser, undoing)
      if (undone === undefined) return undefined
      done = undone
      Object.assign(wanted, { admin: false, active })
    }
    const then = change.new_email ?? email
    const after = await this.truth(then, change.new_password ?? password)
    const row = isListed ? await browser.seenUser(then).catch(() => undefined) : undefined
    return { email, written: done, row: row?.row, before, after, former: await this.truth(email, password), wanted }
  }

  private async unlisted(act: UserAct, email: string, { change, wanted, browser, written }: Unlisted) {
    const { users, unlisted } = browser
    const isListed = this.readings['users-list'] === 'offered'
    const draft = { email, password, ...wanted }
    if (act === 'create') return written('create', await (isListed ? users : unlisted).create(draft))
    if (act === 'delete') return written('remove', await unlisted.remove(email))
    return written('save', await unlisted.save({ email, ...wanted, ...change }))
  }

  private async undo(
    { change, verdict, act, at }: UserWritten,
    email: string,
    browser: Browser,
    undoing: Parameters<UserCells['play']>[2],
  ): Promise<UserWritten | undefined> {
    const before = 'before' in verdict ? verdict.before : undefined
    const back = before && undoing(before, change)
    if (back === undefined) return undefined
    this.timed.pass(1500)
    const seen: Seen<User> = await browser.seenUser(email)
    return { act, at, change: back, verdict: await browser.users.save(seen, back, { overwrite: true }) }
  }

  private async make(email: string, active: boolean): Promise<void> {
    const { trial } = this.timed
    await trial.call('POST', '/_/user', { email, password, admin: true, active: true })
    trial.store.write('UPDATE user SET admin = 0, active = :active WHERE email = :email', {
      email,
      active: BigInt(active),
    })
  }

  /**
   * The service's responses to a sign-in with this password, and to an admin's call with the account's access token.
   */
  private async truth(email: string, secret: string): Promise<TrueAccount | undefined> {
    const { trial } = this.timed
    const stored = trueUser(trial, email)
    if (stored === undefined) return undefined
    const { status } = await trial.call('POST', '/_/user/token/value', { email, password: secret }, null)
    const bearer = String(trial.store.read('SELECT bearer FROM user WHERE email = :email', { email })[0]?.bearer)
    const offered = status < 300 || status === 400 || this.readings['sign-in'] === 'offered'
    const call = await trial.call('DELETE', '/_/user', { email: 'nobody@example.test' }, bearer)
    const { admin, active } = stored
    const administers = ![401, 403].includes(call.status)
    return { admin, active, signsIn: offered && status !== 404 ? status < 300 : undefined, administers }
  }
}

interface Unlisted {
  change: UserChange
  wanted: UserPlayed['wanted']
  browser: Browser
  written: (kind: UserWritten['act'], verdict: Verdict<User>) => UserWritten
}

function changeOf(act: UserAct, email: string): UserChange {
  switch (act) {
    case 'save admin':
      return { admin: true }
    case 'save password':
      return { new_password: another }
    case 'deactivate':
      return { active: false }
    case 'activate':
      return { active: true }
    case 'undo':
      return { admin: true }
    case 'rename':
      return { new_email: `renamed-${email}` }
    default:
      return {}
  }
}
