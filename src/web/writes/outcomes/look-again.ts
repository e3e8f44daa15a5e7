import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Writing } from '#contract/saving/compare.ts'
import { rowIn } from '#contract/saving/settling.ts'
import type { ResourceName } from '#contract/problem.ts'
import { latestOf } from './outcomes.ts'
import type { Desk } from '#web/writes/shown-resource.ts'
import { pendingOf, variablesOf } from '#web/writes/write.ts'
import { laterChange, tellLaterChanges } from './later-change.ts'

/** How long after the last write of a burst its rows are read once more, in milliseconds. */
const pause = 2000

interface Burst {
  /** The names of the rows that were written since the last look began. */
  names: Set<string>
  timer: ReturnType<typeof setTimeout> | undefined
}

const bursts = new WeakMap<AbortSignal, Partial<Record<ResourceName, Burst>>>()

/**
 * Two seconds after the last write of a burst, reads its rows once more with one request. What somebody else has
 * changed since appears in the list, and *Saved* is taken back. `name`: of the row after the write.
 */
export function lookAgain<Row extends Dated, Change extends object>(page: Desk<Row, Change>, name: string): void {
  const { ended } = page.session
  const { name: resource } = page.shown
  const burst = burstOf(ended, resource)
  burst.names.add(name)
  clearTimeout(burst.timer)
  if (ended.aborted) return
  const look = () => {
    // A write that is not answered yet belongs to the burst.
    if (page.client.isMutating(pendingOf(resource)) > 0) burst.timer = setTimeout(look, pause)
    else void readOnce(page, burst)
  }
  burst.timer = setTimeout(look, pause)
}

function burstOf(ended: AbortSignal, resource: ResourceName): Burst {
  const all = bursts.get(ended) ?? {}
  bursts.set(ended, all)
  const existing = all[resource]
  if (existing !== undefined) return existing
  const burst: Burst = { names: new Set(), timer: undefined }
  ended.addEventListener('abort', () => clearTimeout(burst.timer))
  all[resource] = burst
  return burst
}

async function readOnce<Row extends Dated, Change extends object>(
  { session, client, shown }: Desk<Row, Change>,
  burst: Burst,
): Promise<void> {
  const latest = () => latestOf(session.outcomes.get(), shown)
  // One that is gone may be in the middle of a colleague's replacement.
  const decided = ['as-asked', 'deleted', 'differently', 'gone', 'half-replaced']
  const written = [...latest()].filter(([name, { verdict }]) => burst.names.has(name) && decided.includes(verdict.is))
  burst.names = new Set()
  if (written.length === 0) return
  const saving = await session.saving()
  const read = await shown
    .writesIn(saving)
    .show(new Set(written.map(([name]) => name)))
    // The next list shows them.
    .catch(() => undefined)
  if (read === undefined || session.ended.aborted) return
  const writing = shown.writing(session.unit.get().unit)
  const query = client.getQueryCache().find<RowStore<Row>>({ queryKey: [shown.name] })
  // What was written or read meanwhile is newer.
  const pending = client.getMutationCache().findAll(pendingOf(shown.name))
  for (const { state } of pending) burst.names.add(variablesOf(state).name)
  const now = latest()
  const current = written.filter(([name, { id }]) => !burst.names.has(name) && now.get(name)?.id === id)
  if ((query?.state.data?.beganAt ?? 0) > read.beganAt) return
  for (const [name] of current) {
    const row = rowIn(read, name)
    const list = query?.state.data
    const listed = list && rowIn(list, name)
    const isSame =
      row === undefined ? listed === undefined || read.unreadable.length > 0 : isAlike(writing, listed, row)
    if (!isSame) query?.setState({ data: list?.patched(name, row) })
  }
  const changes = current.flatMap(([, outcome]) => laterChange(outcome, read, writing) ?? [])
  tellLaterChanges({ session, shown }, changes)
}

function isAlike<Row extends Dated>(
  { changed, valueOutcome }: Pick<Writing<Row, never, never, never>, 'changed' | 'valueOutcome'>,
  listed: Row | undefined,
  row: Row,
): boolean {
  return listed !== undefined && changed(listed, row).length === 0 && valueOutcome?.(listed, row) !== 'new'
}
