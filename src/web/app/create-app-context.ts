import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#api/api-client.ts'
import type { ResourceName } from '#api/problem.ts'
import type { AppContext } from '#web/jobs/app-context.tsx'
import { entryOverlay } from '#web/router/overlay.ts'
import { createConfirmationQueue } from '#web/jobs/confirmations.ts'
import { createContextSource } from '#web/jobs/context-source.ts'
import { createJobStore } from '#web/jobs/job-store.ts'
import type { ResourceBackend } from '#web/jobs/run-job.ts'
import { createListCacheUpdater } from '#web/resource/list-cache.ts'
import { cachedList } from '#web/resource/list-queries.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import type { GeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'
import { createTokenBackend } from '#web/tokens/backend.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import { addEssentialPart, loadEssentialParts, partLost, reloadPage } from '#web/ui/lazy.tsx'
import type { ToastStore } from '#web/ui/toast.tsx'
import { createUserBackend } from '#web/users/backend.ts'
import { findOwnEmails } from '#web/users/own-account.ts'
import { userResource } from '#web/users/resource.ts'
import { announceJob, withSlowAnnouncement } from './announce-job.ts'

/** What the actions of a person need from outside. It outlives a session that ends in place. */
interface AppContextDependencies {
  client: QueryClient
  /** Milliseconds since 1970. */
  now: () => number
  announcer: Announcer
  toasts: ToastStore
  passwords: Pick<GeneratedPasswords, 'settle' | 'compare'>
  tabLists: AppContext['tabLists']
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

const resources: Readonly<Record<ResourceName, AnyResourceDefinition>> = { tokens: tokenResource, users: userResource }

/** Puts together what actions run on. Nothing in it asks which resource it is: each has one backend. */
export function createAppContext(dependencies: AppContextDependencies, initial: ConnectedSession): AppContextHandle {
  const { client, now, announcer, toasts, passwords, tabLists } = dependencies
  let session = initial
  const users = () => cachedList(client, 'users')
  const ownEmails = () => findOwnEmails(session.identity, jobs.get(), users())
  const clock = () => session.api.clock
  const contexts = createContextSource({ client, now, clock, ownEmails })
  const createBackends = (): Readonly<Record<ResourceName, ResourceBackend>> => ({
    tokens: createTokenBackend({ ...session, ...contexts, now }),
    users: createUserBackend({ ...session, now, list: users, ownEmails }),
  })
  let backends = createBackends()
  const lists = createListCacheUpdater(client, resources)
  const confirmations = createConfirmationQueue()
  /** What says what came of writes: loaded before the first job begins. */
  let outcomeMessages: Awaited<ReturnType<typeof loadOutcomeMessages>> | undefined
  const loadOutcomeMessages = async () => {
    const [{ describeOutcome }, { createLaterOutcomes }] = await Promise.all([
      import('#web/resource/outcome-message.ts'),
      import('#web/jobs/later-outcomes.ts'),
    ])
    return {
      describe: describeOutcome,
      later: createLaterOutcomes({ ...contexts, jobs, resources, backendOf: (name) => backends[name] }),
    }
  }
  const jobs = createJobStore({
    isReady: () => loadPartsOrSay(app, async () => void (outcomeMessages ??= await loadOutcomeMessages())),
    now,
    runTasks: (name) => withSlowAnnouncement(backends[name].runTasks, announcer),
    showOutcomes(name, outcomes) {
      backends[name].learnFrom({ outcomes })
      outcomeMessages?.later.retellByWrites(name, outcomes)
      lists.show(name, outcomes)
    },
    describe(name, outcome) {
      const described = outcomeMessages!.describe(outcome, resources[name], contexts.rowContext())
      backends[name].learnFrom({ described: outcome })
      return described
    },
    onEnd(job, settledItems) {
      if (resources[job.resource].forms.password !== undefined) passwords.settle(settledItems)
      lists.afterwards(() => {
        if (session.signal.aborted) return // signed out: nothing of it is said any more
        announceJob(job, settledItems, { ...dependencies, resources })
        if (settledItems.some(({ facts }) => facts?.status === 'unknown' && facts.isOpen)) lists.refresh(job.resource)
        lists.lookAgain(job.resource)
      })
    },
  })
  lists.onRead((name, list) => {
    backends[name].learnFrom({ list })
    if (resources[name].forms.password !== undefined) passwords.compare(list)
    outcomeMessages?.later.retellByList(name, list)
  })
  const app = {
    ...contexts,
    jobs,
    confirmations,
    resources,
    toasts,
    tabLists,
    refreshList: lists.refresh,
    overlay: entryOverlay,
  }
  return {
    app,
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

addEssentialPart(() => import('#api/write/verified-writer.ts'))
addEssentialPart(() => import('#api/write/repair.ts'))
addEssentialPart(() => import('#api/write/replace.ts'))
addEssentialPart(() => import('#web/jobs/later-outcomes.ts'))

/** Loads the code that a job may need midway. False: it can’t be had, and a toast says so. */
const loadPartsOrSay = (app: AppContext, loadMore: () => Promise<void>): Promise<boolean> =>
  Promise.all([import('#web/jobs/unrecreated-rows.ts'), loadMore(), loadEssentialParts()]).then(
    ([{ unrecreatedTokens }]) => unrecreatedTokens(app) !== undefined,
    () => {
      app.toasts.show(partLost, { severity: 'error', action: { label: 'Reload', run: reloadPage } })
      return false
    },
  )
