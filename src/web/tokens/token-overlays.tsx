import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { laterPart } from '#web/ui/later.tsx'
import { menuActs } from './menu-acts.tsx'
import { fullChange } from '#contract/fields.ts'
import { tokenFields } from '#contract/token.ts'
import type { Sight } from './token-status.ts'
import type { TokenWork } from './use-token-work.ts'

const TokenSheet = laterPart(async () => (await import('./token-sheet.tsx')).TokenSheet)
const DeleteToken = laterPart(async () => (await import('./delete-token.tsx')).DeleteToken)
const ReplaceValue = laterPart(async () => (await import('./replace-value.tsx')).ReplaceValue)
const ConflictToken = laterPart(async () => (await import('./conflict-token.tsx')).ConflictToken)
const WarnSave = laterPart(async () => (await import('./warn-save.tsx')).WarnSave)
const StoppedToken = laterPart(async () => (await import('./stopped-token.tsx')).StoppedToken)
const Menu = laterPart(async () => (await import('#web/ui/menu.tsx')).Menu)

interface Props {
  list: RowStore<Token>
  sight: Sight
  work: TokenWork
  /** A name of the list that looks like this one. */
  alike: (name: string) => string | undefined
  creating: boolean
  /** With the name of the row that now stands there, if one does. */
  onCreated: (name: string | undefined) => void
}

/** Sheets, dialogs and menus of the tokens page; their code is fetched when the page is idle. */
export function TokenOverlays({ list, sight, work, alike, creating, onCreated }: Props) {
  const { over, setOver, warning } = work
  const close = () => setOver(undefined)
  return (
    <>
      {creating && (
        <TokenSheet
          seen={undefined}
          work={work}
          taken={(name) => list.find(name) >= 0}
          alike={alike}
          onEdit={(name) => {
            onCreated(undefined)
            work.edit(list.at(list.find(name)))
          }}
          onDone={onCreated}
        />
      )}
      {over?.is === 'edit' && (
        <TokenSheet
          seen={over.seen}
          work={work}
          taken={() => false}
          alike={() => undefined}
          onEdit={() => undefined}
          onDone={close}
        />
      )}
      {over?.is === 'delete' && (
        <DeleteToken
          token={over.seen.row}
          sight={sight}
          onDelete={() => {
            close()
            void work.remove(over.seen)
          }}
          onCancel={close}
        />
      )}
      {over?.is === 'replace' && (
        <ReplaceValue
          token={over.seen.row}
          sight={sight}
          others={list.otherFields}
          onReplace={(expires) => {
            close()
            work.replace(over.seen, expires)
          }}
          onCancel={close}
        />
      )}
      {work.stopped && (
        <StoppedToken stopped={work.stopped} sight={sight} others={list.otherFields} work={work} onShow={onCreated} />
      )}
      {over?.is === 'conflict' && (
        <ConflictToken
          seen={over.verdict.seen}
          now={over.verdict.row}
          change={over.change}
          sight={sight}
          onCancel={close}
          onSaveMine={() => {
            close()
            void work.save({ row: over.verdict.row, beganAt: Date.now() }, over.change, { warned: true })
          }}
          onOverwrite={() => {
            close()
            const { seen, row } = over.verdict
            void work.save({ row, beganAt: Date.now() }, fullChange(tokenFields, seen, over.change), { warned: true })
          }}
        />
      )}
      {(over?.is === 'menu' || over?.is === 'choose-write' || over?.is === 'choose-active') && (
        <Menu
          label={`${over.is === 'menu' ? 'More for' : 'Choose for'} ${visible(over.token.name)}`}
          trigger={over.from}
          onClose={close}
          acts={menuActs(over, sight, work)}
        />
      )}
      {warning && <WarnSave warning={warning} />}
    </>
  )
}
