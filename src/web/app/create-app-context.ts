import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#api/api-client.ts'
import type { ResourceName } from '#api/problem.ts'
import { currentName, type Outcome } from '#api/write/outcome.ts'
import type { NewerList } from '#api/write/verify.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { AppContext, Overlay } from '#web/jobs/app-context.tsx'
import { createConfirmationQueue } from '#web/jobs/confirmations.ts'
import type { JobItem } from '#web/jobs/job.ts'
import { createJobStore, type RetoldItem } from '#web/jobs/job-store.ts'
import type { AnyOutcome, ResourceBackend } from '#web/jobs/run-job.ts'
import { createListCacheUpdater } from '#web/resource/list-cache.ts'
import { cachedList, readOnlyReason } from '#web/resource/list-queries.ts'
import { rowBeforeWrite } from '#web/resource/outcome-facts.ts'
import {
  describeCompleted,
  describeOutcome,
  describeLaterOutcome,
  isSaidAlready,
} from '#web/resource/outcome-message.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import { createTimeUnitStore, createUpdateEffectStore } from '#web/resource/row-context.ts'
import type { GeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import type { ServiceInfo } from '#web/session/console-server.ts'
import { isReadOnly, showReadOnlyReason } from '#web/session/session.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'
import { createTokenBackend } from '#web/tokens/backend.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import { loadEssentialParts, partLost, reloadPage } from '#web/ui/lazy.tsx'
import { createStore } from '#web/ui/store.ts'
import type { ToastStore, ToastAction } from '#web/ui/toast.tsx'
import { createUserBackend } from '#web/users/backend.ts'
import { findOwnEmails } from '#web/users/own-account.ts'
import { userResource } from '#web/users/resource.ts'
import { announceJob, withSlowAnnouncement } from './announce-job.ts'

/** What the actions of a person need from outside. It outlives a session that ends in place. */
interface AppContextDependencies {
  client: QueryClient
  /** Milliseconds since 1970. */
  now: () => number
  serviceInfo: ServiceInfo
  announcer: Announcer
  toasts: ToastStore
  passwords: Pick<GeneratedPasswords, 'settle'>
  /** What comes next after a row was created. */
  createdFollowUp: (resource: ResourceName, name: string) => ToastAction | undefined
}

/** The service in the session as it is now. */
interface ConnectedSession {
  api: ApiClient
  /** How the admin signed in. `email` undefined: it is unknown. `since`: milliseconds since 1970. */
  identity: { email: string | undefined; since: number }
  /** Aborted at its end. */
  signal: AbortSignal
}

/** The app context of a person, until the page is left. */
interface AppContextHandle {
  app: AppContext
  /** Another session of the same person. */
  attachSession(next: ConnectedSession): void
  /** The session is over: nothing more is sent or confirmed. */
  endSession(reason: SignOutReason): void
}

/** A list in which nothing is known but one row; undefined: there is none of this name. */
const listOfRow = (
  name: string,
  row: TimestampedRow | undefined,
  readStartedAt: number,
): NewerList<TimestampedRow> => ({
  readStartedAt,
  unreadableRows: [],
  indexOf: (otherName) => (otherName === name && row !== undefined ? 0 : -1),
  at: () => row ?? { created_at: undefined, updated_at: undefined },
})

const resources: Readonly<Record<ResourceName, AnyResourceDefinition>> = { tokens: tokenResource, users: userResource }

/** Puts together what actions run on. Nothing in it asks which resource it is: each has one backend. */
export function createAppContext(dependencies: AppContextDependencies, initial: ConnectedSession): AppContextHandle {
  const { client, now, serviceInfo, announcer, toasts, passwords } = dependencies
  const timeUnit = createTimeUnitStore(client)
  const updateEffect = createUpdateEffectStore()
  const lists = createListCacheUpdater(client, resources)
  const confirmations = createConfirmationQueue()
  let session = initial
  let backends = createBackends()

  function createBackends(): Readonly<Record<ResourceName, ResourceBackend>> {
    const { api, signal } = session
    return {
      tokens: createTokenBackend({ api, signal, now, timeUnit, updateEffect }),
      users: createUserBackend({ api, signal, now, list: () => cachedList(client, 'users'), ownEmails }),
    }
  }
  function ownEmails() {
    return findOwnEmails(session.identity, jobs.get(), cachedList(client, 'users'))
  }
  const clockOffset = () => Math.round((session.api.clock.surely()?.ms ?? 0) / 1000) * 1000
  const rowContext = () => ({
    now: now() + clockOffset(),
    timeUnit: timeUnit.get(),
    updateEffect: updateEffect.get().effect,
    wasUnseenReported: updateEffect.get().wasUnseenReported,
    ownEmails: ownEmails(),
  })
  const describe = (name: ResourceName, outcome: Outcome<TimestampedRow, object>) =>
    describeOutcome(outcome, resources[name], rowContext())

  /** What a list makes of an item; undefined: what was told stands. */
  const describeByList = (
    name: ResourceName,
    item: JobItem,
    outcome: AnyOutcome,
    list: NewerList<TimestampedRow>,
  ): RetoldItem | undefined => {
    const laterOutcome = backends[name].reverify(outcome, list)
    if (laterOutcome === undefined) return undefined
    const described =
      describeLaterOutcome(outcome, laterOutcome, resources[name], rowContext()) ?? describe(name, outcome)
    if (isSaidAlready(described, item)) return undefined
    return described.facts.status === 'success' ? { ...described, currentName: currentName(laterOutcome) } : described
  }
  /** Tells earlier outcomes of rows that were written to again, which no later list can prove: by what these writes met, and did. */
  const retellEarlier = (name: ResourceName, outcomes: readonly AnyOutcome[]) => {
    const nextWrites = new Map(outcomes.map((outcome) => [outcome.request.previousName, outcome]))
    jobs.retell(name, (item, outcome) => {
      const next = nextWrites.get(item.currentName)
      if (next === undefined || item.facts === undefined) return undefined
      const completed = describeCompleted({ outcome, facts: item.facts }, next, resources[name], rowContext())
      const met = rowBeforeWrite(next)
      if (completed !== undefined || met === undefined || item.facts.isOpen !== true) return completed
      return describeByList(name, item, outcome, listOfRow(item.currentName, met.row, next.readStartedAt))
    })
  }

  const jobs = createJobStore({
    isReady: () =>
      loadEssentialParts().then(
        () => true,
        () => {
          toasts.show(partLost, { mark: 'failed', action: { label: 'Reload', run: reloadPage } })
          return false
        },
      ),
    now,
    runTasks: (name) => withSlowAnnouncement(backends[name].runTasks, announcer),
    showOutcomes(name, outcomes) {
      backends[name].learnFrom({ outcomes })
      retellEarlier(name, outcomes)
      lists.show(name, outcomes)
    },
    describe(name, outcome) {
      const described = describe(name, outcome)
      backends[name].learnFrom({ described: outcome })
      return described
    },
    onEnd(job, settledItems) {
      if (resources[job.resource].forms.password !== undefined) passwords.settle(settledItems)
      lists.afterwards(() => {
        announceJob(job, settledItems, { resources, announcer, toasts, createdFollowUp: dependencies.createdFollowUp })
        if (settledItems.some(({ facts }) => facts?.status === 'unknown' && facts.isOpen)) lists.refresh(job.resource)
        lists.lookAgain(job.resource)
      })
    },
  })
  lists.onRead((name, list) => {
    const backend = backends[name]
    backend.learnFrom({ list })
    jobs.retell(name, (item, outcome, isLast) => (isLast ? describeByList(name, item, outcome, list) : undefined))
  })

  return {
    app: {
      jobs,
      confirmations,
      resources,
      actionContext: (name) => ({
        ...rowContext(),
        list: cachedList(client, name),
        service: serviceInfo,
        isWarned: updateEffect.get().isWarned,
      }),
      isReadOnly: (name, isInForm) => isReadOnly(isInForm ? undefined : readOnlyReason(client, name)),
      showReadOnlyReason: (name, isInForm) =>
        showReadOnlyReason({ toasts }, isInForm ? undefined : readOnlyReason(client, name)),
      showError: (errorText) => toasts.show(errorText, { mark: 'failed' }),
      updateEffect,
      overlay: createStore<Overlay | undefined>(undefined),
      timeUnit,
      clockOffset,
      rowContext,
    },
    attachSession(next) {
      session = next
      backends = createBackends()
    },
    endSession(reason) {
      jobs.stopAll(reason)
      confirmations.cancel()
      lists.end()
    },
  }
}
