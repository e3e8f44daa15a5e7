import { KeyRound } from 'lucide-react'
import { hashOf } from '#web/list/route.ts'
import { usePage, useSearch } from '#web/list/use-route.ts'
import { ListFailure } from '#web/resource/lists.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { usePasswords } from '#web/sheet/passwords.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { useStore } from '#web/ui/store.ts'
import { count, counted } from '#web/ui/time.ts'
import { useUsers } from './hooks.ts'

/** In the address of the users page: only those whose generated password nobody has copied. */
const search = new URLSearchParams({ show: 'uncopied' })

/** *22 generated passwords were not copied.* One line for all, on every page. It names nobody who is not in the list. */
export function UncopiedPasswords() {
  const store = usePasswords()
  const passwords = useStore(store)
  const { data, error } = useUsers(passwords.size > 0)
  const isCovered = useCurtain() === 'all'
  const page = usePage()
  const isShown = new URLSearchParams(useSearch()).get('show') === 'uncopied' && page === 'users'
  const hasNoList = error instanceof ListFailure && error.problem.kind === 'switched-off'
  const names = [...passwords].flatMap(([name, state]) => {
    const isThere = hasNoList || (data !== undefined && data.find(name) >= 0)
    return state !== 'copied' && isThere ? [name] : []
  })
  const lost = names.filter((name) => passwords.get(name) === 'lost')
  // One that is still here has a note in its row.
  if (isCovered || names.length + lost.length < 2) return null
  return (
    <PageBanner
      about="not-copied"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <>
          {!isShown && (
            <button
              ref={keepFocus}
              type="button"
              className="btn small"
              onClick={() => (window.location.hash = hashOf('users', search))}
            >
              {names.length === 1 ? 'Show it' : `Show the ${count(names.length)}`}
            </button>
          )}
          {lost.length === names.length && (
            <button ref={keepFocus} type="button" className="btn ghost small" onClick={() => store.forget(lost)}>
              Dismiss
            </button>
          )}
        </>
      }
    >
      {`${counted(names.length, 'generated password was', 'generated passwords were')} not copied.`}
    </PageBanner>
  )
}
