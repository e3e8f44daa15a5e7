import { fingerprintKey } from './carried.ts'
import type { RowParsing } from './row-parsing.ts'
import type { OnRow } from './row-scanner.ts'
import { RowCollector, type Dated } from './row-store.ts'
import type { Ending, Resource } from './service.ts'

/**
 * Streams the rows of one list as JSON has them; it ends when `onRow` returns true. `names`: only these rows are needed,
 * and whoever answers may leave the others out.
 */
export type Rows = (ending: Ending & { names?: ReadonlySet<string> }, onRow: OnRow) => Promise<void>

/** The list of one resource, and the reads of single rows of it. */
export function reading<Row extends Dated>(
  rows: Rows,
  now: () => number,
  { nameOf, parse, marked }: RowParsing<Row>,
): Pick<Resource<Row, never, never>, 'list' | 'read'> {
  const key = fingerprintKey()
  return {
    async list(ending = {}) {
      const began = now()
      const collector = new RowCollector(nameOf)
      await rows(ending, (row) => collector.add(parse(row)))
      return collector.store(began, now())
    },
    async read(names, ending = {}) {
      const found = new Map<string, Row>()
      const secrets = new Map<string, string>()
      await rows({ ...ending, names }, (said) => {
        let secret: string | undefined
        const row = parse(said, (carried) => (secret = carried))
        const name = row === undefined ? undefined : nameOf(row)
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
