import type { Table } from './cell.ts'

/** Where the service, or something before it, refused or failed. */
export const refused: Table = {}
