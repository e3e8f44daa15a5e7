import { Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { replaceSearch, useRoute } from '#web/route.ts'
import { useNow } from '#web/service/clock.ts'
import { useConsole } from '#web/service/console.tsx'
import { useNotes } from '#web/service/notes.ts'
import { useUnit } from '#web/service/unit.ts'
import { Blank } from '#web/ui/blank.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { visible } from '#web/ui/foreign.tsx'
import type { Mark } from '#web/ui/status-mark.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { counted } from '#web/ui/time.ts'
import { usePendingChanges, useTokenActs } from './token-acts.ts'
import { focusName, TokenTable } from './token-table.tsx'
import { useSteadyActs, type RowActs } from './row-acts.ts'
import type { TokenFilter } from './token-status.ts'
import { countsOf, searchFor, viewFrom, type TokenView } from './token-view.ts'
import { TokenOverlays, type Over } from './token-overlays.tsx'
import { underRow } from './under-row.tsx'
import { useJustSaved } from './use-just-saved.ts'
import { useReveal } from './use-reveal.ts'
import { useTokenRows } from './use-token-view.ts'
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
  const { unit } = useUnit(units)
  const now = useNow()
  const sight = useMemo(() => ({ now, unit }), [now, unit])
  const { search } = useRoute()
  // A text that must not stand in the address is kept here instead.
  const [unsaid, setUnsaid] = useState<string>()
  const shownView = viewFrom(search)
  const view: TokenView = { ...shownView, text: unsaid ?? shownView.text }
  const rows = useTokenRows(list, view, sight)
  const counts = useMemo(() => countsOf(list, sight), [list, sight])
  const acts = useTokenActs()
  const pending = usePendingChanges()
  const tokenNotes = useNotes(notes, 'tokens')
  const saved = useJustSaved(tokenNotes)
  const reveal = useReveal(list)
  const [over, setOver] = useState<Over>()
  const page = useRef<HTMLDivElement>(null)

  const show = (next: Partial<TokenView>) => {
    const wanted = { ...view, ...next }
    const address = searchFor(wanted)
    setUnsaid(wanted.text !== '' && !address.has('q') ? wanted.text : undefined)
    replaceSearch('tokens', address)
  }
  useEffect(() => {
    if (view.text === '') return
    const timer = setTimeout(() => announcer.say(`${counted(rows.length, 'token')} found.`), 500)
    return () => clearTimeout(timer)
  }, [view.text, rows.length, announcer])

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
    move: (_token, by) => {
      if (by < 0) page.current?.querySelector<HTMLElement>('input[type=search]')?.focus()
    },
  }
  const steadyActs = useSteadyActs(rowActs)

  return (
    <div ref={page}>
      {(list.count > 0 || view.text !== '') && (
        <div className="tools">
          <SearchBox
            label="Search tokens"
            value={view.text}
            onChange={(text) => show({ text })}
            onDown={() => {
              const first = rows[0]
              if (first !== undefined) focusName(page.current, list.at(first).name)
            }}
          />
          <Chips
            label="Show"
            chips={filters
              .filter((id) => id !== 'unknown' || counts.unknown > 0 || view.filter === 'unknown')
              .map((id) => ({ id, label: filterWords[id], count: counts[id], ...markOf(id) }))}
            pressed={view.filter}
            onPress={(filter) => show({ filter })}
          />
        </div>
      )}
      {rows.length > 0 ? (
        <TokenTable
          list={list}
          rows={rows}
          sight={sight}
          sort={view.sort}
          onSort={(sort) => show({ sort })}
          pending={pending}
          notes={tokenNotes}
          saved={saved}
          revealed={reveal.opened?.name}
          readOnly={readOnly}
          acts={steadyActs}
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
          <Blank
            icon={<Search className="icon s20" aria-hidden="true" />}
            title={words.noMatchTitle}
            actions={
              <button type="button" className="btn" onClick={() => show({ text: '', filter: 'all' })}>
                Clear filters
              </button>
            }
          >
            {noMatch(view, list.count)}
          </Blank>
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
  return text === '' ? `None of ${counted(total, 'token')} is “${filterWords[filter]}”.` : `Nothing named like “${visible(text)}” among ${among}.`
}
