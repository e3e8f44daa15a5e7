import type { World } from './world.ts'

/** One of the bars that filter a list like chips. */
export interface Bar {
  id: string
  label: string
  /** The same on a phone. */
  short: string
  tone?: 'red' | 'amber' | 'hatched'
}

/** As a method, so that the bars of each resource fit where rows of any resource are handled. */
interface BarAt<Row> {
  of(row: Row): number
}

/** Bars: every row is in one of them, or in none. Several may be pressed, and add. */
export interface Bars<Row> {
  /** Its name in the address, and its title. */
  name: string
  title: string
  bars: readonly Bar[]
  /** The number of the bar of each row; −1: it is in none. */
  barAt(world: World): BarAt<Row>['of']
  /** `3 tokens, expire within 7 days, until 3 Dec`. */
  says(bar: number, rows: number, world: World): string
  /** `by 3 Dec 2026`; undefined: no tooltip. */
  tip(bar: number, world: World): string | undefined
}
