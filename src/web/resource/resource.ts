import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import type { Outcome } from '#contract/write/outcome.ts'
import type { Act } from './act.ts'
import type { Bars } from './bars.ts'
import type { Field, Filter } from './field.ts'
import type { Forms, NewRow } from './form.ts'
import type { Telling } from './say.ts'
import type { World } from './world.ts'

/** What a row is called. */
export type Noun = 'token' | 'user'

/** The words about a resource, whatever its rows are. */
export interface ResourceWords {
  name: ResourceName
  noun: Noun
  /** Names of the page and its table, of the expected answer, and of the request. */
  title: string
  expected: string
  request: string
  /** What its rows never show, and no exported file contains. */
  secrets: string
  /** The end of the sentence about this number of rows that cannot be shown: `have no readable name …`. */
  unreadable(rows: number): string
}

/** What is known against using a secret. */
export interface Caution {
  /** The end of a sentence that begins with *Copied “X”*. */
  says: string
  /** Nobody can use it now: why, in a word or two (*Inactive*), and the act that makes it usable. */
  useless?: { word: string; act?: string }
}

/** Everything that the page knows of a resource: its fields, filters and acts, and how it words what came of them. */
export interface Resource<Row extends Dated, Draft extends object, Change extends object>
  extends ResourceWords, Telling<Row> {
  nameOf(row: Row): string
  /** In the order of the table, then of the details. The first is the name, by which a list is sorted by default. */
  fields: Readonly<Record<string, Field<Row, Change>>>
  forms: Forms<Row, Change>
  /** In the order of the chips. All rows pass the first. */
  filters: Readonly<Record<string, Filter<Row>>>
  bars?: Bars<Row>
  /** A new row can begin like an existing one. */
  canDuplicate?: true
  /** Reads the value of a row: one GET. Undefined: rows have none that can be read. @throws {NoSecret} if it has none. */
  readValue?(service: Service, name: string, signal: AbortSignal): Promise<string>
  /** What is known against using the value or the password of a row now; undefined: nothing. */
  caution(row: Row, world: World): Caution | undefined
  /** What is wrong with a row, and the act that helps; undefined: nothing. */
  wrong?(row: Row, world: World): { says: string; act: string; label: string } | undefined
  /** In the order in which the selection bar offers them. */
  acts: Readonly<Record<string, Act<Row, Draft, Change>>>
  /** The change that restores a row to what it was before a save; undefined: there is none. */
  undo(outcome: Outcome<Row, object>, world: World): Change | undefined
  /** A row of this name that no list shows: what nobody knows of it is undefined. Undefined: such rows are not acted on. */
  unlisted?(name: string): Row
  /** What creates again a row that was to be replaced and is missing; undefined: none is. */
  missing?(outcome: Outcome<Row, object>): NewRow | undefined
}

/** A resource, where rows of any are handled. */
export type AnyResource = Resource<Dated, object, object>

/** The keys of a record, with their type. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]
