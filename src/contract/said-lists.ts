import { createBreathing } from './breathing.ts'
import { sortedByBytes } from './byte-sorting.ts'
import { ColumnBuilder } from './column-builder.ts'
import { exactOrder } from './exact-order.ts'
import { HandingOver } from './handing-over.ts'
import type { RowsAsked, RowsEnd, RowsHeard } from './list-reader.ts'
import { NameKeys } from './name-keys.ts'
import { copied, type PackedTexts } from './packed-texts.ts'
import { hostedRows, saidRows, type RowParsing } from './row-parsing.ts'
import type { RowParts } from './row-parts.ts'
import { keysOf, readRows } from './rows.ts'

export { exactOrder }

/** A list in JSON: whole as services write it, or single rows, which our host writes so too. */
export function rowsSaid(response: Response, asked: RowsAsked, heard: RowsHeard): Promise<RowsEnd> {
  const { part, hosted, bearer, names } = asked
  const parsing = hosted ? hostedRows : saidRows(part, bearer)
  return names === undefined
    ? allRows(response, asked, heard, parsing)
    : someRows(response, asked, new Set(names), heard, parsing)
}

async function allRows(
  response: Response,
  { part, cap }: RowsAsked,
  { onBytes, onRows }: RowsHeard,
  { parse }: RowParsing,
): Promise<RowsEnd> {
  const breathe = createBreathing()
  const keys = new NameKeys()
  const names: PackedTexts[] = []
  const columns = new ColumnBuilder()
  const onSome: RowsHeard['onRows'] = (some, unreadable) => {
    keys.add(some.names)
    names.push(copied(some.names))
    return onRows(some, unreadable)
  }
  const parts = new HandingOver(columns, onSome, breathe)
  const afterChunk = () => parts.goOn()
  await readRows(response, { keys: keysOf(part), cap, onChunk: onBytes, afterChunk }, (said) => {
    const row = parse(said)
    if (row === undefined) parts.unreadable.push(parts.seen + 1)
    else columns.add(row)
  })
  await parts.handOver()
  const nearly = await sortedByBytes(keys, breathe)
  const order = keys.areExact ? nearly : await exactOrder(nearly, names, breathe)
  return { order, found: [], unreadable: parts.lost }
}

async function someRows(
  response: Response,
  { part, cap, key }: RowsAsked,
  names: ReadonlySet<string>,
  { onBytes }: RowsHeard,
  { parse, marked }: RowParsing,
): Promise<RowsEnd> {
  const found = new Map<string, Promise<RowParts>>()
  let unreadable = 0
  await readRows(response, { keys: keysOf(part), cap, onChunk: onBytes }, (said) => {
    let secret: string | undefined
    const row = parse(said, (carried) => (secret = carried))
    if (row === undefined) return void (unreadable += 1)
    const { name } = row
    if (names.has(name) && !found.has(name)) {
      found.set(name, secret === undefined ? Promise.resolve(row) : marked(row, secret, key))
    }
    return found.size === names.size
  })
  return { order: new Uint32Array(0), found: await Promise.all(found.values()), unreadable }
}
