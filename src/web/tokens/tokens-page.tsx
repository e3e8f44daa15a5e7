import { useMemo } from 'react'
import type { Token } from '#contract/token.ts'
import { useConsole } from '#web/app/console.tsx'
import { ListPage, type ListProps } from '#web/list/list-page.tsx'
import { needsRepair } from '#contract/saving/value-worth.ts'
import { ResourceList } from '#web/list/resource-list.tsx'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { useSteadyActs } from '#web/list/row-state.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useStore } from '#web/ui/store.ts'
import { isMaybeNew, isToCopy } from '#web/tokens/value/new-value.ts'
import { useCurrent } from '#web/writes/outcomes/use-current.ts'
import { tokenResource } from './token-resource.ts'
import { formerRow } from './pending-recreations-store.ts'
import { TokenRow, type RowActs } from './token-row.tsx'
import { tokenWrites, useTokens, useUsersForUnit } from './token-hooks.ts'
import { useReveal } from '#web/tokens/value/use-reveal.ts'
import { useViewContext } from './view-context.ts'
import { useTokenWork } from './use-token-work.ts'

const NoTokens = lazyComponent(async () => (await import('./no-tokens.tsx')).NoTokens)
const MissingToken = lazyComponent(async () => (await import('./missing-token.tsx')).MissingToken)
const UnderRow = lazyComponent(async () => (await import('./under-row.tsx')).UnderRow)
const TokenBanners = lazyComponent(async () => (await import('./token-banners.tsx')).TokenBanners)
const TokenOverlays = lazyComponent(async () => (await import('./token-overlays.tsx')).TokenOverlays)

/** The tokens page. */
export function TokensPage() {
  const query = useTokens()
  const hasMissing = useStore(useConsole().pending).length > 0
  // An empty list shows no unit; the users' rows may.
  useUsersForUnit(query.data?.isWhole === true && query.data.count === 0)
  return (
    <ListPage resource={tokenResource} query={query} empty={(create) => !hasMissing && <NoTokens onCreate={create} />}>
      {(page) => <TokensList {...page} />}
    </ListPage>
  )
}

/** The list of tokens, with all acts on them and everything that opens over it. */
function TokensList({ list, readOnly, creating, onCreating, onRead }: ListProps<Token>) {
  const { pending } = useConsole()
  const viewContext = useViewContext()
  const { unit, valueOnPut } = viewContext
  const current = useCurrent(tokenWrites)
  const [context, fresh, maybeNew] = useMemo(() => {
    const outcomes = [...current.values()]
    const toCopy = outcomes.filter((outcome) => isToCopy(outcome, { unit, valueOnPut }))
    const maybe = outcomes.filter((outcome) => isMaybeNew(outcome, { valueOnPut }))
    const names = [...toCopy, ...maybe].map(({ after }) => after)
    return [{ ...viewContext, fresh: new Set(names) }, toCopy.length, maybe] as const
  }, [viewContext, current, unit, valueOnPut])
  const shown = useResourceList(tokenResource, list, context, unit)
  const records = useStore(pending)
  // In an incomplete list, a missing token may still arrive.
  const missing = useMemo(() => (list.isWhole ? records.map(formerRow) : []), [records, list.isWhole])
  const reveal = useReveal(list, context)
  const revealed = reveal.opened?.name
  const open = useMemo(() => new Set(revealed === undefined ? [] : [revealed]), [revealed])
  const work = useTokenWork({ list, readOnly, reveal })
  const acts = useSteadyActs<RowActs>({
    switch: work.send,
    edit: work.edit,
    copy: (token) => reveal.copy(token.name),
    reveal: (token) => reveal.toggle(token.name),
    choose: (token, field, from) => work.setOverlay({ is: `choose-${field}`, row: token, from: { current: from } }),
    more: (token, from) => work.setOverlay({ is: 'menu', row: token, from: { current: from } }),
  })
  return (
    <ResourceList
      resource={tokenResource}
      writes={tokenWrites}
      shown={shown}
      context={context}
      readOnly={readOnly}
      work={work}
      needsRepair={(token) => needsRepair(token, viewContext)}
      open={open}
      missing={{
        rows: missing,
        draw({ name }) {
          const record = records.find((one) => one.name === name)
          return record && <MissingToken record={record} list={list} />
        },
      }}
      row={(token, state) => (
        <TokenRow {...state} token={token} context={viewContext} revealed={revealed === token.name} acts={acts} />
      )}
      under={(token, note, onDismiss) => (
        <UnderRow {...{ token, note, context, reveal, work, onDismiss }} onReadAgain={onRead} />
      )}
      onRead={onRead}
    >
      {({ twin }) => (
        <>
          <TokenBanners
            spoiled={shown.counts.spoiled.all}
            fresh={fresh}
            maybeNew={maybeNew}
            view={shown.view}
            onShow={shown.showOnly}
          />
          {(creating || work.overlay || work.dialogs.first) && (
            <TokenOverlays
              list={list}
              work={work}
              alike={twin}
              creating={creating}
              onCreated={(name) => {
                onCreating(false)
                if (name !== undefined) shown.showNew(name)
              }}
            />
          )}
        </>
      )}
    </ResourceList>
  )
}
