import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { AppContextProvider } from '#web/jobs/app-context.tsx'
import { SessionProvider, type Session } from '#web/session/session.ts'
import { GeneratedPasswordsProvider } from '#web/secrets/generated-passwords.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createStore } from '#web/ui/store.ts'
import { createTestAppContext } from './token-app-context.ts'
import { testPasswords } from './passwords.ts'

/** Draws a part of a signed-in page alone, with only what it asks of the session. */
export function renderSignedIn(part: ReactElement, session: Partial<Session> = {}, desk = createTestAppContext().desk) {
  const announcer = createAnnouncer(Date.now)
  const passwords = testPasswords()
  const banners: Session['banners'] = createStore<ReturnType<Session['banners']['get']>>(new Map())
  const client = new QueryClient()
  client.setQueryData(['tokens'], desk.actionContext('tokens').list)
  const around = (drawn: ReactElement) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={{ announcer, banners, ...session } as Session}>
        <AppContextProvider value={desk}>
          <GeneratedPasswordsProvider value={passwords}>{drawn}</GeneratedPasswordsProvider>
        </AppContextProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  render(around(part))
  return { user: userEvent.setup({ delay: null }), passwords, alerted: () => announcer.spoken.get().assertive }
}
