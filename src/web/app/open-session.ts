import { QueryClient } from '@tanstack/react-query'
import { createActivity } from '#web/writes/activity.ts'
import type { Service } from '#contract/service.ts'
import { openChanges } from '#web/list/changes.ts'
import { tokenList, userList } from '#web/list/lists.ts'
import { routeOf, type Page } from './route.ts'
import type { Console } from './console.tsx'
import { createGeneratedPasswords } from '#web/users/generated-passwords.ts'
import { createSubmitted } from '#web/users/submitted-store.ts'
import { createKnowledge } from '#web/service/knowledge.ts'
import { createLearned } from '#web/service/learned-store.ts'
import { createNotes } from '#web/writes/notes.ts'
import { createPendingRecreations } from '#web/tokens/pending-recreations-store.ts'
import { createOpenForms } from '#web/writes/open-forms.ts'
import { savingOnceLoaded } from '#web/writes/use-write.ts'
import { createUnitStore } from '#web/writes/unit.ts'
import type { Place, Signed } from '#web/session/sign-in-backend.ts'
import type { Announcer } from '#web/ui/live.tsx'
import { createStore } from '#web/ui/store.ts'
import { createToasts } from '#web/ui/toasts.ts'

/**
 * Everything from sign-in to sign-out. Signing in again in the middle of work replaces the service in it, not the rest.
 */
export interface Session {
  console: Console
  client: QueryClient
  signed: Signed
  /** A new number for each new person, so that nothing on the page outlives one. */
  person: number
  /** Ends every call and every queued write. */
  end: AbortController
}

let people = 0

/** The list that each page starts with. */
const firstLists: Partial<Record<Page, (client: QueryClient, service: Service) => Promise<void>>> = {
  tokens: (client, service) => client.prefetchQuery(tokenList(service)),
  users: (client, service) => client.prefetchQuery(userList(service)),
}

/** Opens a session around a service. `before`: the session of the same person that ended in the middle of work. */
export function openSession(
  signed: Signed,
  before: Session | undefined,
  place: Place,
  { now, announcer }: { now: () => number; announcer: Announcer },
  signOut: () => void,
): Session {
  const { service, probe, email, since, kept: credential, places } = signed
  before?.end.abort()
  before?.signed.timer?.stop()
  const client = before?.client ?? new QueryClient()
  const end = new AbortController()
  const kept = before?.console
  const learned = kept?.learned ?? createLearned(localStorage, place.address)
  const knowledge = kept?.knowledge ?? createKnowledge(learned, localStorage, place.address)
  const browser = { storage: localStorage, locks: navigator.locks, window, now }
  const pending = kept?.pending ?? createPendingRecreations(browser, place.address, email)
  const unit = kept?.unit ?? createUnitStore(client)
  // Requested before the page is drawn: the page then waits only for the answer.
  if (before === undefined) void firstLists[routeOf(window.location.hash).page]?.(client, service)
  return {
    client,
    end,
    signed,
    person: before?.person ?? (people += 1),
    console: {
      place,
      identity: { email, since, kept: credential },
      you: createStore<readonly string[]>(email === undefined ? [] : [email]),
      service,
      probe,
      learned,
      saving: savingOnceLoaded((code) => code.createSaving(service, { now, signal: end.signal, pending }, unit.get)),
      unit,
      notes: kept?.notes ?? createNotes(),
      passwords: kept?.passwords ?? createGeneratedPasswords(window),
      submitted: kept?.submitted ?? createSubmitted(),
      places,
      forms: kept?.forms ?? createOpenForms(),
      activity: kept?.activity ?? createActivity(now),
      knowledge,
      changes: openChanges(place.address, end.signal),
      ended: end.signal,
      pending,
      announcer,
      toasts: kept?.toasts ?? createToasts(announcer),
      banners: kept?.banners ?? createStore<ReturnType<Console['banners']['get']>>(new Map()),
      signOut,
    },
  }
}
