import { notActedOn } from './verdict.ts'
import { mayHaveBeenApplied, problemOf } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import { createSaving, type Inside, type Saving, type SavingWorld } from './save.ts'
import type { User, UserChange, UserDraft } from '#contract/user.ts'
import type { Verdict } from './verdict.ts'
import type { Writing } from './compare.ts'
import { unmoved } from '#contract/wire.ts'

/** What an admin wants of a user; what is not named stays as it is. */
export type WantedOfUser = Omit<UserChange, 'email'>

/** The verified writes of users, for a service that lists them. */
export interface UserSaving extends Omit<Saving<User, UserDraft, WantedOfUser>, 'create'> {
  create(user: UserDraft): Promise<Verdict<User>>
}

/** With a list. A new user whose flags come back otherwise gets one update that puts them right, and it is told. */
export function createUserSaving(users: Service['users'], world: SavingWorld): UserSaving {
  const saving = createSaving(users, userWriting, world)
  const create = async (inside: Inside<User, UserDraft, WantedOfUser>, user: UserDraft): Promise<Verdict<User>> => {
    const { email, admin, active } = user
    const first = await inside.create(email, () => user, { email, admin, active })
    if (first.is !== 'differently') return first
    // The email was absent just before, so this row is this action's own and the update touches nobody else's.
    const second = await inside.save({ row: first.row, beganAt: first.at }, { admin, active })
    switch (second.is) {
      case 'as-asked':
        return { ...second, unseen: ['password'], also: { did: 'put-right', fields: first.fields } }
      case 'already':
        return { is: 'as-asked', row: second.row, at: world.now(), unseen: ['password'] }
      case 'gone':
        return { is: 'not-applied', row: undefined, at: world.now() }
      case 'conflict':
        return { ...first, row: second.row, fields: userWriting.differs(user, second.row) }
      case 'refused':
        return first
      default:
        return second
    }
  }
  return { ...saving, create: (user) => saving.inTurn(user.email, (inside) => create(inside, user)) }
}

/** The writes of users on a service without a list: what is sent is accepted or refused, and nothing shows it. */
export interface UnlistedUserSaving {
  save(change: UserChange): Promise<Verdict<User>>
  create(user: UserDraft): Promise<Verdict<User>>
  remove(email: string): Promise<Verdict<User>>
}

/** Without a list. Only what is named is sent: there is no row to complete it from. */
export function createUnlistedUserSaving(users: Service['users'], { turns, signal }: SavingWorld): UnlistedUserSaving {
  const act = (email: string, send: () => Promise<void>) =>
    turns.run(email, async (): Promise<Verdict<User>> => {
      signal.throwIfAborted()
      try {
        await send()
        return { is: 'not-verified', why: 'no-list' }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === undefined) throw error
        return mayHaveBeenApplied(problem) ? { is: 'unknown', problem } : notActedOn(problem)
      }
    })
  return {
    save: (change) => act(change.email, () => users.update(change, { signal })),
    create: (user) => act(user.email, () => users.create(user, { signal })),
    remove: (email) => act(email, () => users.remove(email, { signal })),
  }
}

/** Whether a row is what a change asks for; a password no row shows, so a change with one never is. */
export function holdsUserChange(row: User, { new_email, new_password, admin, active }: WantedOfUser): boolean {
  if (new_password || (new_email && new_email !== row.email)) return false
  return (admin === undefined || admin === row.admin) && (active === undefined || active === row.active)
}

/** Fields in which two reads of one row differ. */
export function userChanges(seen: User, now: User): string[] {
  return [
    ...(seen.admin === now.admin ? [] : ['admin']),
    ...(seen.active === now.active ? [] : ['active']),
    ...(unmoved(seen.updated_at, now.updated_at, 'milliseconds') ? [] : ['updated_at']),
  ]
}

const userWriting: Writing<User, UserDraft, WantedOfUser, UserChange> = {
  nameOf: (user) => user.email,
  renamed: (update) => update.new_email ?? update.email,
  compose(row, change) {
    const admin = change.admin ?? row.admin
    const active = change.active ?? row.active
    if (admin === undefined || active === undefined) {
      return { unanswered: [...(admin === undefined ? ['admin'] : []), ...(active === undefined ? ['active'] : [])] }
    }
    const { new_email, new_password } = change
    return {
      send: {
        email: row.email,
        // Empty is "not given": a real server would store it.
        ...(new_email && new_email !== row.email && { new_email }),
        ...(new_password && { new_password }),
        admin,
        active,
      },
    }
  },
  holds: holdsUserChange,
  visible({ new_email, admin, active }) {
    return {
      ...(new_email !== undefined && { new_email }),
      ...(admin !== undefined && { admin }),
      ...(active !== undefined && { active }),
    }
  },
  visibleDraft: (draft) => ({ ...draft, password: '' }),
  changed: userChanges,
  differs(sent, row) {
    const fields: string[] = []
    if (sent.admin !== row.admin) fields.push('admin')
    if (sent.active !== row.active) fields.push('active')
    return fields
  },
  unseen: (sent) => ('password' in sent || sent.new_password !== undefined ? ['password'] : []),
}
