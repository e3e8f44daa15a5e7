import { ListPage } from '#web/list/list-page.tsx'
import { useTokens, useUsersForUnit } from './token-hooks.ts'
import { tokenResource } from './token-resource.ts'
import { TokensList } from './tokens-list.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'

const NoTokens = lazyComponent(async () => (await import('./no-tokens.tsx')).NoTokens)

/** The tokens page. */
export function TokensPage() {
  const query = useTokens()
  // An empty list shows no unit; the users' rows may.
  useUsersForUnit(query.data?.isWhole === true && query.data.count === 0)
  return (
    <ListPage resource={tokenResource} query={query} empty={(create) => <NoTokens onCreate={create} />}>
      {(page) => <TokensList {...page} />}
    </ListPage>
  )
}
