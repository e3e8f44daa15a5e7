import { Key, ShieldAlert, FileUp, ScanSearch } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyState } from '#web/ui/placeholders.tsx'
import { type ListController, useResourceList, useLinkedRow } from '#web/list/use-resource-list.ts'
import { type Token, type TokenFlag, tokenFlags } from '#api/token.ts'
import type { RowContext } from '#web/resource/world.ts'
import { useAppContext, useRowContext } from '#web/jobs/app-context.tsx'
import { needsRepair } from '#api/service-facts.ts'
import { runAction } from '#web/jobs/run-action.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { pluralize } from '#web/ui/format.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { ResourcePage, type ListProps } from '#web/list/resource-page.tsx'
import { requestedState } from '#web/list/row-cells.tsx'
import { ResourceTable } from '#web/list/resource-table.tsx'
import { typedKeys } from '#web/resource/resource.ts'
import { useTokens, useUsersForTimeUnit, useTokenAction } from './hooks.ts'
import { tokenResource } from './resource.ts'
import { useTokenReveal, RevealedValue } from './reveal-value.tsx'
import { TokenRow } from './token-row.tsx'

interface NoTokensProps {
  onCreate: () => void
}

/** Replaces the list while the service has no tokens. */
export function NoTokens({ onCreate }: NoTokensProps) {
  return (
    <EmptyState
      icon={<Key className="icon s20" aria-hidden="true" />}
      title="No tokens yet"
      actions={
        <button type="button" className="btn primary" onClick={onCreate}>
          Create the first token
        </button>
      }
    >
      A token lets a program use the service under a name of its own, until the date you choose.
    </EmptyState>
  )
}

interface TokenBannersProps {
  shown: ListController<Token>
  world: RowContext
}

/** Banners about more than one token. */
export function TokenBanners({ shown, world }: TokenBannersProps) {
  const desk = useAppContext()
  const { list, view, counts } = shown
  const broken = counts.all.filters['repair'] ?? 0
  const isShown = view.filter === 'repair' && view.text === ''
  const repairAll = () => {
    const rows = list.rows
      .filter((row) => needsRepair(row, world))
      .map((row) => ({ row, readStartedAt: list.readStartedAt }))
    void runAction(desk, 'tokens', 'repair', rows)
  }
  const it = broken === 1 ? 'it' : 'them'
  return (
    <>
      {broken > 0 && (
        <PageBanner
          about="repair"
          tone="amber"
          icon={<ShieldAlert className="icon" aria-hidden="true" />}
          actions={
            <>
              <button type="button" className="btn small" onClick={repairAll}>
                {broken === 1 ? 'Repair it…' : `Repair ${pluralize(broken, 'value')}…`}
              </button>
              {!isShown && (
                <button type="button" className="btn ghost small" onClick={() => shown.applyFilter('repair')}>
                  Show
                </button>
              )}
            </>
          }
        >
          {`${pluralize(broken, 'value needs', 'values need')} repair: the service will probably reject ${it}.`}
        </PageBanner>
      )}
    </>
  )
}

const TokenSheets = lazyComponent(async () => (await import('./token-sheets.tsx')).TokenSheets)

/** The tokens page. */
export function TokensPage() {
  const { overlay } = useAppContext()
  const query = useTokens()
  const { data } = query
  // An empty list shows no unit; the users’ rows may.
  useUsersForTimeUnit(data?.isComplete === true && data.count === 0)
  return (
    <ResourcePage
      resource={tokenResource}
      query={query}
      more={[
        {
          id: 'import',
          label: 'Import…',
          icon: FileUp,
          changes: true,
          run: () => overlay.set({ type: 'import', resource: 'tokens' }),
        },
        { id: 'find', label: 'Find by value…', icon: ScanSearch, run: () => overlay.set({ type: 'find-by-value' }) },
      ]}
      empty={(create) => <NoTokens onCreate={create} />}
    >
      {(page) => <TokensList {...page} />}
    </ResourcePage>
  )
}

/** The list of tokens, with all acts on them and everything that opens over it. */
function TokensList({ list, readOnly, onRead }: ListProps<Token>) {
  const { overlay } = useAppContext()
  const world = useRowContext()
  const shown = useResourceList(tokenResource, list, world)
  const reveal = useTokenReveal(list)
  const act = useTokenAction()
  const revealed = reveal.opened?.secret.name
  const open = useMemo(() => new Set(revealed === undefined ? [] : [revealed]), [revealed])
  useLinkedRow(tokenResource, list)
  const flag = (field: TokenFlag) => (token: Token, from: HTMLElement) => {
    // It is never toggled blindly.
    if (token[field] === undefined) return overlay.set({ type: 'row', resource: 'tokens', name: token.name })
    const seen = [{ row: token, readStartedAt: list.readStartedAt }]
    return act.mutate({ act: 'save', seen, change: { [field]: requestedState(from) } })
  }
  return (
    <>
      <TokenBanners shown={shown} world={world} />
      <ResourceTable
        resource={tokenResource}
        shown={shown}
        world={world}
        readOnly={readOnly}
        presses={{
          ...Object.fromEntries(typedKeys(tokenFlags).map((name) => [name, flag(name)])),
          copy: (token) => reveal.copy(token.name),
          reveal: (token) => reveal.toggle(token.name),
        }}
        page={{
          copy: reveal.copy,
          edit: (name) => overlay.set({ type: 'row', resource: 'tokens', name }),
          refresh: onRead,
        }}
        open={open}
        needsRepair={(token) => needsRepair(token, world)}
        onSecret={{
          label: 'Find by value…',
          run: (takePasted) => overlay.set({ type: 'find-by-value', takePastedValue: takePasted }),
        }}
        row={(token, state) => <TokenRow {...state} token={token} world={world} revealed={revealed === token.name} />}
        under={(token) => <RevealedValue name={token.name} reveal={reveal} />}
      />
      <TokenSheets shown={shown} reveal={reveal} />
    </>
  )
}
