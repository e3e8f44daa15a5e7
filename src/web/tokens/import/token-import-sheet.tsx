import { useMemo } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { NewToken, Token, TokenChange } from '#contract/token.ts'
import { useSession, type Session } from '#web/ui/session.ts'
import { tokenActs } from '#web/tokens/token-acts.ts'
import { useViewContext } from '#web/tokens/view-context.ts'
import { ImportSheet, type ImportItem } from '#web/writes/import/import-sheet.tsx'
import type { PageSheetProps } from '#web/writes/page/page-menu.tsx'
import type { PlannedItem } from '#web/writes/runs/run-plan.ts'
import { tokenImport } from './token-import.ts'

/** Imports tokens. */
export function TokenImportSheet({ list, onClose }: PageSheetProps<Token>) {
  const session = useSession()
  const { unit, valueOnPut } = useViewContext()
  const resource = useMemo(() => tokenImport({ unit, valueOnPut }), [unit, valueOnPut])
  return (
    <ImportSheet
      resource={resource}
      list={list}
      planned={(item) => plannedToken(item, session, list)}
      onClose={onClose}
    />
  )
}

/** How a line is sent. */
function plannedToken(
  item: ImportItem<Token, NewToken, TokenChange>,
  session: Session,
  list: RowStore<Token> | undefined,
): PlannedItem {
  if (item.is === 'create') {
    const { name, ...change } = item.draft
    return { write: { act: 'create', name, change, send: ({ tokens }) => tokens.create(item.draft) } }
  }
  const { name, row, change } = item
  const seen = { row, beganAt: list?.beganAt ?? 0 }
  return {
    confirmed: row,
    write: {
      act: 'save',
      name,
      change,
      send: (saving) => tokenActs.save.run(saving, seen, { change, isAgreed: true }, { session, list }),
    },
  }
}
