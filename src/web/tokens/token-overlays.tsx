import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Seen } from '#contract/saving.ts'
import type { Token } from '#contract/token.ts'
import { visible } from '#web/ui/foreign.tsx'
import type { TokenActs } from './token-acts.ts'
import type { Sight } from './token-status.ts'

const TokenSheet = lazy(() => import('./token-sheet.tsx').then((module) => ({ default: module.TokenSheet })))
const DeleteToken = lazy(() => import('./delete-token.tsx').then((module) => ({ default: module.DeleteToken })))
const Menu = lazy(() => import('#web/ui/menu.tsx').then((module) => ({ default: module.Menu })))

/** What lies over the list, at most one at a time (the form of a new token apart, which the page opens). */
export type Over =
  | { is: 'edit'; seen: Seen<Token> }
  | { is: 'delete'; token: Token }
  | { is: 'menu'; token: Token; from: { current: HTMLElement } }

interface Props {
  list: RowStore<Token>
  sight: Sight
  acts: TokenActs
  creating: boolean
  /** With the name of the row that now stands there, if one does. */
  onCreated: (name: string | undefined) => void
  over: Over | undefined
  onOver: (over: Over | undefined) => void
  onEdit: (token: Token) => void
  onDelete: (token: Token) => void
}

/** Sheets, dialogs and the menu of the tokens page; their code is fetched when the page is idle. */
export function TokenOverlays({ list, sight, acts, creating, onCreated, over, onOver, onEdit, onDelete }: Props) {
  const close = () => onOver(undefined)
  return (
    <Suspense>
      {creating && (
        <TokenSheet
          seen={undefined}
          acts={acts}
          taken={(name) => list.find(name) >= 0}
          onEdit={(name) => {
            onCreated(undefined)
            onEdit(list.at(list.find(name)))
          }}
          onDone={onCreated}
        />
      )}
      {over?.is === 'edit' && (
        <TokenSheet seen={over.seen} acts={acts} taken={() => false} onEdit={() => undefined} onDone={close} />
      )}
      {over?.is === 'delete' && (
        <DeleteToken token={over.token} sight={sight} onDelete={() => onDelete(over.token)} onCancel={close} />
      )}
      {over?.is === 'menu' && (
        <Menu
          label={`More for ${visible(over.token.name)}`}
          trigger={over.from}
          onClose={close}
          acts={[
            {
              id: 'edit',
              label: `Edit ${visible(over.token.name)}`,
              icon: <Pencil className="icon" aria-hidden="true" />,
              run: () => onEdit(over.token),
            },
            {
              id: 'delete',
              label: `Delete ${visible(over.token.name)}`,
              icon: <Trash2 className="icon" aria-hidden="true" />,
              danger: true,
              apart: true,
              run: () => onOver({ is: 'delete', token: over.token }),
            },
          ]}
        />
      )}
    </Suspense>
  )
}
