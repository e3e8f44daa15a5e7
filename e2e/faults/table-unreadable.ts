import type { Table } from './cell.ts'

/** Where an OK was no answer to what was asked. */
export const unreadable: Table = {}
