import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { Menu, type Act } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/writes/row-menu.tsx'
import type { AskedAct, ReasonToAsk } from '#web/writes/asked-act.ts'
import { AskedRow } from '#web/writes/asked-row.tsx'
import { DeleteToken } from './delete-token.tsx'
import { ReplaceValue } from '#web/tokens/value/replace-value.tsx'
import { TokenConflict } from './token-conflict.tsx'
import { EditTokenSheet, NewTokenSheet } from './token-sheet.tsx'
import { tokenShown } from './token-shown.ts'
import { type ViewContext, otherUnitMoment } from './token-status.ts'
import type { TokenWork } from './use-token-work.ts'
import { useViewContext } from './view-context.ts'
import { WarnSave } from './warn-save.tsx'
import { Repeat2, ToggleLeft, ToggleRight, Wrench } from 'lucide-react'
import { canRepair, needsRepair } from '#contract/saving/value-worth.ts'

interface Props {
  list: RowStore<Token>
  work: TokenWork
  /** A name in the list that looks like this one. */
  alike: (name: string) => string | undefined
  creating: boolean
  /** Called with the name of the new row, if there is one. */
  onCreated: (name: string | undefined) => void
}

/** Sheets, dialogs and menus of the tokens page, in one lazy chunk. */
export function TokenOverlays({ list, work, alike, creating, onCreated }: Props) {
  const context = useViewContext()
  const { overlay, setOverlay } = work
  const { first: dialog, drop } = work.dialogs
  const close = () => setOverlay(undefined)
  return (
    <>
      {creating && (
        <NewTokenSheet
          taken={(name) => list.find(name) >= 0}
          alike={alike}
          onEdit={(name) => {
            onCreated(undefined)
            work.edit(list.at(list.find(name)))
          }}
          onDone={onCreated}
        />
      )}
      {overlay?.is === 'edit' && <EditTokenSheet seen={overlay.seen} work={work} onDone={close} />}
      {dialog?.is === 'asked' && (
        <AskedRow
          key={dialog.id}
          resource={tokenShown}
          asked={dialog}
          context={context}
          onShow={onCreated}
          onClose={drop}
          ask={(reason) => <Ask {...{ list, work, alike, asked: dialog, reason }} />}
        />
      )}
      {dialog?.is === 'conflict' && (
        <TokenConflict
          key={dialog.id}
          {...dialog}
          work={work}
          onCancel={drop}
          onSave={(...save) => {
            drop()
            work.sendFrom(...save)
          }}
        />
      )}
      {overlay?.is === 'menu' && (
        <RowMenu
          name={overlay.row.name}
          from={overlay.from}
          acts={moreActs(overlay.row, context, work)}
          onEdit={() => work.edit(overlay.row)}
          onDelete={() => void work.ask('delete', overlay.row)}
          onClose={close}
        />
      )}
      {(overlay?.is === 'choose-write' || overlay?.is === 'choose-active') && (
        <Menu
          label={`Choose for ${visible(overlay.row.name)}`}
          trigger={overlay.from}
          onClose={close}
          acts={flagActs(overlay, work)}
        />
      )}
      {dialog?.is === 'warning' && <WarnSave key={dialog.id} warning={dialog} />}
    </>
  )
}

interface AskProps extends Pick<Props, 'list' | 'work' | 'alike'> {
  asked: AskedAct<Token>
  reason: ReasonToAsk | undefined
}

/** The dialog before a deletion or replacement. */
function Ask({ list, work, alike, asked: { act, seen }, reason }: AskProps) {
  const close = work.dialogs.drop
  const twin = alike(seen.row.name)
  if (act === 'replace') {
    return (
      <ReplaceValue
        token={seen.row}
        twin={twin}
        others={list.otherFields}
        reason={reason}
        onCancel={close}
        onReplace={(expiry) => {
          close()
          work.replace(seen, expiry)
        }}
      />
    )
  }
  return (
    <DeleteToken
      token={seen.row}
      twin={twin}
      reason={reason}
      onCancel={close}
      onDelete={() => {
        close()
        void work.remove(seen, { unchecked: reason?.is === 'unchecked' })
      }}
    />
  )
}

type FlagOverlay = Extract<TokenWork['overlay'], { is: 'choose-write' | 'choose-active' }>

/** The two choices for an unreadable flag. */
function flagActs({ is, row: token }: FlagOverlay, work: TokenWork): Act[] {
  const [field, on, off] =
    is === 'choose-write'
      ? (['write', 'Turn write on', 'Turn write off'] as const)
      : (['active', 'Activate', 'Deactivate'] as const)
  return [
    {
      id: 'on',
      label: on,
      icon: <ToggleRight className="icon" aria-hidden="true" />,
      run: () => work.send(token, { [field]: true }),
    },
    {
      id: 'off',
      label: off,
      icon: <ToggleLeft className="icon" aria-hidden="true" />,
      run: () => work.send(token, { [field]: false }),
    },
  ]
}

/** What else can be done to a token, besides editing and deleting it. */
function moreActs(token: Token, context: ViewContext, work: TokenWork): Act[] {
  const meant = otherUnitMoment(token, context)
  return [
    ...(meant === undefined
      ? []
      : [
          {
            id: 'unit',
            label: 'Save its date in the right unit',
            icon: <Wrench className="icon" aria-hidden="true" />,
            run: () => work.send(token, { expiration_date: { at: meant } }),
          },
        ]),
    ...(needsRepair(token, context) && canRepair(context)
      ? [
          {
            id: 'repair',
            label: `Repair value of ${visible(token.name)}`,
            short: 'Repair value',
            icon: <Wrench className="icon" aria-hidden="true" />,
            run: () => void work.repair(token),
          },
        ]
      : []),
    {
      id: 'replace',
      label: 'Replace value…',
      icon: <Repeat2 className="icon" aria-hidden="true" />,
      run: () => void work.ask('replace', token),
    },
  ]
}
