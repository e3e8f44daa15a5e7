import type { Columns } from './columns.ts'
import type { Answered, RowsAsked, RowsEnd } from './list-reader.ts'
import type { Problem } from './problem.ts'

/** From the page to whoever reads for it; `id` tells the calls apart. */
export type ToReader =
  | {
      id: number
      ask: { url: string; method: string; headers: [string, string][]; body: string | null; of: RowsAsked }
    }
  /** Rows that were told have been taken over. */
  | { id: number; taken: true }
  /** Nobody wants the rest. */
  | { id: number; left: true }

/** Back to the page: first `here`, once; then for each call a head, and what becomes of its body. */
export type FromReader =
  | { is: 'here' }
  | ({ id: number; is: 'head'; headers: [string, string][] } & Pick<Answered, 'ok' | 'status' | 'type'>)
  /** Of answers that are no success: their bytes. */
  | { id: number; is: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  /** Of successes: how many bytes came since the last time, and the rows in them. */
  | { id: number; is: 'rows'; bytes: number; columns: Columns | undefined; unreadable: readonly number[] }
  | { id: number; is: 'end'; rows: RowsEnd | undefined }
  | { id: number; is: 'problem'; problem: Problem }
  /** There is no answer, or its body broke off; what the platform says of it stays where it was said. */
  | { id: number; is: 'failed' }

/** One end of a line between two threads. */
export interface Line<Said, Heard> {
  postMessage: (said: Said, transfer: Transferable[]) => void
  addEventListener: (kind: 'message', hear: (event: { data: Heard }) => void) => void
}
