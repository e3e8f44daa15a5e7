import type { User } from '#contract/user.ts'
import type { UserChange } from '#contract/user.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Verdict } from '#contract/saving/verdict.ts'
import { nothingDone, trueUser } from './oracle.ts'
import type { Operation, Outcome } from './token-operations.ts'
import { Unseen, type Browser, type TimedTrial } from './trial.ts'

type WantedUser = { admin: boolean; active: boolean } | undefined

/** One user under test. */
class OnUser implements Outcome {
  readonly verdicts: string[] = []
  readonly faults: string[] = []
  readonly timed: TimedTrial
  readonly browser: Browser
  readonly email: string

  constructor(timed: TimedTrial, browser: Browser, email: string) {
    this.timed = timed
    this.browser = browser
    this.email = email
  }

  truth(email = this.email) {
    return trueUser(this.timed.trial, email)
  }

  async say(act: Promise<Verdict<User>>, wanted: WantedUser, email = this.email): Promise<Verdict<User>> {
    const before = this.truth()
    const verdict = await act
    this.verdicts.push(verdict.is)
    const after = this.truth(email)
    const holds = after?.admin === wanted?.admin && after?.active === wanted?.active
    if (['as-asked', 'already', 'deleted'].includes(verdict.is) && !holds) this.faults.push(`false "${verdict.is}"`)
    if (nothingDone.includes(verdict.is) && !isDeepStrictEqual(before, this.truth())) {
      this.faults.push(`"${verdict.is}", and it changed`)
    }
    return verdict
  }

  async save(change: UserChange) {
    const { admin = false, active = true } = { ...this.truth(), ...change }
    const seen = await this.browser.seenUser(this.email)
    return this.say(this.browser.users.save(seen, change), { admin, active }, change.new_email || this.email)
  }
}

/** Acts on a user that was created directly; nothing if the service lists none. */
function onUser(acts: (on: OnUser) => Promise<unknown>): Operation {
  return async (timed, browser, readings, random) => {
    const on = new OnUser(timed, browser, `u${Math.floor(random() * 1e9)}@example.test`)
    // Both flags are equal, for services that swap them.
    await timed.trial.call('POST', '/_/user', { email: on.email, password: 'pa55 word', admin: true, active: true })
    if (on.truth() === undefined || readings['users-list'] === 'absent') return on
    timed.pass(2100 + Math.floor(random() * 900))
    await acts(on).catch((error: unknown) => error instanceof Unseen || on.faults.push(`threw ${String(error)}`))
    return on
  }
}

const created =
  (admin: boolean, active: boolean): Operation =>
  async (timed, browser, _readings, random) => {
    const on = new OnUser(timed, browser, `n${Math.floor(random() * 1e9)}@example.test`)
    const user = { email: on.email, password: 'pa55 word', admin, active }
    await on.say(browser.users.create(user), { admin, active })
    // Again: a taken email is not touched.
    if (on.truth() !== undefined) await on.say(browser.users.create({ ...user, admin: !admin }), on.truth())
    return on
  }

/** Every operation on users, by its name. */
export const userOperations: Record<string, Operation> = {
  'create admin': created(true, false),
  'create user': created(false, true),
  'save flags': onUser(async (on) => {
    await on.save({ admin: false })
    await on.save({ active: false })
  }),
  'save password': onUser(async (on) => {
    const before = on.truth()?.password
    const verdict = await on.save({ new_password: 'another 1' })
    if (verdict.is === 'as-asked' && !verdict.unseen.includes('password')) on.faults.push('a password called seen')
    if (verdict.is === 'refused' && on.truth()?.password !== before) on.faults.push('refused, and the password changed')
  }),
  rename: onUser(async (on) => {
    await on.save({ new_email: 'root@example.test' })
    const verdict = await on.save({ new_email: `renamed-${on.email}`, active: false })
    if (verdict.is === 'as-asked' && on.truth() !== undefined) on.faults.push('copied, not renamed')
  }),
  'delete user': onUser(async (on) => on.say(on.browser.users.remove(await on.browser.seenUser(on.email)), undefined)),
  'two quick saves of a user': onUser(async (on) => {
    const seen = await on.browser.seenUser(on.email)
    const { users } = on.browser
    const [first, second] = await Promise.all([users.save(seen, { admin: false }), users.save(seen, { active: false })])
    on.verdicts.push(first.is, second.is)
    const { admin, active } = on.truth() ?? {}
    if (first.is === 'as-asked' && second.is === 'as-asked' && (admin !== false || active !== false)) {
      on.faults.push('one of two quick saves was lost')
    }
  }),
  'without a list': async (timed, browser, _readings, random) => {
    const on = new OnUser(timed, browser, `d${Math.floor(random() * 1e9)}@example.test`)
    const { unlisted } = browser
    await on.say(unlisted.create({ email: on.email, password: 'pa55 word', admin: true, active: true }), undefined)
    await on.say(unlisted.save({ email: on.email, admin: false }), undefined)
    await on.say(unlisted.remove(on.email), undefined)
    return on
  },
}
