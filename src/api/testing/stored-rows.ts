import { createTokenWriter, createUnlistedUserWriter, createUserWriter } from '#api/write/writers.ts'
import type { RowSnapshot, ResourceTypes, WriteRequestOf } from '#api/write/resource-adapter.ts'
import type { Outcome } from '#api/write/outcome.ts'
import type { WriterDependencies, VerifiedWriter } from '#api/write/verified-writer.ts'
import { memoryTokens, memoryUsers, createWriterDependencies } from './memory-resources.ts'

/** `accepted matches`: delivery and read-back of an outcome; or what blocked it. */
export function outcomeLabel(outcome: Outcome<unknown, unknown> | undefined): string {
  if (outcome === undefined) return 'not started'
  const { delivery, readBack, blockedBy, sideEffect } = outcome
  const half = sideEffect?.type === 'replace-incomplete' ? `replace-incomplete ${sideEffect.deletion}, ` : ''
  return half + (blockedBy ?? `${delivery} ${readBack.status}`)
}

/** What tests do to rows in memory by the verified write. */
function writerActions<T extends ResourceTypes>(
  { rows, bodies }: { rows: Map<string, T['row']>; bodies: object[] },
  { write }: VerifiedWriter<T>,
  { dependencies: { now }, pass, leave }: ReturnType<typeof createWriterDependencies>,
) {
  const snapshotOf = (name: string): RowSnapshot<T['row']> => {
    const row = rows.get(name)
    if (row === undefined) throw new Error(`no ${name}`)
    return { row, readStartedAt: now() }
  }
  const perform = async (request: WriteRequestOf<T>) => {
    const [outcome] = await write([request])
    if (outcome === undefined) throw new Error('not started')
    return outcome
  }
  return {
    bodies,
    snapshotOf,
    rewrite: (name: string, change: Partial<T['row']>) => rows.set(name, { ...snapshotOf(name).row, ...change }),
    pass,
    leave,
    now,
    perform,
    save: (row: RowSnapshot<T['row']>, change: T['change']) => perform({ operation: 'update', snapshot: row, change }),
    remove: (row: RowSnapshot<T['row']>) => perform({ operation: 'delete', snapshot: row }),
    create: (draft: T['draft']) => perform({ operation: 'create', draft }),
  }
}

/** Tokens in memory with the verified write; `parts`: their names, and other dependencies of the writer. */
export function setUpTokens(...parts: (string | Partial<WriterDependencies>)[]) {
  const tokens = memoryTokens(...parts.filter((value) => typeof value === 'string'))
  const setup = createWriterDependencies()
  for (const more of parts) if (typeof more === 'object') Object.assign(setup.dependencies, more)
  const writer = createTokenWriter(tokens, setup.dependencies, () => 'seconds')
  return { tokens, ...writer, ...writerActions(tokens, writer, setup) }
}

/** Users in memory with the verified write, with and without a list. */
export function setUpUsers(...emails: string[]) {
  const users = memoryUsers(...emails)
  const setup = createWriterDependencies()
  const writer = createUserWriter(users, setup.dependencies)
  return {
    users,
    ...writer,
    unlisted: createUnlistedUserWriter(users, setup.dependencies),
    ...writerActions(users, writer, setup),
  }
}
