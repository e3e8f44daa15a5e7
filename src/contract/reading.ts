import { fingerprintKey } from './carried.ts'
import type { RowParsing } from './row-parsing.ts'
import type { OnRow } from './row-scanner.ts'
import { createBreathing } from './breathing.ts'
import { ColumnList } from './column-store.ts'
import { ColumnBuilder } from './columns.ts'
import { nameOrder } from './name-order.ts'
import type { Dated } from './row-store.ts'
import type { Ending, Resource } from './service.ts'

/**
 * Streams the rows of one list as JSON has them; it ends when `onRow` returns true. `names`: only these rows are needed,
 * and whoever answers may leave the others out.
 */
export type Rows = (
  ending: Ending & { names?: ReadonlySet<string>; afterChunk?: () => Promise<void> | undefined },
  onRow: OnRow,
) => Promise<void>

/** How many rows are shown first while a list arrives: a screenful; and how many times as many each time after that. */
const firstPart = 100
const nextPart = 4

/** How many rows go into the columns at once. */
const atOnce = 2000

/** The list of one resource, and the reads of single rows of it. */
export function reading<Row extends Dated>(
  rows: Rows,
  now: () => number,
  { shape, parse, marked }: RowParsing<Row>,
): Pick<Resource<Row, never, never>, 'list' | 'read'> {
  const key = fingerprintKey()
  return {
    async list({ onPart, ...ending } = {}) {
      const beganAt = now()
      const list = new ColumnList(shape)
      const builder = new ColumnBuilder()
      const unreadable: number[] = []
      const breathe = createBreathing()
      const store = (isWhole: boolean, order?: Uint32Array) =>
        list.store({ beganAt, readAt: now(), isWhole, unreadable: [...unreadable] }, order)
      let seen = 0
      let due = firstPart
      const afterChunk = () => {
        if (builder.count >= atOnce || (onPart !== undefined && seen >= due)) list.add(builder.take())
        if (onPart !== undefined && seen >= due) {
          due = seen * nextPart
          onPart(store(false))
        }
        return breathe()
      }
      await rows({ ...ending, afterChunk }, (said) => {
        const row = parse(said)
        seen += 1
        if (row === undefined) unreadable.push(seen)
        else builder.add(shape.parts(row))
      })
      list.add(builder.take())
      const arrived = store(false)
      return store(true, await nameOrder(arrived.count, (index) => arrived.nameAt(index), breathe))
    },
    async read(names, { onUnreadable, ...ending } = {}) {
      const found = new Map<string, Row>()
      const secrets = new Map<string, string>()
      await rows({ ...ending, names }, (said) => {
        let secret: string | undefined
        const row = parse(said, (carried) => (secret = carried))
        if (row === undefined) onUnreadable?.()
        const name = row === undefined ? undefined : shape.nameOf(row)
        if (row !== undefined && name !== undefined && names.has(name) && !found.has(name)) {
          found.set(name, row)
          if (secret !== undefined) secrets.set(name, secret)
        }
        return found.size === names.size
      })
      for (const [name, secret] of secrets) {
        const row = found.get(name)
        if (row !== undefined) found.set(name, await marked(row, secret, key))
      }
      return found
    },
  }
}
