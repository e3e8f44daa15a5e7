import { isDeep } from '#api/testing/full-length.ts'

/** Chooses which part of a table is tried. */
const seed = Number(process.env['QUERY_ADMIN_E2E_SEED'] ?? 24)

/** All `cases` in a deep run, else `few` consecutive ones from a position that `seed` and `at` choose. */
export function sampled<Case>(cases: readonly Case[], few: number, at = 0): Case[] {
  if (isDeep()) return [...cases]
  const start = (seed + at * few) % cases.length
  return [...cases.slice(start), ...cases.slice(0, start)].slice(0, few)
}

/** All pairs in a deep run, else one for each row or for each column, whichever are fewer. */
export function pairs<Row, Column>(rows: readonly Row[], columns: readonly Column[]): (readonly [Row, Column])[] {
  const all = rows.flatMap((row, at) => columns.map((column, across) => ({ at, across, pair: [row, column] as const })))
  const isChosen = ({ at, across }: { at: number; across: number }) =>
    rows.length <= columns.length ? across === (at + seed) % columns.length : at === (across + seed) % rows.length
  return all.filter((entry) => isDeep() || isChosen(entry)).map(({ pair }) => pair)
}
