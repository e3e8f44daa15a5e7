import { createBreathing } from './breathing.ts'
import { HandingOver } from './handing-over.ts'
import { columnsType } from './list-frames.ts'
import type { ListReader, RowsAsked, RowsEnd, RowsHeard } from './list-reader.ts'
import { ColumnMerger } from './merging.ts'
import { copied, type PackedTexts } from './packed-texts.ts'
import { readFrames } from './reading-frames.ts'
import type { Fetch } from './transport.ts'

/** Reads lists in the thread that it is called in, in slices between which others have their turn. */
export function createLocalLists(fetch: Fetch): ListReader {
  return {
    async ask(url, init, asked) {
      const isPassed = asked.hosted && asked.names === undefined
      // What only JSON needs is code of its own, which comes while the answer is on its way.
      if (!isPassed) readingJson().catch(() => undefined)
      const response = await fetch(url, init)
      const { ok, status, type, headers, body } = response
      const isColumns = isPassed && headers.get('content-type') === columnsType
      const rows = async (heard: RowsHeard) =>
        isColumns ? rowsPassed(response, asked, heard) : (await readingJson()).rowsSaid(response, asked, heard)
      return { ok, status, type, headers, body, rows }
    },
  }
}

/** The code that reads lists in JSON, and orders names by the collator. */
export function readingJson() {
  return import('./said-lists.ts')
}

/** A whole list as our host passes it on. */
async function rowsPassed(response: Response, { cap }: RowsAsked, { onBytes, onRows }: RowsHeard): Promise<RowsEnd> {
  const breathe = createBreathing()
  const names: PackedTexts[] = []
  const columns = new ColumnMerger()
  const onSome: RowsHeard['onRows'] = (some, unreadable) => {
    names.push(copied(some.names))
    return onRows(some, unreadable)
  }
  const parts = new HandingOver(columns, onSome, breathe)
  const afterChunk = () => parts.goOn()
  const { byName, isExact } = await readFrames(response, { cap, onChunk: onBytes, afterChunk }, (more, unreadable) => {
    columns.add(more)
    parts.unreadable.push(...unreadable)
  })
  await parts.handOver()
  // Without the code for it, it stays nearly so: no reason to have no list.
  const exactly = isExact ? undefined : await readingJson().catch(() => undefined)
  const order = (await exactly?.exactOrder(byName, names, breathe)) ?? byName
  return { order, found: [], unreadable: parts.lost }
}
