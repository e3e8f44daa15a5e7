import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { AppContextProvider } from '#web/jobs/app-context.tsx'
import { SessionProvider, type Session } from '#web/session/session.ts'
import { GeneratedPasswordsProvider } from '#web/secrets/generated-passwords.ts'
import { listKey } from '#web/resource/list-queries.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createStore } from '#web/ui/store.ts'
import { createTestAppContext } from './token-app-context.ts'
import { testPasswords } from './passwords.ts'

/** Draws a part of a signed-in page alone, with only what it asks of the session. */
export function renderSignedIn(part: ReactElement, session: Partial<Session> = {}, app = createTestAppContext().app) {
  const announcer = createAnnouncer(Date.now)
  const passwords = testPasswords()
  const banners: Session['banners'] = createStore<ReturnType<Session['banners']['get']>>(new Map())
  const client = new QueryClient()
  client.setQueryData(listKey('tokens'), app.actionContext('tokens').list)
  const withProviders = (content: ReactElement) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={{ announcer, banners, ...session } as Session}>
        <AppContextProvider value={app}>
          <GeneratedPasswordsProvider value={passwords}>{content}</GeneratedPasswordsProvider>
        </AppContextProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  render(withProviders(part))
  const { spoken } = announcer
  return {
    user: userEvent.setup({ delay: null }),
    passwords,
    alerted: () => spoken.get().assertive,
    announced: () => spoken.get().polite,
  }
}
