import { useMemo, useRef } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token.ts'
import { useConsole } from '#web/app/console.tsx'
import { isToCopy } from '#web/writes/notes.ts'
import { isOffline } from '#web/app/online.ts'
import { focusFirst, focusName, isLong, RowsTable, type Column } from '#web/list/rows-table.tsx'
import { useFirstOf } from '#web/list/use-first-of.ts'
import { useLookAlikes } from '#web/list/use-look-alikes.ts'
import { useJustSaved } from '#web/writes/use-just-saved.ts'
import { useSettledNotes } from '#web/writes/use-settled-notes.ts'
import { total, useSelection } from '#web/list/use-selection.ts'
import { useIsByItself } from '#web/list/use-changes.ts'
import { useSteadyRows } from '#web/list/use-steady-rows.ts'
import { useWaitingForm } from '#web/writes/use-open-form.ts'
import { useFoundSaid, useView } from '#web/list/use-view.ts'
import { ListTools, NoMatch } from '#web/list/list-tools.tsx'
import { later, laterPart } from '#web/ui/later.tsx'
import { useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { useBannersDue } from './banners-due.ts'
import { useTokenWork } from './use-token-work.ts'
import { useSteadyActs, type RowActs } from './row-acts.ts'
import type { TokenFilter } from './token-status.ts'
import { chipsFor, noMatch } from './token-chips.ts'
import { rowsIn, searchFor, viewFrom, type TokenColumn, type TokenView } from './token-view.ts'
import { TokenRow } from './token-row.tsx'
import { useCounts } from './use-counts.ts'
import { useReveal } from './use-reveal.ts'
import { useSight } from './use-sight.ts'
import { filterWord, words } from './words.ts'

const settling = later(async () => (await import('./settle-tokens.ts')).settleTokens)
const RowlessNotes = laterPart(
  async () => (await import('#web/writes/rowless-notes.tsx')).RowlessNotes<Token, TokenChange>,
)
const UnderRow = laterPart(async () => (await import('./under-row.tsx')).UnderRow)
const TokenSelection = laterPart(async () => (await import('./token-selection.tsx')).TokenSelection)
const TokenBanners = laterPart(async () => (await import('./token-banners.tsx')).TokenBanners)
const TokenOverlays = laterPart(async () => (await import('./token-overlays.tsx')).TokenOverlays)

interface Props {
  list: RowStore<Token>
  readOnly: boolean
  creating: boolean
  onCreating: (creating: boolean) => void
  onRead: () => void
}

/** The list with everything that filters it, acts on it, and opens over it. */
export function TokensList({ list: read, readOnly: isReadOnly, creating, onCreating, onRead }: Props) {
  const console = useConsole()
  const { notes, announcer } = console
  const sight = useSight()
  const { unit, valueOnPut } = sight
  const [view, show] = useView<TokenView>(spelling)
  const tokenNotes = useStore(notes.tokens)
  const fresh = useMemo(
    () => new Set([...tokenNotes].flatMap(([name, note]) => (isToCopy(note, { unit, valueOnPut }) ? [name] : []))),
    [tokenNotes, unit, valueOnPut],
  )
  const keyOf = (view: TokenView) => `${JSON.stringify(view)} ${unit}`
  const find = () => rowsIn(read, view, { ...sight, fresh })
  const isByItself = useIsByItself('tokens', read)
  const shown = useSteadyRows({ list: read, view, key: keyOf(view), find, isByItself })
  const { list, rows } = shown
  const readOnly = isReadOnly || !list.isWhole
  const selecting = useSelection('token', list, rows, `${shown.view.filter} ${shown.view.text}`)
  const counts = useCounts(list, sight, fresh.size)
  const banners = useBannersDue(counts)
  const saved = useJustSaved(tokenNotes)
  const looks = useLookAlikes(list, 'token')
  const reveal = useReveal(list, sight)
  const revealed = reveal.opened?.name
  const open = useMemo(
    () => new Set([...tokenNotes.keys(), ...(revealed === undefined ? [] : [revealed])]),
    [tokenNotes, revealed],
  )
  const page = useRef<HTMLDivElement>(null)
  const focusFirstOf = useFirstOf(shown, page)
  const work = useTokenWork({ list, rows, readOnly, reveal, page })
  useWaitingForm('tokens', list.isWhole && !readOnly, (row) => {
    if (row === undefined) return true
    const at = list.find(row)
    if (at >= 0) work.edit(list.at(at))
    return at >= 0
  })
  useSettledNotes(list, notes.tokens, unit, settling)
  useFoundSaid(shown.view.text, counted(rows.length, 'token'))

  const created = (name: string | undefined) => {
    onCreating(false)
    if (name === undefined) return
    if (view.text !== '' || view.filter !== 'all') {
      show({ text: '', filter: 'all' })
      announcer.say('Search and filter were cleared to show the new token.')
    }
    requestAnimationFrame(() => focusName(page.current, name))
  }
  /** Rows that a banner counts: whatever hides them goes, and the first of them gets the focus of the button. */
  const showOnly = (filter: TokenFilter) => {
    const wanted = { ...view, text: '', filter }
    show(wanted)
    announcer.say(`Only “${filterWord(filter, sight)}” is shown.`)
    focusFirstOf(keyOf(wanted))
  }
  const rowActs: RowActs = {
    switch(token, change) {
      if (!readOnly) work.send(token, change)
      else isOffline(console)
    },
    edit: work.edit,
    copy: (token) => reveal.copy(token.name),
    reveal: (token) => reveal.toggle(token.name),
    choose: (token, field, from) => work.setOver({ is: `choose-${field}`, token, from: { current: from } }),
    more: (token, from) => work.setOver({ is: 'menu', token, from: { current: from } }),
  }
  const steadyActs = useSteadyActs(rowActs)

  return (
    <div ref={page}>
      {banners && <TokenBanners counts={counts} view={view} onShow={showOnly} />}
      {(list.count > 0 || view.text !== '') && (
        <ListTools
          label="Search tokens"
          text={view.text}
          rows={isLong(list) ? list.count : undefined}
          onText={(text) => show({ text })}
          onDown={() => focusFirst(page.current)}
          chips={chipsFor(counts, view.filter, sight)}
          pressed={view.filter}
          onPress={(filter) => show({ filter })}
        />
      )}
      {list.isWhole && tokenNotes.size > 0 && (
        <RowlessNotes
          noun="token"
          list={list}
          notes={tokenNotes}
          onReadAgain={onRead}
          onDismiss={(name) => notes.tokens.dismiss(name)}
        />
      )}
      {total(selecting) > 0 && <TokenSelection list={list} selecting={selecting} shown={rows.length} sight={sight} />}
      {rows.length > 0 ? (
        <RowsTable
          label="Tokens"
          className="tokens"
          columns={columns}
          list={list}
          rows={rows}
          view={shown.key}
          isBehind={shown.isBehind}
          sort={view.sort}
          onSort={(sort) => show({ sort })}
          selecting={selecting}
          open={open}
          onAbove={() => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
          row={(token) => (
            <TokenRow
              token={token}
              sight={sight}
              justSaved={saved.has(token.name)}
              oddity={looks.oddity(token.name)}
              isNew={shown.news.has(token.name)}
              revealed={revealed === token.name}
              readOnly={readOnly}
              acts={steadyActs}
            />
          )}
          under={(token) =>
            open.has(token.name) && (
              <UnderRow
                token={token}
                note={tokenNotes.get(token.name)}
                sight={sight}
                reveal={reveal}
                work={work}
                onReadAgain={onRead}
                onDismiss={() => {
                  notes.tokens.dismiss(token.name)
                  focusName(page.current, token.name)
                }}
              />
            )
          }
        />
      ) : (
        list.count > 0 && (
          <NoMatch
            title={words.noMatchTitle}
            isKnown={!shown.isBehind}
            onClear={() => show({ text: '', filter: 'all' })}
          >
            {noMatch(view, list.count, sight)}
          </NoMatch>
        )
      )}
      {(creating || work.over || work.warning || work.stopped) && (
        <TokenOverlays
          list={list}
          sight={sight}
          work={work}
          alike={looks.twin}
          creating={creating}
          onCreated={created}
        />
      )}
    </div>
  )
}

const spelling = { page: 'tokens', from: viewFrom, to: searchFor } as const

const columns: readonly Column<TokenColumn>[] = [
  { column: 'name', label: 'Name', className: 'c-name' },
  { column: 'status', label: 'Status', className: 'c-status' },
  { column: 'expires', label: 'Expires', className: 'c-exp' },
  { column: 'write', label: 'Write', className: 'c-sw' },
  { column: 'active', label: 'Active', className: 'c-sw' },
  { column: 'updated', label: 'Updated', className: 'c-upd' },
]
