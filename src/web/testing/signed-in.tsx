import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { DeskProvider } from '#web/jobs/desk.tsx'
import { SessionProvider, type Session } from '#web/session/session.ts'
import { PasswordsProvider } from '#web/sheet/passwords.ts'
import { createAnnouncer } from '#web/ui/live.tsx'
import { createStore } from '#web/ui/store.ts'
import { tokenDesk } from './token-desk.ts'
import { testPasswords } from './passwords.ts'

/** Draws a part of a signed-in page alone, with only what it asks of the session. */
export function renderSignedIn(part: ReactElement, session: Partial<Session> = {}, desk = tokenDesk().desk) {
  const announcer = createAnnouncer(Date.now)
  const passwords = testPasswords()
  const banners: Session['banners'] = createStore<ReturnType<Session['banners']['get']>>(new Map())
  const client = new QueryClient()
  client.setQueryData(['tokens'], desk.knows('tokens').list)
  const around = (drawn: ReactElement) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={{ announcer, banners, ...session } as Session}>
        <DeskProvider value={desk}>
          <PasswordsProvider value={passwords}>{drawn}</PasswordsProvider>
        </DeskProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  render(around(part))
  return { user: userEvent.setup({ delay: null }), passwords, alerted: () => announcer.spoken.get().assertive }
}
