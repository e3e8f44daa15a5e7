import { useIsFetching } from '@tanstack/react-query'
import { ChevronDown, Search, Unplug } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { hashOf, type Page } from '#web/list/route.ts'
import { useSession } from '#web/ui/session.ts'
import { offlineWords, useOnline } from '#web/list/online.ts'
import { isLostWithTab, type Uncopied } from '#web/session/uncopied.ts'
import { usePage } from '#web/list/use-route.ts'
import { tokenWrites } from '#web/tokens/token-hooks.ts'
import { TokensPage } from '#web/tokens/tokens-page.tsx'
import { PageBanner } from '#web/list/page-banner.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { paletteKeys } from '#web/ui/keys/command-key.ts'
import { loadAllCode, lazyComponent, Part } from '#web/ui/lazy.tsx'
import { useStore } from '#web/ui/store.ts'
import { userWrites } from '#web/users/user-writes.ts'
import { useUnloadGuard } from '#web/ui/use-unload-guard.ts'
import { Keys } from './keys/keys.ts'
import type { Entry } from './palette/entries.ts'
import './shell.css'

const PendingRecreations = lazyComponent(
  async () => (await import('#web/tokens/pending-recreations.tsx')).PendingRecreations,
)
const LostPasswords = lazyComponent(async () => (await import('#web/users/lost-passwords.tsx')).LostPasswords)
const UsersPage = lazyComponent(async () => (await import('#web/users/users-page.tsx')).UsersPage, { title: 'Users' })
const ServicePage = lazyComponent(async () => (await import('#web/service/service-page.tsx')).ServicePage, {
  title: 'Service',
})
const Toast = lazyComponent(async () => (await import('#web/ui/toast.tsx')).Toast)
const AccountMenu = lazyComponent(async () => (await import('./account-menu.tsx')).AccountMenu)
const HandOver = lazyComponent(async () => (await import('#web/session/hand-over.tsx')).HandOver)
/** It draws the acts of the tables. */
const Palette = lazyComponent(async () => {
  const [{ Palette }] = await Promise.all([
    import('./palette/palette.tsx'),
    tokenWrites.code.load(),
    userWrites.code.load(),
  ])
  return Palette
})
const KeysSheet = lazyComponent(async () => (await import('./keys/keys-sheet.tsx')).KeysSheet)
const RunView = lazyComponent(async () => (await import('#web/writes/runs/run-sheet.tsx')).RunView)
const SignOut = lazyComponent(async () => (await import('#web/session/sign-out.tsx')).SignOut)

const pages: Readonly<Record<Page, { label: string; Component: ComponentType }>> = {
  tokens: { label: 'Tokens', Component: TokensPage },
  users: { label: 'Users', Component: UsersPage },
  service: { label: 'Service', Component: ServicePage },
}

const pageNames = ['tokens', 'users', 'service'] as const satisfies readonly Page[]

/** The frame around every page: navigation, the service, and signing out. `isHidden`: somebody signed out. */
export function Shell({ isHidden }: { isHidden: boolean }) {
  const session = useSession()
  const { announcer, place, toasts, pending, passwords, runs, handOver, signOut } = session
  const [leaving, setLeaving] = useState<Uncopied>()
  const [palette, setPalette] = useState<{ focused: string | undefined }>()
  const [recent, setRecent] = useState<readonly Entry[]>([])
  const openPalette = () => {
    const row = document.activeElement?.closest('tbody[data-index]')?.querySelector<HTMLElement>('[data-name]')
    setPalette({ focused: row?.dataset['name'] })
  }
  const [areKeysListed, listKeys] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const page = usePage()
  const { label, Component: CurrentPage } = pages[page]
  const online = useOnline()
  const toast = useStore(toasts)
  const handed = useStore(handOver)
  const recreations = useStore(pending)
  const run = useStore(runs)
  const { lost } = useStore(passwords)
  useUnloadGuard(() => pending.isUnderWay() || isLostWithTab(session))
  useEffect(() => {
    if (online) announcer.resolved('network', 'This browser is online again.')
    else announcer.problem('network', 'offline', `This browser is offline. ${offlineWords}`)
  }, [online, announcer])
  useEffect(() => {
    document.title = `${label} · ${place.name} · Query Admin`
  }, [label, place.name])

  // Announcements about one page end with it.
  useEffect(() => () => toasts.set(undefined), [page, toasts])

  // Load all lazy code in advance, because the network may be gone when it is needed, but not while a list is loading.
  const isReading = useIsFetching() > 0
  useEffect(() => {
    if (isReading) return
    const timer = setTimeout(() => void loadAllCode())
    return () => clearTimeout(timer)
  }, [isReading])

  return (
    <>
      <header className="top" hidden={isHidden}>
        <div className="skips">
          {page !== 'service' && (
            <>
              <button type="button" className="btn small" onClick={() => skipTo('input[type=search]')}>
                Skip to search
              </button>
              <button type="button" className="btn small" onClick={() => skipTo('[data-index="0"] [data-home]')}>
                Skip to table
              </button>
            </>
          )}
        </div>
        <div className="top-in">
          <span className="brand">
            <Brand />
          </span>
          <nav className="nav" aria-label="Pages">
            {pageNames.map((name) => (
              <a key={name} href={hashOf(name)} aria-current={name === page ? 'page' : undefined}>
                {pages[name].label}
              </a>
            ))}
          </nav>
          <button
            type="button"
            className="btn cmd"
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={openPalette}
          >
            <Search className="icon" aria-hidden="true" />
            <span>Search or run…</span>
            <kbd aria-hidden="true">{paletteKeys()}</kbd>
          </button>
          <button
            ref={menuButton}
            type="button"
            className="btn svc"
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(true)}
          >
            <span className="svc-dot" />
            <span className="sr">Account menu: </span>
            <span className="svc-name">{place.host}</span>
            {place.label !== undefined && <small translate="no">{place.label}</small>}
            <ChevronDown className="icon s14" aria-hidden="true" />
          </button>
        </div>
      </header>
      <main className="page" hidden={isHidden}>
        {!online && (
          <PageBanner about="offline" icon={<Unplug className="icon" aria-hidden="true" />}>
            <b>This browser is offline.</b> {offlineWords}
          </PageBanner>
        )}
        {recreations.length > 0 && <PendingRecreations />}
        {lost.size > 0 && <LostPasswords />}
        {/* With a key, so that leaving a page unmounts it at once, with any revealed value. */}
        <Part key={page} title={label}>
          <CurrentPage />
        </Part>
      </main>
      {handed !== undefined && <HandOver tokens={handed.tokens} onClose={() => handOver.set(undefined)} />}
      {isMenuOpen && (
        <AccountMenu
          trigger={menuButton}
          onKeys={() => listKeys(true)}
          onLeaving={setLeaving}
          onClose={() => setMenuOpen(false)}
        />
      )}
      {palette !== undefined && (
        <Palette
          {...palette}
          recent={recent}
          onRun={(entry) => setRecent([entry, ...recent.filter(({ id }) => id !== entry.id)].slice(0, 3))}
          onKeys={() => listKeys(true)}
          onClose={() => setPalette(undefined)}
        />
      )}
      {areKeysListed && <KeysSheet onClose={() => listKeys(false)} />}
      {leaving !== undefined && (
        <SignOut
          uncopied={leaving}
          onHandOver={() => {
            setLeaving(undefined)
            handOver.set({})
          }}
          onConfirm={signOut}
          onCancel={() => setLeaving(undefined)}
        />
      )}
      {run !== undefined && <RunView key={run.get().startedAt} run={run} />}
      <Keys onPalette={openPalette} onList={() => listKeys(true)} />
      {toast !== undefined && <Toast toasts={toasts} />}
    </>
  )
}

/** Focuses an element of the page, or its heading if there is none. */
function skipTo(goal: string): void {
  const main = document.querySelector('main')
  ;(main?.querySelector<HTMLElement>(goal) ?? main?.querySelector('h1'))?.focus()
}
