import type { LucideIcon } from 'lucide-react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Knowing, Seen, Write } from '#contract/write/kind.ts'
import type { Place } from '#web/session/place.ts'
import type { Question } from './question.ts'
import type { World } from './world.ts'

/** What an act may know besides its rows. */
export interface Knows<Row extends Dated> extends World {
  /** The list as it is now; undefined: there is none. */
  list: RowStore<Row> | undefined
  place: Place
  /** The admin was told that nobody knows what updates do to values. A save of one row that stays active says it once. */
  isWarned: boolean
}

/** One row of an act. `seen` undefined: it is created. */
export interface Item<Row, Change> {
  name: string
  seen?: Seen<Row> | undefined
  change: Change
  /** A password lives in this closure until it is sent; undefined: its field is gone, so nothing is sent. */
  secret?: (() => string | undefined) | undefined
}

/** What is done to one row: one write, or several that the admin agreed to. */
export type Task<Row, Draft, Change> =
  | Write<Row, Draft, Change>
  /** A save whose new value is repaired if it contradicts its row. An empty change: the repair alone. */
  | { do: 'repair'; seen: Seen<Row>; change: Change }
  /** Deleted and created again under the same name, with this change. */
  | { do: 'replace'; seen: Seen<Row>; change: Change }

/** How an act is done, besides its change. */
export interface How {
  /** It undoes what this page did. */
  isUndo: boolean
  /** The admin was told that values are repaired afterwards. */
  repairs: boolean
  /** What the admin was told, and goes on in spite of. */
  knowing: readonly Knowing[]
}

/**
 * What can be done to rows. Buttons, menus, keys, palette and selection bar are drawn from these. (Methods, so that the
 * acts of each resource fit where rows of any resource are handled.)
 */
export interface Act<Row extends Dated, Draft, Change extends object> {
  icon: LucideIcon
  /** What a menu calls it, which names the row itself. */
  label: string
  /** The same over a selection, if it is called otherwise there; `false`: it is not offered there. */
  labelOfMany?: string | false
  /** Its accessible name, with the name of the row. */
  labelFor?(name: string): string
  danger?: true
  /** It stands in the menu of a row. */
  inMenu?: true
  does: 'save' | 'create' | 'remove'
  /** What a job is called. `#` stands for *46 tokens*, or *43 of 46 tokens*: *Deactivating #*, *# deactivated*. */
  doing: string
  done: string
  /** The same of a job that asks each row for this change, if that says more. */
  doneOf?(change: Change): string
  /** Why a row is left out, as in *3 are already inactive*; undefined: it isn’t. */
  refuses?(row: Row, knows: Knows<Row>): string | undefined
  /** Rows that an act on several leaves out, by name, because each of them is done alone: with the reason. */
  spares?(items: readonly { row: Row; change: Change }[], knows: Knows<Row>): ReadonlyMap<string, string>
  /** The change that it makes to a row, unless one is given. */
  change?(row: Row, knows: Knows<Row>): Change
  /** The change for a date that was chosen in its question. */
  dated?(date: unknown, row: Row, knows: Knows<Row>): Change
  /** What must be asked first; undefined: nothing. */
  question?(rows: readonly Row[], change: Change, knows: Knows<Row>, how: How): Question | undefined
  /** What is done to a row; undefined: there is nothing to send. */
  task(item: Item<Row, Change>, knows: Knows<Row>, how: How): Task<Row, Draft, Change> | undefined
}
