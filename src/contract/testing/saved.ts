import type { Token } from '#contract/token.ts'
import type { SavingWorld } from '#contract/saving/save.ts'
import { createTokenSaving } from '#contract/saving/token-saving.ts'
import { createUnlistedUserSaving, createUserSaving } from '#contract/saving/user-saving.ts'
import { memoryTokens, memoryUsers, savingWorld } from './memory.ts'

/** Tokens in memory behind a verified write, and what a test does to them. */
export function savedTokens(...given: (string | Partial<SavingWorld>)[]) {
  const tokens = memoryTokens(...given.filter((one) => typeof one === 'string'))
  const { world, pass, leave } = savingWorld()
  for (const more of given) if (typeof more === 'object') Object.assign(world, more)
  const saving = createTokenSaving(tokens, world, () => ({ unit: 'seconds', learned: true }))
  const seen = (name: string) => ({ row: rowOf(name), beganAt: world.now() })
  const rowOf = (name: string): Token => {
    const row = tokens.held.get(name)
    if (row === undefined) throw new Error(`no ${name}`)
    return row
  }
  const rewrite = (name: string, change: Partial<Token>) => tokens.held.set(name, { ...rowOf(name), ...change })
  return { tokens, saving, seen, rewrite, pass, leave, now: world.now }
}

/** Users in memory behind a verified write, with a list and without, and what was sent of them. */
export function savedUsers(...emails: string[]) {
  const users = memoryUsers(...emails)
  const { world, leave, pass } = savingWorld()
  const sent: object[] = []
  const { create, update } = users
  users.update = (change, ending) => (sent.push(change), update(change, ending))
  users.create = (draft, ending) => (sent.push(draft), create(draft, ending))
  const seen = (email: string) => ({ row: users.held.get(email)!, beganAt: world.now() })
  return {
    users,
    seen,
    sent,
    leave,
    pass,
    saving: createUserSaving(users, world),
    unlisted: createUnlistedUserSaving(users, world),
  }
}
