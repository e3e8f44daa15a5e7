import type { LucideIcon } from 'lucide-react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import type { RowSnapshot, WriteRequest, Acknowledgement } from '#api/write/resource-adapter.ts'
import type { Confirmation } from './confirmation.ts'
import type { RowContext } from './row-context.ts'

/** What an action may know besides its rows. */
export interface ActionContext<Row extends TimestampedRow> extends RowContext {
  /** The list as it is now; undefined: there is none. */
  list: RowList<Row> | undefined
  /** The admin was told that nobody knows what updates do to values. A save of one row that stays active says it once. */
  isWarned: boolean
}

/** One row of an action. `snapshot` undefined: it is created. */
export interface ActionItem<Row, Change> {
  name: string
  snapshot?: RowSnapshot<Row> | undefined
  change: Change
  /** A password lives in this closure until it is sent; undefined: its field is gone, so nothing is sent. */
  readPassword?: (() => string | undefined) | undefined
}

/** What is done to one row: one write, or several that the admin agreed to. */
export type WriteTask<Row, Draft, Change> =
  | WriteRequest<Row, Draft, Change>
  /** A save whose new value is repaired if it contradicts its row. An empty change: the repair alone. */
  | { operation: 'repair'; snapshot: RowSnapshot<Row>; change: Change }
  /** Deleted and created again under the same name, with this change. */
  | { operation: 'replace'; snapshot: RowSnapshot<Row>; change: Change }

/** How an action is done, besides its change. */
export interface ActionOptions {
  /** It undoes what this page did. */
  isUndo: boolean
  /** The admin was told that values are repaired afterwards. */
  repairs: boolean
  /** What the admin has confirmed, or is asked to confirm because a write has found it. */
  acknowledged: readonly Acknowledgement[]
}

/**
 * What can be done to rows. Buttons, menus, keys, palette and selection bar are drawn from these. (Methods, so that the
 * actions of each resource fit where rows of any resource are handled.)
 */
export interface Action<Row extends TimestampedRow, Draft, Change extends object> {
  icon: LucideIcon
  /** What a menu calls it, which names the row itself. */
  label: string
  /** The same for a selection, if it is called otherwise there. `rows`: to how many of them it applies. */
  bulkLabel?(rows: number): string
  /** Its accessible name, with the name of the row. */
  accessibleLabel?(name: string): string
  danger?: true
  /** It stands in the menu of a row. */
  inRowMenu?: true
  operation: 'update' | 'create' | 'delete'
  /** What a job is called. `#` stands for *46 tokens*, or *43 of 46 tokens*: *Deactivating #*, *# deactivated*. */
  progressLabel: string
  doneLabel: string
  /** The same of a job that asks each row for this change, if that says more. */
  doneLabelFor?(change: Change): string
  /** Why a row is left out, as in *3 are already inactive*; undefined: it isn’t. */
  unavailableReason?(row: Row, context: ActionContext<Row>): string | undefined
  /** Rows that an action on several leaves out, by name, because each of them is done alone: with the reason. */
  excludedFromBulk?(
    items: readonly { row: Row; change: Change }[],
    context: ActionContext<Row>,
  ): ReadonlyMap<string, string>
  /** The change that it makes to a row, unless one is given. */
  defaultChange?(row: Row, context: ActionContext<Row>): Change
  /** The change for a date that was chosen in its confirmation. */
  changeForDate?(date: unknown, row: Row, context: ActionContext<Row>): Change
  /** What must be confirmed first; undefined: nothing. */
  confirmation?(
    rows: readonly Row[],
    change: Change,
    context: ActionContext<Row>,
    options: ActionOptions,
  ): Confirmation | undefined
  /** The button and what it does to their change, if somebody else has changed the row; undefined: the change is saved. */
  overwriteTexts?: { label: string; text: string }
  /** What is done to a row; undefined: there is nothing to send. */
  createTask(
    item: ActionItem<Row, Change>,
    context: ActionContext<Row>,
    options: ActionOptions,
  ): WriteTask<Row, Draft, Change> | undefined
}
