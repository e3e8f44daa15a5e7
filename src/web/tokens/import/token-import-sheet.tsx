import { useMemo } from 'react'
import type { Token } from '#contract/token.ts'
import { useSession } from '#web/ui/session.ts'
import { useViewContext } from '#web/tokens/view-context.ts'
import { ImportSheet } from '#web/writes/import/import-sheet.tsx'
import type { PageSheetProps } from '#web/writes/page/page-menu.tsx'
import { tokenImport } from './token-import.ts'

/** Imports tokens. */
export function TokenImportSheet({ list, onClose }: PageSheetProps<Token>) {
  const session = useSession()
  const { unit, valueOnPut } = useViewContext()
  const resource = useMemo(() => tokenImport({ session, list, unit, valueOnPut }), [session, list, unit, valueOnPut])
  return <ImportSheet resource={resource} onClose={onClose} />
}
