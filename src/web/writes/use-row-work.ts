import { useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked } from '#web/app/online.ts'
import type { Note } from './outcomes/outcomes.ts'
import type { Answer } from './use-write.ts'

/** The options of every save. */
export interface SaveOptions {
  /** The save overwrites what somebody else changed. */
  overwrite?: boolean
  /** The save is an undo. */
  undoes?: true | undefined
  /** The admin opened the row in a form. */
  isOpened?: true | undefined
  /** Everything has been said and typed. */
  isAgreed?: true
}

/** A save that somebody else's change stopped. */
export interface ConflictedSave<Row, Change, Options> {
  is: 'conflict'
  verdict: Extract<Verdict<Row>, { is: 'conflict' }>
  change: Change
  options: Options
}

/** What the admin opened over a list. */
export type RowOverlay<Row> = { is: 'edit'; seen: Seen<Row> } | { is: 'menu'; row: Row; from: { current: HTMLElement } }

/** The acts on the rows of a list that every resource has. */
export interface RowWork<Row, Change, Options, Other = never> {
  overlay: RowOverlay<Row> | Other | undefined
  setOverlay: (overlay: RowOverlay<Row> | Other | undefined) => void
  /** The row with the time at which the admin saw it. */
  seen: (row: Row) => Seen<Row>
  edit: (row: Row) => void
  /** Resolves to undefined if the admin cancels. */
  save: (from: Seen<Row>, change: Change, options?: Options) => Answer<Row>
  /** Saves a change of a row as it is in the list. */
  send: (row: Row, change: Change, options?: Options) => void
  /** Saves, and compares after a conflict. */
  sendFrom: (from: Seen<Row>, change: Change, options?: Options) => void
  /** Undoes a save, unless somebody else changed the row since. */
  undo: (note: Pick<Note<Row, Change>, 'verdict' | 'undo'>) => void
}

interface Page<Row extends Dated, Change, Options> extends Pick<RowWork<Row, Change, Options>, 'save'> {
  list: RowStore<Row>
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  /** Opens the comparison. */
  onConflict: (conflict: ConflictedSave<Row, Change, Options>) => void
}

/** `save` asks what must be asked, and sends. `Other`: what else the resource opens over its list. */
export function useRowWork<Row extends Dated, Change, Options extends SaveOptions, Other = never>({
  list,
  readOnly,
  save,
  onConflict,
}: Page<Row, Change, Options>): RowWork<Row, Change, Options, Other> {
  const console = useConsole()
  const [overlay, setOverlay] = useState<RowOverlay<Row> | Other>()
  const seen = (row: Row): Seen<Row> => ({ row, beganAt: list.beganAt })
  const sendFrom = (from: Seen<Row>, change: Change, options = {} as Options) =>
    void save(from, change, options).then((verdict) => {
      if (verdict?.is === 'conflict' && !verdict.during) onConflict({ is: 'conflict', verdict, change, options })
    })
  return {
    overlay,
    setOverlay,
    seen,
    edit(row) {
      if (!isBlocked(console, readOnly)) setOverlay({ is: 'edit', seen: seen(row) })
    },
    save,
    send(row, change, options) {
      if (!isBlocked(console, readOnly)) sendFrom(seen(row), change, options)
    },
    sendFrom,
    undo({ verdict, undo }) {
      const isSaved = verdict.is === 'as-asked' || verdict.is === 'differently'
      if (isSaved && undo !== undefined && !isBlocked(console, readOnly))
        sendFrom({ row: verdict.row, beganAt: verdict.at }, undo.change, { undoes: true } as Options)
    },
  }
}
