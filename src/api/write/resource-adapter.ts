import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceClient } from '#api/api-client.ts'
import type { TimeUnit } from '#api/wire.ts'
import type { ValueChange } from './value-change.ts'

/** A row as the admin saw it. `readStartedAt`: when that read began, in the page's milliseconds. */
export interface RowSnapshot<Row> {
  row: Row
  readStartedAt: number
}

/** One write, as requested. It may hold a password, so keep it no longer than until it is sent. */
export type WriteRequest<Row, Draft, Change> = (
  | { operation: 'create'; draft: Draft }
  | { operation: 'update'; snapshot: RowSnapshot<Row>; change: Change }
  | { operation: 'delete'; snapshot: RowSnapshot<Row> }
) & { acknowledged?: readonly Acknowledgement[] | undefined }

/**
 * A warning that the admin has accepted.
 * - `identity-unknown`: no read shows whether the row to delete is still the one that the admin saw.
 *
 * A conflict needs none: the next write has the row that the confirmation showed as its snapshot, and is blocked again if
 * that row has changed since.
 */
export type Acknowledgement = 'identity-unknown' | Lockout

/** Whom a write would lock out: the admin, or everybody, because no active admin would be left. */
export type Lockout = 'locks-out-self' | 'locks-out-everyone'

/** The types of one resource. */
export interface ResourceTypes {
  row: TimestampedRow
  /** The fields of a new row, as the admin requests them. */
  draft: object
  /** The requested changes of an existing row; fields that are left out stay as they are. */
  change: object
  /** The whole record that a creation sends. */
  create: object
  /** The whole record that an update sends. */
  update: object
}

/** The record of a creation or an update. */
export type BodyOf<T extends ResourceTypes> = T['create'] | T['update']

/** The write of one resource. */
export type WriteRequestOf<T extends ResourceTypes> = WriteRequest<T['row'], T['draft'], T['change']>

/** The calls of a resource; `read` is missing where the service has no such list. */
export type WriteCalls<T extends ResourceTypes> = Pick<
  ResourceClient<T['row'], T['create'], T['update']>,
  'create' | 'update' | 'remove'
> &
  Partial<Pick<ResourceClient<T['row'], T['create'], T['update']>, 'read'>>

/** What a service made of a new row that was not meant. */
export type ServiceMistake =
  /** It counts in `unit`, and `field` was sent in the other one: it took it for another date. */
  | { type: 'time-unit-misread'; unit: TimeUnit; field: string }
  /** It stored the flags swapped, and they are so still. */
  | { type: 'flags-swapped' }

/** How one resource is written: plain functions that know neither time nor network, unless they are given them. */
export interface ResourceAdapter<T extends ResourceTypes> {
  /** The field that identifies a row. */
  keyField: string
  nameOf: (row: T['row'] | T['draft']) => string
  /** The name of a row after this change. */
  nameAfter: (name: string, change: T['change']) => string
  /** The record of a new row; a lifetime counts from now. */
  toCreateBody: (draft: T['draft']) => T['create']
  /** The whole record with this change, or the unreadable fields that the admin must set first. */
  toUpdateBody: (row: T['row'], change: T['change']) => { body: T['update'] } | { unreadable: string[] }
  /** The fields that a change requests to become another value; a password always. */
  requestedFields: (row: T['row'], change: T['change']) => string[]
  /** The fields in which a row differs from a record that was sent. */
  mismatches: (sentBody: BodyOf<T>, row: T['row']) => string[]
  /** The fields in which two reads of one row differ. */
  diff: (before: T['row'], current: T['row']) => string[]
  /** The fields that no read can show. */
  writeOnlyFields: (sentBody: BodyOf<T>) => string[]
  /** A record without what no read can show: what may be remembered. */
  withoutSecrets: (sentBody: BodyOf<T>) => BodyOf<T>
  /** The row as this record leaves it, if all goes well. */
  applyUpdate: (row: T['row'], record: T['update']) => T['row']
  /** What a write did to the row's value, if rows have one. */
  compareValues?: (before: T['row'], after: T['row']) => ValueChange
  /** Whether a value agrees with its row, if rows have one; undefined: no read shows it. */
  valueMatchesRow?: (row: T['row']) => boolean | undefined
  /** What the service made of a new row that was not meant. */
  detectMistake?: (sentBody: BodyOf<T>, row: T['row']) => ServiceMistake | undefined
  /** Whether a new row shows that a service stores flags swapped. Undefined: rows have no such flags. */
  showsSwap?: (sentBody: BodyOf<T>) => boolean
  /** The change that gives a new row the flags that were sent. */
  correction?: (sentBody: BodyOf<T>) => T['change']
  /**
   * Whom a write would lock out. `after`: the row as it leaves it, or none. `rows`: the rows as the writes before it leave
   * them; undefined: the service lists none.
   */
  lockouts?: (row: T['row'], after: T['row'] | undefined, rows: ReadonlyMap<string, T['row']> | undefined) => Lockout[]
}
