import { createContext, useContext } from 'react'
import type { Service } from '#contract/service.ts'
import type { Place, Probe, Signed, SignedInPlaces } from '#web/session/sign-in-backend.ts'
import type { Announcer } from '#web/ui/live.tsx'
import type { Store } from '#web/ui/store.ts'
import type { ToastStore } from '#web/ui/toasts.ts'
import type { Banners } from '#web/ui/banner.tsx'
import type { Changes } from '#web/list/changes.ts'
import type { GeneratedPasswords } from '#web/users/generated-passwords.ts'
import type { KnowledgeStore } from '#web/service/knowledge.ts'
import type { LearnedStore } from '#web/service/learned-store.ts'
import type { Dialogs } from '#web/writes/acts/dialogs.ts'
import type { Outcome, Outcomes } from '#web/writes/outcomes/outcomes.ts'
import type { PendingRecreationStore } from '#web/tokens/pending-recreations-store.ts'
import type { OpenForms } from '#web/writes/open-forms.ts'
import type { Saving } from '#web/writes/saving.ts'
import type { UnitStore } from '#web/writes/unit.ts'

/** Everything a page needs besides React, created at sign-in. */
export interface Session {
  place: Place
  identity: Pick<Signed, 'since' | 'kept'>
  /**
   * The emails that the signed-in account may have: none if unknown, two if a change of email could not be read back.
   */
  you: Store<readonly string[]>
  /** The email of the signed-in account, once the service has accepted its deletion. */
  deletedYou: Store<string | undefined>
  service: Service
  /** Loads the code for writing on the first call. */
  saving: () => Promise<Saving>
  probe: Probe
  learned: LearnedStore
  unit: UnitStore
  outcomes: Outcomes
  /** A save to undo, until the page of its resource takes it. */
  undoing: Store<Outcome | undefined>
  passwords: GeneratedPasswords
  changes: Changes
  forms: OpenForms
  /** This person's sessions; undefined without a console server. */
  places: SignedInPlaces | undefined
  knowledge: KnowledgeStore
  pending: PendingRecreationStore
  /** Aborted at sign-out, together with every call in progress. */
  ended: AbortSignal
  /** Aborted when the session is over, even if the same person may sign in again. */
  over: AbortSignal
  announcer: Announcer
  toasts: ToastStore
  dialogs: Dialogs
  banners: Banners
  signOut: () => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

/** @throws {Error} outside a signed-in page. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('no session around this component')
  return session
}
