import { FileUp, ScanSearch } from 'lucide-react'
import { useMemo } from 'react'
import { needsRepair } from '#contract/facts.ts'
import { tokenFlags, type Token, type TokenFlag } from '#contract/token.ts'
import { useDesk, useWorld } from '#web/jobs/desk.tsx'
import { ResourcePage, type ListProps } from '#web/list/resource-page.tsx'
import { ResourceTable } from '#web/list/resource-table.tsx'
import { useLinkedRow } from '#web/list/use-linked-row.ts'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { part } from '#web/ui/part.tsx'
import { switchesTo } from '#web/ui/inputs/row-switch.tsx'
import { keysOf } from '#web/resource/resource.ts'
import { useTokenActs, useTokens, useUsersForUnit } from './hooks.ts'
import { NoTokens } from './no-tokens.tsx'
import { tokens } from './resource.ts'
import { TokenBanners } from './token-banners.tsx'
import { TokenRow } from './token-row.tsx'
import { RevealedValue, useTokenReveal } from './use-reveal.tsx'

const TokenSheets = part(async () => (await import('./token-sheets.tsx')).TokenSheets)

/** The tokens page. */
export function TokensPage() {
  const { opened } = useDesk()
  const query = useTokens()
  const { data } = query
  // An empty list shows no unit; the users’ rows may.
  useUsersForUnit(data?.isWhole === true && data.count === 0)
  return (
    <ResourcePage
      resource={tokens}
      query={query}
      more={[
        {
          id: 'import',
          label: 'Import…',
          icon: FileUp,
          changes: true,
          run: () => opened.set({ is: 'import', resource: 'tokens' }),
        },
        { id: 'find', label: 'Find by value…', icon: ScanSearch, run: () => opened.set({ is: 'find' }) },
      ]}
      empty={(create) => <NoTokens onCreate={create} />}
    >
      {(page) => <TokensList {...page} />}
    </ResourcePage>
  )
}

/** The list of tokens, with all acts on them and everything that opens over it. */
function TokensList({ list, readOnly, onRead }: ListProps<Token>) {
  const { opened } = useDesk()
  const world = useWorld()
  const shown = useResourceList(tokens, list, world)
  const reveal = useTokenReveal(list)
  const act = useTokenActs()
  const revealed = reveal.opened?.secret.name
  const open = useMemo(() => new Set(revealed === undefined ? [] : [revealed]), [revealed])
  useLinkedRow(tokens, list)
  const flag = (field: TokenFlag) => (token: Token, from: HTMLElement) => {
    // It is never toggled blindly.
    if (token[field] === undefined) return opened.set({ is: 'row', resource: 'tokens', name: token.name })
    const seen = [{ row: token, beganAt: list.beganAt }]
    return act.mutate({ act: 'save', seen, change: { [field]: switchesTo(from) } })
  }
  return (
    <>
      <TokenBanners shown={shown} world={world} />
      <ResourceTable
        resource={tokens}
        shown={shown}
        world={world}
        readOnly={readOnly}
        presses={{
          ...Object.fromEntries(keysOf(tokenFlags).map((name) => [name, flag(name)])),
          copy: (token) => reveal.copy(token.name),
          reveal: (token) => reveal.toggle(token.name),
        }}
        page={{
          copy: reveal.copy,
          edit: (name) => opened.set({ is: 'row', resource: 'tokens', name }),
          refresh: onRead,
        }}
        open={open}
        needsRepair={(token) => needsRepair(token, world)}
        onSecret={{ label: 'Find by value…', run: (takePasted) => opened.set({ is: 'find', takePasted }) }}
        row={(token, state) => <TokenRow {...state} token={token} world={world} revealed={revealed === token.name} />}
        under={(token) => <RevealedValue name={token.name} reveal={reveal} />}
      />
      <TokenSheets shown={shown} reveal={reveal} />
    </>
  )
}
