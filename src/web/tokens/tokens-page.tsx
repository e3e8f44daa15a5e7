import { ListPage } from '#web/list/list-page.tsx'
import { useTokens, useUsersForUnit } from './token-hooks.ts'
import { tokenResource } from './token-resource.ts'
import { TokensList } from './tokens-list.tsx'
import { Key } from 'lucide-react'
import { Blank } from '#web/ui/blank.tsx'

/** The tokens that are not related to a user. */
export function TokensPage() {
  const query = useTokens()
  // An empty list shows no unit; the users' rows may.
  useUsersForUnit(query.data?.isWhole === true && query.data.count === 0)
  return (
    <ListPage resource={tokenResource} query={query} empty={(create) => <NoTokens onCreate={create} />}>
      {(list, page) => <TokensList list={list} {...page} />}
    </ListPage>
  )
}

interface Props {
  onCreate: () => void
}

/** What stands there while the service has no tokens. */
export function NoTokens({ onCreate }: Props) {
  return (
    <Blank
      icon={<Key className="icon s20" aria-hidden="true" />}
      title="No tokens yet"
      actions={
        <button type="button" className="btn" onClick={onCreate}>
          Create the first token
        </button>
      }
    >
      A token lets a program use the service under a name of its own, until the date you choose.
    </Blank>
  )
}
