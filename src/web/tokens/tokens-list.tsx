import { useMemo, useRef, useState } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useNow } from '#web/service/clock.ts'
import { useConsole } from '#web/service/console.tsx'
import { focusName, RowsTable, type Column } from '#web/service/rows-table.tsx'
import { useJustSaved } from '#web/service/use-just-saved.ts'
import { useSteadyRows } from '#web/service/use-steady-rows.ts'
import { useFoundSaid, useView } from '#web/service/use-view.ts'
import { visible } from '#web/ui/foreign.tsx'
import { ListTools, NoMatch } from '#web/ui/list-tools.tsx'
import type { Mark } from '#web/ui/status-mark.tsx'
import { useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { usePendingChanges, useTokenActs } from './token-acts.ts'
import { useSteadyActs, type RowActs } from './row-acts.ts'
import type { TokenFilter } from './token-status.ts'
import { countsOf, rowsIn, searchFor, viewFrom, type TokenColumn, type TokenView } from './token-view.ts'
import { TokenRow } from './token-row.tsx'
import { TokenOverlays, type Over } from './token-overlays.tsx'
import { underRow } from './under-row.tsx'
import { useReveal } from './use-reveal.ts'
import { filterWords, words } from './words.ts'

interface Props {
  list: RowStore<Token>
  readOnly: boolean
  creating: boolean
  onCreating: (creating: boolean) => void
  onRead: () => void
}

const filters: readonly TokenFilter[] = ['all', 'active', 'soon', 'past', 'inactive', 'never', 'write', 'unknown']

/** The list with everything that filters it, acts on it, and opens over it. */
export function TokensList({ list, readOnly, creating, onCreating, onRead }: Props) {
  const { unit: units, notes, announcer, toasts } = useConsole()
  const { unit } = useStore(units)
  const now = useNow()
  const sight = useMemo(() => ({ now, unit }), [now, unit])
  const [view, show] = useView<TokenView>(spelling)
  const rows = useSteadyRows(list, `${JSON.stringify(view)} ${unit}`, nameOf, () => rowsIn(list, view, sight))
  const counts = useMemo(() => countsOf(list, sight), [list, sight])
  const acts = useTokenActs()
  const pending = usePendingChanges()
  const tokenNotes = useStore(notes.tokens)
  const saved = useJustSaved(tokenNotes)
  const reveal = useReveal(list)
  const revealed = reveal.opened?.name
  const open = useMemo(
    () => new Set([...tokenNotes.keys(), ...(revealed === undefined ? [] : [revealed])]),
    [tokenNotes, revealed],
  )
  const [over, setOver] = useState<Over>()
  const page = useRef<HTMLDivElement>(null)

  useFoundSaid(view.text, counted(rows.length, 'token'))

  const edit = (token: Token) => {
    if (!readOnly) setOver({ is: 'edit', seen: { row: token, beganAt: list.beganAt } })
  }
  const send = (token: Token, change: Parameters<typeof acts.save>[1], overwrite = false) => {
    reveal.hide(token.name)
    return acts.save({ row: token, beganAt: list.beganAt }, change, overwrite)
  }
  const remove = async (token: Token) => {
    setOver(undefined)
    reveal.hide(token.name)
    const at = rows.findIndex((row) => list.at(row).name === token.name)
    const next = rows[at + 1] ?? rows[at - 1]
    const nextName = next === undefined ? undefined : list.at(next).name
    const verdict = await acts.remove(token.name)
    if (verdict?.is === 'deleted') {
      toasts.show(`${visible(token.name)} is deleted; the list was read again and it is gone.`)
      if (nextName !== undefined) focusName(page.current, nextName)
      else document.querySelector<HTMLElement>('.page-head .btn.primary')?.focus()
    }
  }
  const created = (name: string | undefined) => {
    onCreating(false)
    if (name === undefined) return
    if (view.text !== '' || view.filter !== 'all') {
      show({ text: '', filter: 'all' })
      announcer.say('Search and filter were cleared to show the new token.')
    }
    requestAnimationFrame(() => focusName(page.current, name))
  }
  const rowActs: RowActs = {
    switch: (token, change) => void send(token, change),
    edit,
    copy: (token) => void reveal.copy(token.name),
    reveal: (token) => reveal.toggle(token.name),
    more: (token, from) => setOver({ is: 'menu', token, from: { current: from } }),
  }
  const steadyActs = useSteadyActs(rowActs)

  return (
    <div ref={page}>
      {(list.count > 0 || view.text !== '') && (
        <ListTools
          label="Search tokens"
          text={view.text}
          onText={(text) => show({ text })}
          onDown={() => {
            const first = rows[0]
            if (first !== undefined) focusName(page.current, list.at(first).name)
          }}
          chips={filters
            .filter((id) => id !== 'unknown' || counts.unknown > 0 || view.filter === 'unknown')
            .map((id) => ({ id, label: filterWords[id], count: counts[id], ...markOf(id) }))}
          pressed={view.filter}
          onPress={(filter) => show({ filter })}
        />
      )}
      {rows.length > 0 ? (
        <RowsTable
          label="Tokens"
          className="tokens"
          columns={columns}
          list={list}
          nameOf={nameOf}
          rows={rows}
          sort={view.sort}
          onSort={(sort) => show({ sort })}
          open={open}
          onAbove={() => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
          row={(token, place) => (
            <TokenRow
              token={token}
              sight={sight}
              pending={pending.get(token.name)}
              justSaved={saved.has(token.name)}
              revealed={revealed === token.name}
              readOnly={readOnly}
              acts={steadyActs}
              {...place}
            />
          )}
          under={(token) =>
            underRow({
              token,
              note: tokenNotes.get(token.name),
              reveal,
              onEdit: () => edit(token),
              onSendAgain: (change) => void send(token, change, true),
              onReadAgain: () => {
                notes.tokens.dismiss(token.name)
                onRead()
              },
              onDismiss: () => {
                notes.tokens.dismiss(token.name)
                focusName(page.current, token.name)
              },
            })
          }
        />
      ) : (
        list.count > 0 && (
          <NoMatch title={words.noMatchTitle} onClear={() => show({ text: '', filter: 'all' })}>
            {noMatch(view, list.count)}
          </NoMatch>
        )
      )}
      <TokenOverlays
        list={list}
        sight={sight}
        acts={acts}
        creating={creating}
        onCreated={created}
        over={over}
        onOver={setOver}
        onEdit={edit}
        onDelete={(token) => void remove(token)}
      />
    </div>
  )
}

function markOf(id: TokenFilter): { mark?: Mark } {
  return id === 'all' || id === 'never' || id === 'write' ? {} : { mark: id }
}

function noMatch({ text, filter }: TokenView, total: number): string {
  const among = filter === 'all' ? `${counted(total, 'token')}` : `those that are “${filterWords[filter]}”`
  return text === ''
    ? `None of ${counted(total, 'token')} is “${filterWords[filter]}”.`
    : `Nothing named like “${visible(text)}” among ${among}.`
}

const spelling = { page: 'tokens', from: viewFrom, to: searchFor } as const
const nameOf = (token: Token) => token.name

const columns: readonly Column<TokenColumn>[] = [
  { column: 'name', label: 'Name', className: 'c-name' },
  { column: 'status', label: 'Status', className: 'c-status' },
  { column: 'expires', label: 'Expires', className: 'c-exp' },
  { column: 'write', label: 'Write', className: 'c-sw' },
  { column: 'active', label: 'Active', className: 'c-sw' },
  { column: 'updated', label: 'Updated', className: 'c-upd' },
]
