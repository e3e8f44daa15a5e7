import { KeyRound, TriangleAlert } from 'lucide-react'
import { isSwapped } from '#api/user.ts'
import { formatHash } from '#web/router/routes.ts'
import { goTo } from '#web/router/history.ts'
import { usePage, useSearchString } from '#web/router/use-search-params.ts'
import { findSnapshot, ListReadError } from '#web/resource/list-queries.ts'
import { BannerButton, PageBanner } from '#web/resource/page-banner.tsx'
import { newSecretsText } from '#web/secrets/job-secrets.tsx'
import { isLost, useGeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import { useHideLevel } from '#web/ui/hide-level.ts'
import { useStore } from '#web/ui/store.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { useCorrectUsers, useSetPasswords, useUsers } from './hooks.ts'
import { userFormDefinition } from './schema.ts'

/** In the address of the users page: only those whose generated password nobody has copied. */
const search = new URLSearchParams({ show: 'uncopied' })

/** What users still need who were created, or got a password, from this tab: a line for each kind, on every page. */
export function UnfinishedUsers() {
  const store = useGeneratedPasswords()
  const [passwords, swapped] = [useStore(store), useStore(store.swapped)]
  const { data, error } = useUsers(passwords.size + swapped.size > 0)
  if (useHideLevel() === 'everything') return null
  const hasNoList = error instanceof ListReadError && error.problem.kind === 'switched-off'
  const uncopied = [...passwords].flatMap(([name, state]) =>
    state !== 'copied' && (hasNoList || findSnapshot(data, name) !== undefined) ? [name] : [],
  )
  const toCorrect = [...swapped].filter(([name, flags]) => {
    const snapshot = findSnapshot(data, name)
    return snapshot !== undefined && isSwapped(flags, snapshot.row)
  })
  const lost = uncopied.filter((name) => isLost(passwords.get(name)))
  return (
    <>
      {toCorrect.length > 0 && <SwappedUsers list={data} flags={new Map(toCorrect)} />}
      {/* One that is still here has a note in its row. */}
      {uncopied.length + lost.length > 1 && <UncopiedPasswords list={data} names={uncopied} lost={lost} />}
    </>
  )
}

/** *4 users were created with admin and active swapped.* `flags`: what was asked for, by email. */
function SwappedUsers({ list, flags }: { list: UserList; flags: ReadonlyMap<string, object> }) {
  const { forgetSwapped } = useGeneratedPasswords()
  const { mutate } = useCorrectUsers()
  const correct = () => mutate({ snapshots: snapshotsOf(list, flags.keys()), changes: flags })
  return (
    <PageBanner
      topic="swapped"
      icon={<TriangleAlert className="icon" aria-hidden="true" />}
      actions={<BannerButton onClick={correct}>{`Correct ${formatCount(flags.size)}`}</BannerButton>}
      onDismiss={forgetSwapped}
    >
      {`${pluralize(flags.size, 'user was', 'users were')} created with admin and active swapped.`}
    </PageBanner>
  )
}

interface UncopiedPasswordsProps {
  list: UserList
  names: readonly string[]
  /** Those of them that are gone. */
  lost: readonly string[]
}

/** *22 generated passwords were not copied.* */
function UncopiedPasswords({ list, names, lost }: UncopiedPasswordsProps) {
  const store = useGeneratedPasswords()
  const { mutateAsync } = useSetPasswords()
  const page = usePage()
  const isShown = new URLSearchParams(useSearchString()).get('show') === 'uncopied' && page === 'users'
  const snapshots = snapshotsOf(list, lost)
  const setPasswords = () => {
    const texts = new Map<string, string>()
    const readPassword = (email: string) => {
      const text = texts.get(email) ?? userFormDefinition.password?.generate() ?? ''
      texts.set(email, text) // the same if it is sent once more
      store.trackSending(email, text)
      return text
    }
    void mutateAsync({ snapshots, readPassword }).finally(() => texts.clear())
  }
  return (
    <PageBanner
      topic="not-copied"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <>
          {!isShown && (
            <BannerButton onClick={() => goTo(formatHash('users', search))}>
              {names.length === 1 ? 'Show it' : `Show the ${formatCount(names.length)}`}
            </BannerButton>
          )}
          {snapshots.length > 1 && (
            <BannerButton onClick={setPasswords}>
              {`Set new passwords for ${formatCount(snapshots.length)}`}
            </BannerButton>
          )}
        </>
      }
      onDismiss={() => store.forget(names)}
    >
      {lost.length === 0
        ? newSecretsText(names.length, 'password')
        : `${pluralize(names.length, 'generated password was', 'generated passwords were')} not copied.`}
    </PageBanner>
  )
}

type UserList = ReturnType<typeof useUsers>['data']

const snapshotsOf = (list: UserList, emails: Iterable<string>) =>
  [...emails].flatMap((email) => findSnapshot(list, email) ?? [])
