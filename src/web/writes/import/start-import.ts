import { isBlocked } from '#web/list/online.ts'
import type { ResourceWords } from '#web/list/resource.ts'
import type { Run } from '#web/writes/runs/run-state.ts'
import type { PlannedItem, RunFile } from '#web/writes/runs/run-plan.ts'
import type { Page } from '#web/writes/runs/run-page.ts'
import { tellIfNotStarted } from '#web/writes/runs/perform-many.ts'

/** The run that this file continues: it was made from it in a tab that is gone. */
export function continuedBy(run: Run | undefined, { name }: Pick<ResourceWords, 'name'>, digest: string) {
  const state = run?.get()
  const isSame = run?.resource === name && state?.phase === 'ended' && state.file?.digest === digest
  return isSame && run !== undefined && run.rest().length > 0 ? run : undefined
}

/** Starts the run of an import, or continues the one that this file began. Returns whether it did. */
export async function startImport(
  page: Page,
  { name }: Pick<ResourceWords, 'name'>,
  items: readonly PlannedItem[],
  file: RunFile,
): Promise<boolean> {
  const { runs, passwords } = page.session
  if (isBlocked(page.session)) return false
  const former = continuedBy(runs.get(), { name }, file.digest)
  if (former !== undefined) {
    await former.goOn(page, items)
    return true
  }
  const words = { doing: 'Importing #', done: '# imported' }
  const started = await runs.start(page, { resource: name, words, items, leftOut: [], file, generated: passwords })
  tellIfNotStarted(page, started)
  return started === 'started'
}
