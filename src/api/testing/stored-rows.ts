import { createTokenWriter, createUnlistedUserWriter, createUserWriter } from '#api/write/writers.ts'
import type { RowSnapshot, ResourceTypes, WriteRequestOf } from '#api/write/resource-adapter.ts'
import type { Outcome } from '#api/write/outcome.ts'
import type { WriterDependencies, VerifiedWriter } from '#api/write/verified-writer.ts'
import { memoryTokens, memoryUsers, writingWorld } from './memory.ts'

/** An outcome in one word: what was sent, what shows; or the stop. */
export function wordOf(outcome: Outcome<unknown, unknown> | undefined): string {
  if (outcome === undefined) return 'not started'
  const { delivery, readBack, blockedBy, sideEffect } = outcome
  const half = sideEffect?.type === 'replace-incomplete' ? `replace-incomplete ${sideEffect.deletion}, ` : ''
  return half + (blockedBy ?? `${delivery} ${readBack.status}`)
}

/** What tests do to rows in memory by the verified write. */
function acts<T extends ResourceTypes>(
  { rows, sent }: { rows: Map<string, T['row']>; sent: object[] },
  { inTurn }: VerifiedWriter<T>,
  { world: { now }, pass, leave }: ReturnType<typeof writingWorld>,
) {
  const seen = (name: string): RowSnapshot<T['row']> => {
    const row = rows.get(name)
    if (row === undefined) throw new Error(`no ${name}`)
    return { row, readStartedAt: now() }
  }
  const one = async (write: WriteRequestOf<T>) => {
    const [outcome] = await inTurn([write])
    if (outcome === undefined) throw new Error('not started')
    return outcome
  }
  return {
    sent,
    seen,
    rewrite: (name: string, change: Partial<T['row']>) => rows.set(name, { ...seen(name).row, ...change }),
    pass,
    leave,
    now,
    one,
    save: (row: RowSnapshot<T['row']>, change: T['change']) => one({ operation: 'update', snapshot: row, change }),
    remove: (row: RowSnapshot<T['row']>) => one({ operation: 'delete', snapshot: row }),
    create: (draft: T['draft']) => one({ operation: 'create', draft }),
  }
}

/** Tokens in memory with the verified write; `parts`: their names, and other parts of its world. */
export function writtenTokens(...parts: (string | Partial<WriterDependencies>)[]) {
  const tokens = memoryTokens(...parts.filter((value) => typeof value === 'string'))
  const time = writingWorld()
  for (const more of parts) if (typeof more === 'object') Object.assign(time.world, more)
  const writer = createTokenWriter(tokens, time.world, () => 'seconds')
  return { tokens, ...writer, ...acts(tokens, writer, time) }
}

/** Users in memory with the verified write, with and without a list. */
export function writtenUsers(...emails: string[]) {
  const users = memoryUsers(...emails)
  const time = writingWorld()
  const writer = createUserWriter(users, time.world)
  return { users, ...writer, unlisted: createUnlistedUserWriter(users, time.world), ...acts(users, writer, time) }
}
