import { createBreathing } from './breathing.ts'
import { ColumnBuilder } from './column-builder.ts'
import type { ListReader, RowsAsked, RowsEnd, RowsHeard } from './list-reader.ts'
import { NameSorting } from './name-sorting.ts'
import { firstPart, nextPart } from './parts.ts'
import { hostedRows, tokenRows, userRows, type RowParsing } from './row-parsing.ts'
import type { Dated } from './row-store.ts'
import { keysOf, readRows } from './rows.ts'
import type { Fetch } from './transport.ts'

/** How many rows are handed over at once, where no more of them are shown. */
const atOnce = 2000

/** Reads lists in the thread that it is called in, in slices between which others have their turn. */
export function createLocalLists(fetch: Fetch): ListReader {
  return {
    async ask(url, init, asked) {
      const response = await fetch(url, init)
      const { ok, status, type, headers, body } = response
      return { ok, status, type, headers, body, rows: (heard) => rowsOf(response, asked, heard) }
    },
  }
}

function rowsOf(response: Response, asked: RowsAsked, heard: RowsHeard): Promise<RowsEnd> {
  const { part, hosted, bearer, names } = asked
  const read = <Row extends Dated>(parsing: RowParsing<Row>) =>
    names === undefined
      ? allRows(response, asked, heard, parsing)
      : someRows(response, asked, new Set(names), heard, parsing)
  return part === 'tokens'
    ? read(hosted ? hostedRows.tokens : tokenRows(bearer))
    : read(hosted ? hostedRows.users : userRows(bearer))
}

async function allRows<Row extends Dated>(
  response: Response,
  { part, cap }: RowsAsked,
  { onBytes, onRows }: RowsHeard,
  { shape, parse }: RowParsing<Row>,
): Promise<RowsEnd> {
  const builder = new ColumnBuilder()
  const breathe = createBreathing()
  const names = new NameSorting()
  let unreadable: number[] = []
  let lost = 0
  let seen = 0
  let due = firstPart
  const handOver = () => {
    const missed = unreadable
    unreadable = []
    lost += missed.length
    return onRows(builder.take(), missed)
  }
  const afterChunk = async () => {
    if (seen >= due || builder.count + unreadable.length >= atOnce) await handOver()
    if (seen >= due) due = seen * nextPart
    await names.goOn(breathe)
  }
  await readRows(response, { keys: keysOf(part), cap, onChunk: onBytes, afterChunk }, (said) => {
    const row = parse(said)
    seen += 1
    if (row === undefined) return void unreadable.push(seen)
    const parts = shape.parts(row)
    names.add(parts.name)
    builder.add(parts)
  })
  await handOver()
  return { order: await names.order(breathe), found: [], unreadable: lost }
}

async function someRows<Row extends Dated>(
  response: Response,
  { part, cap, key }: RowsAsked,
  names: ReadonlySet<string>,
  { onBytes }: RowsHeard,
  { shape, parse, marked }: RowParsing<Row>,
): Promise<RowsEnd> {
  const found = new Map<string, Promise<Row>>()
  let unreadable = 0
  await readRows(response, { keys: keysOf(part), cap, onChunk: onBytes }, (said) => {
    let secret: string | undefined
    const row = parse(said, (carried) => (secret = carried))
    if (row === undefined) return void (unreadable += 1)
    const name = shape.nameOf(row)
    if (names.has(name) && !found.has(name)) {
      found.set(name, secret === undefined ? Promise.resolve(row) : marked(row, secret, key))
    }
    return found.size === names.size
  })
  return { order: new Uint32Array(0), found: await Promise.all(found.values()), unreadable }
}
