import { useMemo } from 'react'
import { alikeIn } from '#contract/list/name-keys.ts'
import { namesOf, type RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { DetailsSheet } from '#web/writes/details/details-sheet.tsx'
import { OpenDialogs } from '#web/writes/acts/open-dialogs.tsx'
import { RowMenu } from '#web/writes/acts/row-menu.tsx'
import type { useRowOverlay } from '#web/writes/acts/use-row-overlay.ts'
import { NewExpiry } from './new-expiry.tsx'
import { tokenActs } from './token-acts.ts'
import type { DoTokenAct } from './token-hooks.ts'
import type { ViewContext } from './token-status.ts'
import { tokenDetails } from '#web/tokens/details/token-details.ts'
import { EditTokenSheet, NewTokenSheet } from './token-sheet.tsx'

/** The menus of a token: everything, or the two choices for an unreadable flag. */
export type TokenMenu = 'more' | 'write' | 'active'

interface Props {
  list: RowStore<Token>
  context: ViewContext
  act: DoTokenAct
  over: ReturnType<typeof useRowOverlay<Token, TokenMenu>>
  creating: boolean
  /** Called with the name of the new row, if there is one. */
  onCreated: (name: string | undefined) => void
}

const { repair, replace, delete: remove, writeOn, writeOff, activate, deactivate } = tokenActs
const menus = {
  more: { repair, replace, delete: remove },
  write: { writeOn, writeOff },
  active: { activate, deactivate },
}

/** Sheets, dialogs and menus of the tokens page, in one lazy chunk. */
export function TokenOverlays({ list, context, act, over, creating, onCreated }: Props) {
  const { overlay, seen, edit, details, duplicate, close } = over
  const alike = useMemo(() => alikeIn(() => namesOf(list)), [list])
  const like = overlay?.is === 'duplicate' ? overlay.row : undefined
  return (
    <>
      {(creating || like !== undefined) && (
        <NewTokenSheet
          like={like}
          taken={(name) => list.find(name) >= 0}
          alike={alike}
          onEdit={(name) => {
            onCreated(undefined)
            edit(list.at(list.find(name)))
          }}
          onDone={(name) => {
            close()
            onCreated(name)
          }}
        />
      )}
      {overlay?.is === 'edit' && <EditTokenSheet seen={overlay.seen} act={act} onDone={close} />}
      {overlay?.is === 'details' && (
        <DetailsSheet
          {...{ list, resource: 'tokens', name: overlay.name }}
          fieldsOf={(token) => tokenDetails(token, context)}
          onEdit={edit}
          onDuplicate={duplicate}
          onClose={close}
        />
      )}
      {overlay !== undefined && 'from' in overlay && (
        <RowMenu
          {...overlay}
          list={list}
          acts={menus[overlay.is] as typeof menus.more}
          onAct={(name, token) => void act(name, seen(token), {})}
          {...(overlay.is === 'more' && { opens: { edit, details, duplicate } })}
          onClose={close}
        />
      )}
      <OpenDialogs resource="tokens" dateField={NewExpiry} onShow={onCreated} />
    </>
  )
}
