import { createContext, useContext } from 'react'
import type { ProbeReport } from '#contract/probe/report.ts'
import type { ProbeOptions } from '#contract/probe/probe.ts'
import type { Service } from '#contract/service.ts'
import type { Identity, Place, SignedInPlaces } from '#web/session/sign-in-backend.ts'
import type { Announcer } from '#web/ui/live.tsx'
import type { Store } from '#web/ui/store.ts'
import type { ToastStore } from '#web/ui/toasts.ts'
import type { Activity } from '#web/writes/activity.ts'
import type { Changes } from '#web/list/changes.ts'
import type { SubmittedStore } from '#web/users/submitted-store.ts'
import type { KnowledgeStore } from '#web/service/knowledge.ts'
import type { LearnedStore } from '#web/service/learned-store.ts'
import type { NoteStore } from '#web/writes/notes.ts'
import type { PendingRecreationStore } from '#web/tokens/pending-recreations-store.ts'
import type { OpenForms } from '#web/writes/open-forms.ts'
import type { Saving } from '#web/writes/saving.ts'
import type { UnitStore } from '#web/writes/unit.ts'

/** Everything a page needs beyond React, made at sign-in and handed down. */
export interface Console {
  place: Place
  identity: Identity
  /** The account of whoever is signed in: from signing in, or as they said it themselves. */
  /**
   * What the account of whoever is signed in may be called: none where it is not known, two where a renaming could not be
   * read back.
   */
  you: Store<readonly string[]>
  service: Service
  /** The writes of this session, once their code is here. */
  saving: () => Promise<Saving>
  probe: (options: ProbeOptions) => Promise<ProbeReport>
  learned: LearnedStore
  unit: UnitStore
  notes: NoteStore
  activity: Activity
  changes: Changes
  submitted: SubmittedStore
  forms: OpenForms
  /** Where this person is signed in; undefined where there is no console server. */
  places: SignedInPlaces | undefined
  knowledge: KnowledgeStore
  pending: PendingRecreationStore
  /** Aborted by signing out: whatever is under way ends with it. */
  ended: AbortSignal
  announcer: Announcer
  toasts: ToastStore
  signOut: () => void
}

const ConsoleContext = createContext<Console | undefined>(undefined)

export const ConsoleProvider = ConsoleContext.Provider

/** @throws {Error} outside of a signed-in page. */
export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (console === undefined) throw new Error('no console around this component')
  return console
}
