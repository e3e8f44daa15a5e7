import './shell.css'
import { useIsFetching } from '@tanstack/react-query'
import { ChevronDown, Key, Search, Unplug } from 'lucide-react'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  useEffectEvent,
} from 'react'
import { formatHash, type Page } from '#web/router/routes.ts'
import { usePage } from '#web/router/use-search-params.ts'
import { offlineMessage, useOnline, useSession } from '#web/session/session.ts'
import { TokensPage } from '#web/tokens/tokens-page.tsx'
import { Logo } from '#web/ui/icons.tsx'
import { paletteKeys, rowMoveKeys, isCommandKey, isModalOpen, singleKeyShortcut } from '#web/ui/keyboard.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { withErrorFallback, lazyComponent, preloadLazyComponents } from '#web/ui/lazy.tsx'
import { useStore } from '#web/ui/store.ts'
import { Toast } from '#web/ui/toast.tsx'
import type { HeaderOverlay } from './overlays.tsx'
import { useAppContext, useRowContext } from '#web/jobs/app-context.tsx'

const UsersPage = lazyComponent(async () => (await import('#web/users/users-page.tsx')).UsersPage, { title: 'Users' })
const ServicePage = lazyComponent(async () => (await import('#web/service/service-page.tsx')).ServicePage, {
  title: 'Service',
})
const Overlays = lazyComponent(async () => (await import('./overlays.tsx')).Overlays, { isEssential: true })
const pages: Readonly<Record<Page, { label: string; Component: ComponentType }>> = {
  tokens: { label: 'Tokens', Component: withErrorFallback(TokensPage, 'Tokens') },
  users: { label: 'Users', Component: UsersPage },
  service: { label: 'Service', Component: ServicePage },
}

const pageNames = ['tokens', 'users', 'service'] as const satisfies readonly Page[]

/** The frame around every page: navigation, the service, and signing out. `isHidden`: somebody signed out. */
export function Shell({ isHidden }: { isHidden: boolean }) {
  const session = useSession()
  const { announcer, service, toasts } = session
  const [headerOverlay, setHeaderOverlay] = useState<HeaderOverlay>()
  const openPalette = () => {
    const row = document.activeElement?.closest('tbody[data-index]')?.querySelector<HTMLElement>('[data-name]')
    setHeaderOverlay({ type: 'palette', focusedRow: row?.dataset['name'] })
  }
  const menuButton = useRef<HTMLButtonElement>(null)
  const page = usePage()
  const { label, Component: CurrentPage } = pages[page]
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline) announcer.announceResolved('network', 'This browser is online again.')
    else announcer.announceProblem('network', 'offline', `This browser is offline. ${offlineMessage}`)
  }, [isOnline, announcer])
  useEffect(() => {
    document.title = `${label} · ${service.name} · Query Admin`
  }, [label, service.name])

  // All code is loaded after the first list: when it is needed, the network may be gone.
  const isReading = useIsFetching() > 0
  const [hasRead, setHasRead] = useState(false)
  useEffect(() => {
    if (isReading) return
    const timer = setTimeout(() => {
      setHasRead(true)
      void preloadLazyComponents()
    })
    return () => clearTimeout(timer)
  }, [isReading])

  // Announcements about one page end with it, and the next one begins at its top.
  useLayoutEffect(
    () => () => {
      toasts.set(undefined)
      window.scrollTo(0, 0)
    },
    [page, toasts],
  )

  return (
    <>
      <header className="top" hidden={isHidden}>
        <div className="skips">
          {page !== 'service' && (
            <>
              <button type="button" className="btn small" onClick={() => skipTo('input[type=search]')}>
                Skip to search
              </button>
              <button
                type="button"
                className="btn small"
                onClick={() => skipTo('[data-index="0"] [data-focus-fallback]')}
              >
                Skip to table
              </button>
            </>
          )}
        </div>
        <div className="top-in">
          <span className="brand">
            <Logo />
          </span>
          <nav className="nav" aria-label="Pages">
            {pageNames.map((name) => (
              <a key={name} href={formatHash(name)} aria-current={name === page ? 'page' : undefined}>
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
            aria-expanded={headerOverlay?.type === 'account-menu'}
            onClick={() => setHeaderOverlay({ type: 'account-menu' })}
          >
            <Initials />
            <span className="sr">Account menu: </span>
            <span className="svc-dot" />
            <span className="svc-name">{service.host}</span>
            {service.label !== undefined && <small translate="no">{service.label}</small>}
            <ChevronDown className="icon s14" aria-hidden="true" />
          </button>
        </div>
      </header>
      <main className="page" hidden={isHidden}>
        {!isOnline && (
          <PageBanner topic="offline" icon={<Unplug className="icon" aria-hidden="true" />}>
            <b>This browser is offline.</b> {offlineMessage}
          </PageBanner>
        )}
        {/* With a key, so that leaving a page unmounts it at once, with any revealed value. */}
        <CurrentPage key={page} />
      </main>
      <DeferredOverlays
        isAwaited={!hasRead}
        headerOverlay={headerOverlay}
        menuButton={menuButton}
        onHeaderOverlayChange={setHeaderOverlay}
      />
      <GlobalShortcuts onPalette={openPalette} onList={() => setHeaderOverlay({ type: 'shortcuts' })} />
      <Toast toasts={toasts} />
    </>
  )
}

/** *lw* of li.wei@example.test, *r* of root@example.test. */
export const emailInitials = (email: string): string | undefined =>
  /^([^@])(?:[^@]*?[._-]([^@]))?/.exec(email)?.slice(1).join('')

/** Whose session it is, in a circle: the initials of the email, or a key for an access token. */
function Initials() {
  const [email = ''] = useRowContext().ownEmails
  return (
    <span className="initials" aria-hidden="true">
      {emailInitials(email) ?? <Key className="icon s14" />}
    </span>
  )
}

/** What opens over the page. Its code would hold up the first rows: until they are there, it is drawn if it is open. */
function DeferredOverlays({ isAwaited, ...props }: ComponentProps<typeof Overlays> & { isAwaited: boolean }) {
  const isOpen = useStore(useAppContext().overlay) !== undefined || props.headerOverlay !== undefined
  return isAwaited && !isOpen ? null : <Overlays {...props} />
}

/** Focuses an element of the page, or its heading if there is none. */
function skipTo(selector: string): void {
  const main = document.querySelector('main')
  ;(main?.querySelector<HTMLElement>(selector) ?? main?.querySelector('h1'))?.focus()
}

function focusSearch(search: HTMLInputElement): void {
  search.focus()
  search.select()
}

/** Hears the keys of the whole page. Those of a row are heard by its table. */
export function GlobalShortcuts({
  onPalette,
  onList: onShowShortcuts,
}: Record<'onPalette' | 'onList', () => void>): null {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isCommandKey(event, 'k') && !isModalOpen()) {
      event.preventDefault()
      return onPalette()
    }
    const key = singleKeyShortcut(event)
    if (key === undefined || event.repeat) return
    const main = document.querySelector('main')
    const search = main?.querySelector<HTMLInputElement>('input[type=search]')
    const actionsByKey: Partial<Record<string, () => void>> = {
      '?': onShowShortcuts,
      ...(search && { '/': () => focusSearch(search) }),
      n: () => main?.querySelector<HTMLElement>(':is(.page-head, .blank) .btn.primary')?.click(),
    }
    const action =
      key in rowMoveKeys
        ? () => main?.querySelector<HTMLElement>('[data-index] [data-name]')?.focus()
        : actionsByKey[key]
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return null
}
