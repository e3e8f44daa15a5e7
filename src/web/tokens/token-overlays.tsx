import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { Menu, type Act } from '#web/ui/menu.tsx'
import { Conflict } from '#web/writes/conflict.tsx'
import type { Compared } from '#web/writes/shown-resource.ts'
import { RowMenu } from '#web/writes/row-menu.tsx'
import type { Stop } from '#web/writes/stopped-act.ts'
import { StoppedRow } from '#web/writes/what-stopped.tsx'
import { DeleteToken } from './delete-token.tsx'
import { ReplaceValue } from '#web/tokens/value/replace-value.tsx'
import { EditTokenSheet, NewTokenSheet } from './token-sheet.tsx'
import { tokenShown } from './token-shown.ts'
import { type ViewContext, otherUnitMoment } from './token-status.ts'
import type { TokenWork, Over } from './use-token-work.ts'
import { WarnSave } from './warn-save.tsx'
import { Repeat2, ToggleLeft, ToggleRight, Wrench } from 'lucide-react'
import { canRepair, needsRepair } from '#contract/saving/value-worth.ts'

interface Props {
  list: RowStore<Token>
  sight: ViewContext
  work: TokenWork
  /** A name in the list that looks like this one. */
  alike: (name: string) => string | undefined
  creating: boolean
  /** Called with the name of the new row, if there is one. */
  onCreated: (name: string | undefined) => void
}

/** Sheets, dialogs and menus of the tokens page, in one lazy chunk. */
export function TokenOverlays({ list, sight, work, alike, creating, onCreated }: Props) {
  const { over, setOver, warning } = work
  const close = () => setOver(undefined)
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
      {over?.is === 'edit' && <EditTokenSheet seen={over.seen} work={work} onDone={close} />}
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
          onReplace={(expiry) => {
            close()
            work.replace(over.seen, expiry)
          }}
          onCancel={close}
        />
      )}
      {work.stopped && (
        <StoppedRow
          resource={tokenShown}
          stopped={work.stopped}
          context={sight}
          onShow={onCreated}
          onClose={work.dropStopped}
          ask={(stop, compared) => <AskAgain {...{ list, sight, work, stop, compared }} />}
        />
      )}
      {over?.is === 'conflict' && (
        <Conflict
          resource={tokenShown}
          conflict={over.verdict}
          change={over.change}
          context={sight}
          onCancel={close}
          onSave={(change) => {
            close()
            void work.save({ row: over.verdict.row, beganAt: Date.now() }, change)
          }}
        />
      )}
      {over?.is === 'menu' && (
        <RowMenu
          name={over.token.name}
          from={over.from}
          acts={moreActs(over.token, sight, work)}
          onEdit={() => work.edit(over.token)}
          onDelete={() => work.ask('delete', over.token)}
          onClose={close}
        />
      )}
      {(over?.is === 'choose-write' || over?.is === 'choose-active') && (
        <Menu
          label={`Choose for ${visible(over.token.name)}`}
          trigger={over.from}
          onClose={close}
          acts={flagActs(over, work)}
        />
      )}
      {warning && <WarnSave warning={warning} />}
    </>
  )
}

interface Again extends Pick<Props, 'list' | 'sight' | 'work'> {
  stop: Exclude<Stop<Token>, { is: 'recreated' }>
  compared: readonly Compared[]
}

/** Asks again about a deletion or replacement that did not go ahead. */
function AskAgain({ list, sight, work, stop, compared }: Again) {
  if (work.stopped === undefined) return null
  const { act, seen } = work.stopped
  const close = work.dropStopped
  if (act === 'replace' && stop.is === 'conflict') {
    return (
      <ReplaceValue
        token={seen.row}
        sight={sight}
        others={list.otherFields}
        stop={stop}
        compared={compared}
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
      sight={sight}
      stop={stop}
      compared={compared}
      onCancel={close}
      onDelete={() => {
        close()
        void work.remove(seen, { unchecked: stop.is === 'unchecked' })
      }}
    />
  )
}

type FlagOver = Extract<Over, { is: 'choose-write' | 'choose-active' }>

/** The two choices for an unreadable flag. */
function flagActs({ is, token }: FlagOver, work: TokenWork): Act[] {
  const [field, on, off] =
    is === 'choose-write'
      ? (['write', 'Turn write on', 'Turn write off'] as const)
      : (['active', 'Activate', 'Deactivate'] as const)
  return [
    {
      id: 'on',
      label: on,
      icon: <ToggleRight className="icon" aria-hidden="true" />,
      run: () => work.change(token, { [field]: true }),
    },
    {
      id: 'off',
      label: off,
      icon: <ToggleLeft className="icon" aria-hidden="true" />,
      run: () => work.change(token, { [field]: false }),
    },
  ]
}

/** What else can be done to a token, besides editing and deleting it. */
function moreActs(token: Token, sight: ViewContext, work: TokenWork): Act[] {
  const meant = otherUnitMoment(token, sight)
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
    ...(needsRepair(token, sight) && canRepair(sight)
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
      run: () => work.ask('replace', token),
    },
  ]
}
