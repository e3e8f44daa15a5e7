import { expect, test, vi } from 'vitest'
import type { Seen } from '#contract/saving/acts.ts'
import type { Token } from '#contract/token.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { CodeNotLoaded } from '#web/ui/lazy.tsx'
import type { Saving } from './saving.ts'
import { savingCode, savingOnceLoaded } from './write.ts'

const gone: Verdict<never> = { is: 'gone' }
const never = () => Promise.reject(new Error('not asked for'))

/** A fake `Saving` that records the tokens that it is called for. */
function noted() {
  const calls: string[] = []
  const note = (name: string) => {
    calls.push(name)
    return Promise.resolve(gone)
  }
  const tokens = {
    show: never,
    save: ({ row }: { row: Token }) => note(`save ${row.name}`),
    create: never,
    remove: ({ row }: { row: Token }) => note(`remove ${row.name}`),
    repair: never,
    replace: never,
    createAgain: never,
  }
  const users = { show: never, save: never, create: never, remove: never }
  const saving: Saving = { tokens, users, unlistedUsers: users, inRun: () => saving }
  return { calls, saving }
}

const seen = (name: string): Seen<Token> => ({ row: token(name), beganAt: 0 })

const token = (name: string): Token => ({
  name,
  active: true,
  write: false,
  expiration_date: undefined,
  created_at: undefined,
  updated_at: undefined,
})

test('writes requested while their code loads are done in the order of the clicks, in one queue', async () => {
  const { calls, saving } = noted()
  const make = vi.fn<() => Saving>(() => saving)
  const open = savingOnceLoaded(make)
  const early = [
    open().then(({ tokens }) => tokens.save(seen('a'), { active: false })),
    open().then(({ tokens }) => tokens.remove(seen('b'))),
    open().then(({ tokens }) => tokens.save(seen('a'), { active: true })),
  ]
  expect(calls).toEqual([])
  void savingCode.load().then(async () => (await open()).tokens.remove(seen('c')))
  await Promise.all(early)
  await vi.waitFor(() => expect(calls).toHaveLength(4))
  expect(calls).toEqual(['save a', 'remove b', 'save a', 'remove c'])
  expect(make).toHaveBeenCalledTimes(1)
})

test('if the code cannot be loaded, nothing is sent, and the next click tries again', async () => {
  const { calls, saving } = noted()
  const open = savingOnceLoaded(() => saving)
  const fetch = vi.spyOn(savingCode, 'load').mockRejectedValueOnce(new CodeNotLoaded())
  await expect(open()).rejects.toThrow('Nothing was sent')
  expect(calls).toEqual([])
  fetch.mockRestore()
  const { tokens } = await open()
  await tokens.remove(seen('a'))
  expect(calls).toEqual(['remove a'])
})
