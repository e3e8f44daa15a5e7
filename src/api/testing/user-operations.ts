import type { UserChange, UserDraft } from '#api/user.ts'
import { isDeepStrictEqual } from 'node:util'
import type { UserOutcome } from '#api/write/writers.ts'
import { trueUser } from './oracle.ts'
import { isSaved, saysNothingChanged } from './outcome-oracle.ts'
import { OnRow, type Operation } from './token-operations.ts'
import { outcomeLabel } from './stored-rows.ts'

type WantedUser = { admin: boolean; active: boolean } | undefined

/** The one admin among the rows may be the one that is written. */
const acknowledged = ['locks-out-self', 'locks-out-everyone'] as const

/** One user under test. */
class OnUser extends OnRow {
  truth(email = this.name) {
    return trueUser(this.timed.trial, email)
  }

  async say(act: Promise<(UserOutcome | undefined)[]>, wanted: WantedUser, email = this.name): Promise<UserOutcome> {
    const before = this.truth()
    const [outcome] = await act
    if (outcome === undefined) throw new Error('not started')
    this.words.push(outcomeLabel(outcome))
    const after = this.truth(email)
    const holds = after?.admin === wanted?.admin && after?.active === wanted?.active
    if (isSaved(outcome) && !holds) this.faults.push(`false "${outcomeLabel(outcome)}"`)
    if (saysNothingChanged(outcome) && !isDeepStrictEqual(before, this.truth())) {
      this.faults.push(`"${outcomeLabel(outcome)}", and it changed`)
    }
    return outcome
  }

  async save(change: UserChange) {
    const { admin = false, active = true } = { ...this.truth(), ...change }
    const snapshot = await this.browser.userSnapshotOf(this.name)
    const act = this.browser.write.users.write([{ operation: 'update', snapshot, change, acknowledged }])
    return this.say(act, { admin, active }, change.new_email || this.name)
  }

  create(draft: UserDraft, users = this.browser.write.users) {
    return users.write([{ operation: 'create', draft }])
  }
}

/** Writes a user that was created directly; nothing if the service lists none. */
function onUser(acts: (on: OnUser) => Promise<unknown>): Operation {
  return async (timed, browser, readings, random) => {
    const on = new OnUser(timed, browser, `u${Math.floor(random() * 1e9)}@example.test`)
    // Both flags are equal, for services that swap them.
    await timed.trial.call('POST', '/_/user', { email: on.name, password: 'pa55 word', admin: true, active: true })
    if (on.truth() === undefined || readings['users-list'] === 'absent') return on
    return on.acted(random, () => acts(on))
  }
}

const created =
  (admin: boolean, active: boolean): Operation =>
  async (timed, browser, _readings, random) => {
    const on = new OnUser(timed, browser, `n${Math.floor(random() * 1e9)}@example.test`)
    const user = { email: on.name, password: 'pa55 word', admin, active }
    await on.say(on.create(user), { admin, active })
    // Again: a taken email is not touched.
    if (on.truth() !== undefined) await on.say(on.create({ ...user, admin: !admin }), on.truth())
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
    const outcome = await on.save({ new_password: 'another 1' })
    const { readBack } = outcome
    if (readBack.status === 'matches' && !readBack.writeOnlyFields.includes('password'))
      on.faults.push('a password called seen')
    if (JSON.stringify(outcome).includes('another 1')) on.faults.push('a password in an outcome')
    if (saysNothingChanged(outcome) && on.truth()?.password !== before) on.faults.push('the password changed')
  }),
  rename: onUser(async (on) => {
    await on.save({ new_email: 'root@example.test' })
    const outcome = await on.save({ new_email: `renamed-${on.name}`, active: false })
    if (isSaved(outcome) && on.truth() !== undefined) on.faults.push('copied, not renamed')
  }),
  'delete user': onUser(async (on) => {
    const snapshot = await on.browser.userSnapshotOf(on.name)
    await on.say(on.browser.write.users.write([{ operation: 'delete', snapshot, acknowledged }]), undefined)
  }),
  'two quick saves of a user': onUser(async (on) => {
    const snapshot = await on.browser.userSnapshotOf(on.name)
    const { users } = on.browser.write
    const [[first], [second]] = await Promise.all([
      users.write([{ operation: 'update', snapshot, change: { admin: false }, acknowledged }]),
      users.write([{ operation: 'update', snapshot, change: { active: false }, acknowledged }]),
    ])
    on.words.push(outcomeLabel(first), outcomeLabel(second))
    const { admin, active } = on.truth() ?? {}
    if (isSaved(first) && isSaved(second) && (admin !== false || active !== false)) {
      on.faults.push('one of two quick saves was lost')
    }
  }),
  'without a list': async (timed, browser, _readings, random) => {
    const on = new OnUser(timed, browser, `d${Math.floor(random() * 1e9)}@example.test`)
    const { unlisted } = browser.write
    const row = { email: on.name, admin: true, active: true, created_at: undefined, updated_at: undefined }
    const snapshot = { row, readStartedAt: 0 }
    await on.say(on.create({ email: on.name, password: 'pa55 word', admin: true, active: true }, unlisted), undefined)
    await on.say(unlisted.write([{ operation: 'update', snapshot, change: { admin: false }, acknowledged }]), undefined)
    await on.say(unlisted.write([{ operation: 'delete', snapshot, acknowledged }]), undefined)
    return on
  },
}
