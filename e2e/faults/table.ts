import type { Table } from './cell.ts'
import { broken } from './table-broken.ts'
import { failing } from './table-failing.ts'
import { noAnswer } from './table-no-answer.ts'
import { refused } from './table-refused.ts'
import { rows } from './table-rows.ts'
import { unreadable } from './table-unreadable.ts'

/**
 * What each operation says at the end of each fault, and how often its own call was at the wire. Times of day are hh:mm
 * here, and … stands for how far an answer came that breaks off.
 */
export const table: Table = { ...noAnswer, ...refused, ...failing, ...unreadable, ...broken, ...rows }
