import { FileUp, ScanSearch } from 'lucide-react'
import { useMemo } from 'react'
import type { Token } from '#contract/token.ts'
import { useSession } from '#web/ui/session.ts'
import { ListPage, type ListProps } from '#web/writes/page/list-page.tsx'
import type { PageSheet } from '#web/writes/page/page-menu.tsx'
import { needsRepair } from '#contract/facts.ts'
import { ResourceList } from '#web/writes/page/resource-list.tsx'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { switchesTo } from '#web/ui/row-switch.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useStore } from '#web/ui/store.ts'
import { isToCopy, toHandOver } from '#web/tokens/value/new-value.ts'
import { useCurrent } from '#web/writes/outcomes/use-current.ts'
import { NoTokens } from './no-tokens.tsx'
import { TokenBanners } from './token-banners.tsx'
import { stretches } from './expiry-strip/expiry-scale.ts'
import { tokenResource } from './token-resource.ts'
import { formerRow } from './pending-recreations-store.ts'
import { TokenRow } from './token-row.tsx'
import type { TokenMenu } from './token-overlays.tsx'
import { tokenWrites, useTokenActs, useTokens } from './token-hooks.ts'
import { useReveal } from '#web/tokens/value/use-reveal.ts'
import { useViewContext } from './view-context.ts'
import { undoing } from '#web/writes/acts/note-acts.ts'
import { useHasDialog } from '#web/writes/acts/use-has-dialog.ts'
import { useLinkedRow } from '#web/writes/details/use-linked-row.ts'
import { useRowOverlay } from '#web/writes/acts/use-row-overlay.ts'

const MissingToken = lazyComponent(async () => (await import('./missing-token.tsx')).MissingToken)
const UnderRow = lazyComponent(async () => (await import('./under-row.tsx')).UnderRow)
const ExpiryStrip = lazyComponent(async () => (await import('./expiry-strip/expiry-strip.tsx')).ExpiryStrip, {
  fallback: <div className="panel strip" />,
})
const TokenOverlays = lazyComponent(async () => (await import('./token-overlays.tsx')).TokenOverlays)

const more = {
  import: {
    label: 'Import…',
    icon: FileUp,
    changes: true,
    Sheet: lazyComponent(async () => (await import('./import/token-import-sheet.tsx')).TokenImportSheet),
  },
  find: {
    label: 'Find by value…',
    icon: ScanSearch,
    Sheet: lazyComponent(async () => (await import('./find/find-by-value.tsx')).FindByValue),
  },
} satisfies Record<string, PageSheet<Token>>

/** The tokens page. */
export function TokensPage() {
  const query = useTokens()
  const hasMissing = useStore(useSession().pending).length > 0
  return (
    <ListPage
      resource={tokenResource}
      query={query}
      more={more}
      empty={(create) => !hasMissing && <NoTokens onCreate={create} />}
    >
      {(page) => <TokensList {...page} />}
    </ListPage>
  )
}

/** The list of tokens, with all acts on them and everything that opens over it. */
function TokensList({ list, readOnly, creating, onCreating, onRead }: ListProps<Token>) {
  const { outcomes, pending, pageSheet } = useSession()
  const hasDialog = useHasDialog('tokens')
  const viewContext = useViewContext()
  const { unit, onUpdate } = viewContext
  const current = useCurrent(tokenWrites)
  const entries = useStore(outcomes)
  const [freshNames, fresh] = useMemo(() => {
    const notes = [...current.values()]
    const toCopy = notes.filter((outcome) => isToCopy(outcome, { unit, onUpdate })).length
    const handedOver = toHandOver(entries, list, { unit, onUpdate })
    return [JSON.stringify(handedOver), toCopy > 0 || handedOver.length > 1 ? handedOver.length : 0] as const
  }, [current, entries, list, unit, onUpdate])
  // Every row is counted again in a new context, and most saves change none of these names.
  const context = useMemo(
    () => ({ ...viewContext, fresh: new Set<string>(JSON.parse(freshNames) as string[]) }),
    [viewContext, freshNames],
  )
  const shown = useResourceList(tokenResource, list, context, unit)
  const hasExpiry = shown.slots.all.some((tokens, slot) => tokens > 0 && slot < stretches.never.from)
  const records = useStore(pending)
  // In an incomplete list, a missing token may still arrive.
  const missing = useMemo(() => (list.isWhole ? records.map(formerRow) : []), [records, list.isWhole])
  const reveal = useReveal(list, context)
  const revealed = reveal.opened?.name
  const open = useMemo(() => new Set(revealed === undefined ? [] : [revealed]), [revealed])
  const act = useTokenActs()
  const over = useRowOverlay<Token, TokenMenu>(list, readOnly)
  useLinkedRow(tokenResource, list, over.details)
  const flag = (field: 'write' | 'active') => (token: Token, from: HTMLElement) => {
    if (token[field] === undefined) over.open(field, token, from)
    else void act('save', over.seen(token), { change: { [field]: switchesTo(from) } })
  }
  return (
    <ResourceList
      resource={tokenResource}
      writes={tokenWrites}
      shown={shown}
      context={context}
      readOnly={readOnly}
      above={hasExpiry && <ExpiryStrip shown={shown} context={context} />}
      onEdit={over.edit}
      onAct={(name, token) => void act(name, over.seen(token), {})}
      onUndo={(outcome) => undoing(outcome, act)?.()}
      needsRepair={(token) => needsRepair(token, viewContext)}
      open={open}
      presses={{
        write: flag('write'),
        active: flag('active'),
        edit: (token) => over.edit(token),
        copy: (token) => reveal.copy(token.name),
        reveal: (token) => reveal.toggle(token.name),
        more: (token, from) => over.open('more', token, from),
        details: over.details,
        duplicate: over.duplicate,
        delete: (token) => void act('delete', over.seen(token), {}),
      }}
      onSecret={{
        label: more.find.label,
        run: (takePasted) => pageSheet.set({ page: 'tokens', sheet: 'find', takePasted }),
      }}
      missing={{
        rows: missing,
        draw({ name }) {
          const record = records.find((candidate) => candidate.name === name)
          return record && <MissingToken record={record} list={list} />
        },
      }}
      row={(token, state) => (
        <TokenRow {...state} token={token} context={viewContext} revealed={revealed === token.name} />
      )}
      under={(token, note, onDismiss) => (
        <UnderRow {...{ token, note, context, reveal, act, over, onDismiss }} onReadAgain={onRead} />
      )}
      onRead={onRead}
    >
      <TokenBanners spoiled={shown.counts.all.spoiled} fresh={fresh} view={shown.view} onShow={shown.showOnly} />
      {(creating || over.overlay || hasDialog) && (
        <TokenOverlays
          list={list}
          context={context}
          act={act}
          over={over}
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
