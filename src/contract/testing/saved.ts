import type { Token } from '#contract/token.ts'
import { createTokenSaving } from '#contract/token-saving.ts'
import { memoryTokens, savingWorld } from './memory.ts'

/** Tokens in memory behind a verified write, and what a test does to them. */
export function savedTokens(...names: string[]) {
  const tokens = memoryTokens(...names)
  const { world, pass, leave } = savingWorld()
  const saving = createTokenSaving(tokens, world, () => ({ unit: 'seconds', learned: true }))
  const seen = (name: string) => ({ row: rowOf(name), beganAt: world.now() })
  const rowOf = (name: string): Token => {
    const row = tokens.held.get(name)
    if (row === undefined) throw new Error(`no ${name}`)
    return row
  }
  const rewrite = (name: string, change: Partial<Token>) => tokens.held.set(name, { ...rowOf(name), ...change })
  return { tokens, saving, seen, rewrite, pass, leave }
}
