import {
  writingStatement,
  maybeRefused,
  problemIn,
  readingStatement,
  type StatementRun,
  type Outcome,
  type Statement,
  type StatementContext,
} from './statement.ts'
import { isDeepStrictEqual } from 'node:util'
import { userKind } from '#contract/write/user-kind.ts'
import type { User, UserDraft } from '#contract/user.ts'

const draft =
  (trial: StatementContext) =>
  (name: string): UserDraft => ({ email: name, password: trial.password, admin: false, active: false })
const users = (says: string, tried: (attempt: StatementRun<User, UserDraft>) => Promise<Outcome>) =>
  writingStatement('users', (service) => service.users, says, tried)

/** What the console relies on if users are administered and listed. */
export const userStatements: readonly Statement[] = [
  readingStatement('The whole list of users can be read.', 'users', async ({ users: { list } }) => {
    await list()
    return true
  }),

  users(
    'A new user has the requested flags, at the latest after one update.',
    async ({ service, create, row, trial }) => {
      for (const admin of [true, false])
        for (const active of [true, false]) {
          const email = await create((name) => ({ ...draft(trial)(name), admin, active }))
          if ((await row(email)) === undefined) return 'it is not in the list'
          const sent = { email, admin, active }
          await service.users.update(sent)
          const now = await row(email)
          if (now === undefined || userKind().differs(sent, now).length > 0)
            return `asked: admin ${admin}, active ${active}; stored differently`
        }
      return true
    },
  ),

  users('A new user’s row does not show the password.', async ({ create, row, trial }) => {
    return !JSON.stringify(await row(await create(draft(trial)))).includes(trial.password) || 'it does'
  }),

  users(
    'A new email moves the user with its flags, and nothing stays under the old one.',
    async ({ service, create, track, row, trial }) => {
      const email = await create(draft(trial))
      const new_email = track(trial.freshName())
      await service.users.update({ email, new_email, admin: false, active: true })
      const now = await row(new_email)
      if (now === undefined) return 'it is not there under the new one'
      if (now.admin !== false || now.active !== true) return 'its flags changed'
      return (await row(email)) === undefined || 'it is still there under the old one'
    },
  ),

  users('An update of one user leaves the others unchanged.', async ({ service, create, row, trial }) => {
    const [email, neighbour] = [await create(draft(trial)), await create(draft(trial))]
    const before = await row(neighbour)
    await service.users.update({ email, admin: true, active: true, new_password: `${trial.password}!` })
    return isDeepStrictEqual(before, await row(neighbour)) || 'a neighbour changed'
  }),

  users('A deleted user is gone, and the others stay.', async ({ service, create, row, trial }) => {
    const [email, neighbour] = [await create(draft(trial)), await create(draft(trial))]
    await service.users.remove(email)
    if ((await row(email)) !== undefined) return 'it is still in the list'
    return (await row(neighbour)) !== undefined || 'a neighbour is gone'
  }),

  users(
    'Creating a user with a taken email leaves the existing one unchanged.',
    async ({ service, create, row, trial }) => {
      const email = await create(draft(trial))
      const before = await row(email)
      await maybeRefused(service.users.create({ email, password: `${trial.password}!`, admin: true, active: true }))
      return isDeepStrictEqual(before, await row(email)) || 'it changed'
    },
  ),

  users('Updating an unknown email creates nothing.', async ({ service, track, row, trial }) => {
    const [email, new_email] = [track(trial.freshName()), track(trial.freshName())]
    await maybeRefused(
      service.users.update({ email, new_email, new_password: trial.password, admin: false, active: false }),
    )
    return ((await row(email)) ?? (await row(new_email))) === undefined || 'it is in the list'
  }),

  users('Deleting an unknown email deletes nobody.', async ({ service, create, row, trial }) => {
    const email = await create(draft(trial))
    await maybeRefused(service.users.remove(trial.freshName()))
    return (await row(email)) !== undefined || 'another user is gone'
  }),

  users(
    'If sign-in by password is offered, only the right password returns an access token.',
    async ({ service, create, trial }) => {
      const email = await create(draft(trial))
      await service.users.update({ email, admin: false, active: true })
      const wrong = await problemIn(service.signIn({ email, password: `${trial.password}?` }))
      if (wrong?.kind === 'switched-off') return 'not-applicable'
      if (wrong?.kind !== 'refused') return 'a wrong one was not refused'
      return (
        (await problemIn(service.signIn({ email, password: trial.password }))) === undefined ||
        'the right one gives none'
      )
    },
  ),
]
