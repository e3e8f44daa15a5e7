import { Key, ShieldAlert, ScanSearch } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyState } from '#web/ui/placeholders.tsx'
import { type ListController, useLinkedRow } from '#web/list/use-resource-list.ts'
import { type Token, type TokenFlag, tokenFlags } from '#api/token.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { useAppContext, useRowContext } from '#web/jobs/app-context.tsx'
import { needsRepair } from '#api/service-facts.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { pluralize } from '#web/ui/format.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { ResourcePage, type ListProps } from '#web/list/resource-page.tsx'
import { requestedState } from '#web/resource/cells.tsx'
import { ResourceTable } from '#web/list/resource-table.tsx'
import { typedKeys } from '#web/resource/resource.ts'
import { useDeleteTokens, useRepairTokens, useTokens, useUpdateToken, useUsersForTimeUnit } from './hooks.ts'
import { tokenResource } from './resource.ts'
import { useTokenReveal, ValueUnderRow, valueButtons } from './reveal-value.tsx'

interface NoTokensProps {
  onCreate: () => void
  onImport: () => void
}

/** Replaces the list while the service has no tokens. */
export function NoTokens({ onCreate, onImport }: NoTokensProps) {
  return (
    <EmptyState
      icon={<Key className="icon s20" aria-hidden="true" />}
      title="No tokens yet"
      actions={
        <>
          <button type="button" className="btn primary" onClick={onCreate}>
            Create the first token
          </button>
          <button type="button" className="btn" onClick={onImport}>
            Import…
          </button>
        </>
      }
    >
      A token lets a program use the service under a name of its own, until the date you choose.
    </EmptyState>
  )
}

interface TokenBannersProps {
  controller: ListController<Token>
  context: RowContext
}

/** Banners about more than one token. */
export function TokenBanners({ controller, context }: TokenBannersProps) {
  const repair = useRepairTokens()
  const { list, view, counts } = controller
  const repairCount = counts.all.filters['repair'] ?? 0
  const isShown = view.filter === 'repair' && view.text === ''
  const repairAll = () => {
    const tokens = list.rows.filter((token) => needsRepair(token, context))
    repair.mutate(tokens.map((row) => ({ row, readStartedAt: list.readStartedAt })))
  }
  const pronoun = repairCount === 1 ? 'it' : 'them'
  return (
    <>
      {repairCount > 0 && (
        <PageBanner
          topic="repair"
          tone="warning"
          icon={<ShieldAlert className="icon" aria-hidden="true" />}
          actions={
            <>
              <button type="button" className="btn small" onClick={repairAll}>
                {`Repair ${pluralize(repairCount, 'value')}…`}
              </button>
              {!isShown && (
                <button type="button" className="btn ghost small" onClick={() => controller.applyFilter('repair')}>
                  Show
                </button>
              )}
            </>
          }
        >
          {`${pluralize(repairCount, 'value needs', 'values need')} repair: the service will probably reject ${pronoun}.`}
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
  const rowContext = useRowContext()
  const context = useMemo(
    () => ({ ...rowContext, areValuesReadable: data?.rows.some(({ claims }) => claims !== undefined) === true }),
    [rowContext, data],
  )
  // An empty list shows no unit; the users’ rows may.
  useUsersForTimeUnit(data?.isComplete === true && data.count === 0)
  return (
    <ResourcePage
      resource={tokenResource}
      query={query}
      context={context}
      menuEntries={[
        {
          id: 'find',
          label: 'Find by value…',
          icon: ScanSearch,
          onSelect: () => overlay.set({ type: 'find-by-value' }),
        },
      ]}
      renderEmpty={(onCreate, onImport) => <NoTokens onCreate={onCreate} onImport={onImport} />}
    >
      {(page) => <TokensList {...page} context={context} />}
    </ResourcePage>
  )
}

/** The list of tokens, with all actions on them and everything that opens over it. */
function TokensList({ controller, context, readOnly, onRefresh }: ListProps<Token> & { context: RowContext }) {
  const { overlay } = useAppContext()
  const { list } = controller
  const reveal = useTokenReveal(list)
  const update = useUpdateToken()
  const { mutateAsync: remove } = useDeleteTokens()
  const revealed = reveal.opened?.secret.name
  const expanded = useMemo(() => new Set(revealed === undefined ? [] : [revealed]), [revealed])
  useLinkedRow(tokenResource, list)
  const toggleFlag = (field: TokenFlag) => (token: Token, trigger: HTMLElement) => {
    // It is never toggled blindly.
    if (token[field] === undefined) return overlay.set({ type: 'row', resource: 'tokens', name: token.name })
    const snapshot = { row: token, readStartedAt: list.readStartedAt }
    return update.mutate({ snapshot, change: { [field]: requestedState(trigger) } })
  }
  return (
    <>
      <TokenBanners controller={controller} context={context} />
      <ResourceTable
        resource={tokenResource}
        controller={controller}
        context={context}
        readOnly={readOnly}
        remove={remove}
        handlers={{
          ...Object.fromEntries(typedKeys(tokenFlags).map((name) => [name, toggleFlag(name)])),
          copy: (token) => reveal.copy(token.name),
          reveal: (token) => reveal.toggle(token.name),
        }}
        pageHandlers={{
          copy: reveal.copy,
          reveal: reveal.toggle,
          edit: (name) => overlay.set({ type: 'row', resource: 'tokens', name }),
          refresh: onRefresh,
        }}
        expanded={expanded}
        onSecret={{
          label: 'Find by value…',
          run: (takePasted) => overlay.set({ type: 'find-by-value', takePastedValue: takePasted }),
        }}
        valueButtons={valueButtons}
        renderExpanded={(token, note) => (
          <>
            <ValueUnderRow name={token.name} reveal={reveal} />
            {note}
          </>
        )}
      />
      <TokenSheets controller={controller} reveal={reveal} />
    </>
  )
}
