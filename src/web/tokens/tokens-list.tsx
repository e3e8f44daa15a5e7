import { useMemo } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useConsole } from '#web/app/console.tsx'
import { staleWords } from '#web/app/online.ts'
import type { Creating } from '#web/list/list-page.tsx'
import { needsRepair } from '#contract/saving/value-worth.ts'
import { savedState } from '#web/list/row-state.tsx'
import { ResourceList } from '#web/list/resource-list.tsx'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { useSteadyActs } from '#web/list/use-steady-acts.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useStore } from '#web/ui/store.ts'
import { isMaybeNew, isToCopy, useJustSaved, useShownNotes, useUndoing } from '#web/writes/notes.ts'
import { useWaitingForm } from '#web/writes/use-open-form.ts'
import { useSettledNotes } from '#web/writes/use-settled-notes.ts'
import { tokenResource } from './token-resource.ts'
import { TokenRow, type RowActs } from './token-row.tsx'
import { tokenWrites } from './token-hooks.ts'
import { useReveal } from '#web/tokens/value/use-reveal.ts'
import { useViewContext } from './view-context.ts'
import { useTokenWork } from './use-token-work.ts'

const UnderRow = lazyComponent(async () => (await import('./under-row.tsx')).UnderRow)
const TokenBanners = lazyComponent(async () => (await import('./token-banners.tsx')).TokenBanners)
const TokenOverlays = lazyComponent(async () => (await import('./token-overlays.tsx')).TokenOverlays)

interface Props extends Creating {
  list: RowStore<Token>
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  onRead: () => void
}

/** The list of tokens, with all acts on them and everything that opens over it. */
export function TokensList({ list, readOnly: stale, creating, onCreating, onRead }: Props) {
  const console = useConsole()
  const { notes, service } = console
  const viewContext = useViewContext()
  const { unit, valueOnPut } = viewContext
  const noted = useStore(notes.tokens)
  const [context, fresh, maybeNew] = useMemo(() => {
    const named = (is: typeof isToCopy) =>
      [...noted].flatMap(([name, note]) => (is(note, { unit, valueOnPut }) ? [name] : []))
    const [toCopy, maybe] = [named(isToCopy), named(isMaybeNew)]
    return [{ ...viewContext, fresh: new Set([...toCopy, ...maybe]) }, toCopy.length, maybe] as const
  }, [viewContext, noted, unit, valueOnPut])
  const shown = useResourceList(tokenResource, list, context, unit)
  const { lookAlikes, newNames } = shown
  const readOnly = stale ?? (list.isWhole ? undefined : staleWords.loading)
  const saved = useJustSaved(noted)
  const shownNotes = useShownNotes(noted)
  const reveal = useReveal(list, context)
  const revealed = reveal.opened?.name
  const open = useMemo(() => new Set([...shownNotes.keys()].concat(revealed ?? [])), [shownNotes, revealed])
  const work = useTokenWork({ list, readOnly, reveal })
  useWaitingForm('tokens', readOnly === undefined, (row) => {
    const at = row === undefined ? undefined : list.find(row)
    if (at !== undefined && at >= 0) work.edit(list.at(at))
    return at !== -1
  })
  useSettledNotes(list, tokenWrites, unit)
  const saves = { saved, notes: notes.tokens }
  useUndoing(notes.tokens, readOnly === undefined, work.undo)
  const acts = useSteadyActs<RowActs>({
    switch: work.change,
    edit: work.edit,
    copy: (token) => reveal.copy(token.name),
    reveal: (token) => reveal.toggle(token.name),
    choose: (token, field, from) => work.setOverlay({ is: `choose-${field}`, token, from: { current: from } }),
    more: (token, from) => work.setOverlay({ is: 'menu', token, from: { current: from } }),
  })
  const due = { spoiled: shown.counts.spoiled.all, fresh, maybeNew, clock: service.clock }
  return (
    <ResourceList
      resource={tokenResource}
      shown={shown}
      context={context}
      noted={shownNotes}
      onDismiss={notes.tokens.dismiss}
      open={open}
      banners={<TokenBanners {...due} view={shown.view} onShow={shown.showOnly} />}
      row={(token) => (
        <TokenRow
          token={token}
          context={viewContext}
          saved={savedState(token.name, saves, () => needsRepair(token, viewContext))}
          oddity={lookAlikes.oddity(token.name)}
          isNew={newNames.has(token.name)}
          revealed={revealed === token.name}
          readOnly={readOnly !== undefined}
          acts={acts}
        />
      )}
      under={(token, note) => (
        <UnderRow
          token={token}
          note={note}
          context={context}
          reveal={reveal}
          work={work}
          onReadAgain={onRead}
          onDismiss={() => notes.tokens.dismiss(token.name)}
        />
      )}
      onRead={onRead}
    >
      {(creating || work.overlay || work.warning || work.interrupted) && (
        <TokenOverlays
          list={list}
          context={context}
          work={work}
          alike={lookAlikes.twin}
          creating={creating}
          onCreated={(name) => {
            onCreating(false)
            if (name !== undefined) shown.showNew(name)
          }}
        />
      )}
    </ResourceList>
  )
}
