import { KeyRound } from 'lucide-react'
import { formatHash } from '#web/router/routes.ts'
import { usePage, useSearchString } from '#web/router/use-search-params.ts'
import { ListReadError } from '#web/resource/list-queries.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { useGeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { useHideLevel } from '#web/ui/hide-level.ts'
import { useStore } from '#web/ui/store.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { useUsers } from './hooks.ts'

/** In the address of the users page: only those whose generated password nobody has copied. */
const search = new URLSearchParams({ show: 'uncopied' })

/** *22 generated passwords were not copied.* One line for all, on every page. It names nobody who is not in the list. */
export function UncopiedPasswords() {
  const store = useGeneratedPasswords()
  const passwords = useStore(store)
  const { data, error } = useUsers(passwords.size > 0)
  const isCovered = useHideLevel() === 'everything'
  const page = usePage()
  const isShown = new URLSearchParams(useSearchString()).get('show') === 'uncopied' && page === 'users'
  const hasNoList = error instanceof ListReadError && error.problem.kind === 'switched-off'
  const names = [...passwords].flatMap(([name, state]) => {
    const isThere = hasNoList || (data !== undefined && data.indexOf(name) >= 0)
    return state !== 'copied' && isThere ? [name] : []
  })
  const lost = names.filter((name) => passwords.get(name) === 'lost')
  // One that is still here has a note in its row.
  if (isCovered || names.length + lost.length < 2) return null
  return (
    <PageBanner
      topic="not-copied"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <>
          {!isShown && (
            <button
              ref={restoreFocusOnUnmount}
              type="button"
              className="btn small"
              onClick={() => (window.location.hash = formatHash('users', search))}
            >
              {names.length === 1 ? 'Show it' : `Show the ${formatCount(names.length)}`}
            </button>
          )}
          {lost.length === names.length && (
            <button
              ref={restoreFocusOnUnmount}
              type="button"
              className="btn ghost small"
              onClick={() => store.forget(lost)}
            >
              Dismiss
            </button>
          )}
        </>
      }
    >
      {`${pluralize(names.length, 'generated password was', 'generated passwords were')} not copied.`}
    </PageBanner>
  )
}
