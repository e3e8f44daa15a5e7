import type { Table } from './cell.ts'

/** Where the list could be read, and the row that the operation is about could not, or not as it was. */
export const rows: Table = {}
