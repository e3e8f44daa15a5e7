import type { ComponentProps } from 'react'
import { cachedList } from '#web/resource/list-queries.ts'
import { SignedOutSheet } from '#web/session/sign-in-page.tsx'
import { useStore } from '#web/ui/store.ts'
import { findOwnAccountLoss } from '#web/users/own-account.ts'
import type { AppSession } from './create-session.ts'

/** The sign-in over the page. What came of the action that ended the session is known only after its end. */
export function SignedOutOverlay({
  appSession,
  ...props
}: { appSession: AppSession } & Omit<ComponentProps<typeof SignedOutSheet>, 'ownAccountLoss' | 'knownEmail'>) {
  const jobs = useStore(appSession.app.jobs)
  const list = cachedList(appSession.client, 'users')
  const [email, ...otherEmails] = appSession.app.rowContext().ownEmails
  return (
    <SignedOutSheet
      {...props}
      // A sign-out in another tab hides whose session it was.
      knownEmail={props.cause.by.by === 'elsewhere' || otherEmails.length > 0 ? undefined : email}
      ownAccountLoss={findOwnAccountLoss(appSession.backend, jobs, list)}
    />
  )
}
