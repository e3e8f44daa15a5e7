import { useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/acts.ts'
import { useSession } from '#web/ui/session.ts'
import { isBlocked } from '#web/resource/online.ts'
import type { MenuAt } from './row-menu.tsx'

/** What the admin opened over a list. `duplicate`: the form of a new row like this one. */
export type RowOverlay<Row, Menu extends string> =
  | { is: 'edit'; seen: Seen<Row>; newPassword: boolean }
  | { is: 'duplicate'; row: Row }
  | { is: 'details'; name: string }
  | ({ is: Menu } & MenuAt<Row>)

/** The form, the details or the menu of a row. `Menu`: which menus its page has. */
export function useRowOverlay<Row extends Dated, Menu extends string = 'menu'>(
  list: RowStore<Row>,
  readOnly: string | undefined,
) {
  const session = useSession()
  const [overlay, setOverlay] = useState<RowOverlay<Row, Menu>>()
  /** The row with the time at which the admin saw it. */
  const seen = (row: Row): Seen<Row> => ({ row, beganAt: list.beganAt })
  return {
    overlay,
    seen,
    close: () => setOverlay(undefined),
    edit: (row: Row, newPassword?: true) => {
      if (!isBlocked(session, readOnly)) setOverlay({ is: 'edit', seen: seen(row), newPassword: newPassword ?? false })
    },
    details: (row: Row) => setOverlay({ is: 'details', name: list.nameOf(row) }),
    duplicate: (row: Row) => {
      if (!isBlocked(session, readOnly)) setOverlay({ is: 'duplicate', row })
    },
    open: (is: Menu, row: Row, from: HTMLElement) => setOverlay({ is, row, from: { current: from } }),
  }
}
