import type { QueryClient } from '@tanstack/react-query'
import type { ResourceName } from '#api/problem.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import { type ToastStore, type ToastAction, showCountedToast } from '#web/ui/toast.tsx'
import { type Job, type JobItem, isJobRunning, jobCountsText, jobTitle } from '#web/jobs/job.ts'
import { isAccepted, isValueUnseen, type Outcome, outcomeRow, isReplaced, isRepaired } from '#api/write/outcome.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import type { OutcomeStatus } from '#web/resource/outcome-facts.ts'
import { describeOutcome, describeLaterOutcome, isSaidAlready } from '#web/resource/outcome-message.ts'
import { type RunTasks, createJobStore } from '#web/jobs/job-store.ts'
import { noResponseMessage, slowAfterMs } from '#web/ui/placeholders.tsx'
import type { ServiceInfo } from '#web/session/console-server.ts'
import type { GeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import type { ApiClient } from '#api/api-client.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { userResource } from '#web/users/resource.ts'
import { createTimeUnitStore, createUpdateEffectStore } from '#web/resource/row-context.ts'
import { createListCacheUpdater } from '#web/resource/list-cache.ts'
import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import { createKeyedQueue } from '#api/write/keyed-queue.ts'
import { createTokenWriter, createUserWriter, createUnlistedUserWriter, type TokenOutcome } from '#api/write/writers.ts'
import { runTokenTasks } from '#web/tokens/backend.ts'
import { runUserTasks } from '#web/users/backend.ts'
import type { User } from '#api/user.ts'
import { findOwnEmails, mayBeOwnAccount } from '#web/users/own-account.ts'
import { loadEssentialParts, partLost, reloadPage } from '#web/ui/lazy.tsx'
import { observedUpdateEffect, listedUpdateEffect } from '#api/service-facts.ts'
import type { Token } from '#api/token.ts'
import { createConfirmationQueue } from '#web/jobs/confirmations.ts'
import type { AppContext, Overlay } from '#web/jobs/app-context.tsx'
import type { ActionContext } from '#web/resource/action.ts'
import { isReadOnly, showReadOnlyReason } from '#web/session/session.ts'
import { cachedList, readOnlyReason } from '#web/resource/list-queries.ts'
import { createStore } from '#web/ui/store.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'

interface AnnounceDependencies {
  resources: Readonly<Record<ResourceName, AnyResourceDefinition>>
  announcer: Pick<Announcer, 'announce' | 'alert'>
  toasts: ToastStore
  /** What comes next after a row was created. */
  createdFollowUp: (resource: ResourceName, name: string) => ToastAction | undefined
}

/** Announces what came of a job: of one row as soon as it has ended, of several once. */
export function announceJob(
  job: Job,
  settledItems: readonly JobItem[],
  { resources, announcer, toasts, createdFollowUp }: AnnounceDependencies,
): void {
  const { noun, actions } = resources[job.resource]
  if (job.items.length > 1) {
    if (isJobRunning(job)) return
    const counts = jobCountsText(job)
    return announcer.announce(`${jobTitle(job, noun)}${counts.includes(',') ? `: ${counts}` : ''}.`)
  }
  for (const { currentName: name, facts, message, outcome } of settledItems) {
    if (facts === undefined || message === undefined) continue
    const operation = actions[job.action]?.operation
    const isDone = facts.status === 'success' && outcome !== undefined && isAccepted(outcome)
    if (isDone && operation === 'create')
      showCountedToast(toasts, noun, 'created', name, createdFollowUp(job.resource, name))
    if (isDone && operation === 'delete') showCountedToast(toasts, noun, 'deleted', name)
    const announcement =
      isDone && operation === 'create'
        ? `${displayText(name)} created.`
        : `${displayText(name)}: ${uncapitalized(message.text)}`
    if (job.isInForm && facts.status === 'error') announcer.alert(announcement)
    else announcer.announce(announcement, statusSummary[facts.status])
  }
}

/** The outcome in a word or two, for counting several. */
const statusSummary: Readonly<Record<OutcomeStatus, string>> = {
  success: 'saved',
  error: 'not saved',
  unknown: 'not confirmed',
}

const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Announces, too, when there is no answer to a write of one row after five seconds. */
export const withSlowAnnouncement =
  (doTasks: RunTasks, announcer: Pick<Announcer, 'announce'>): RunTasks =>
  async (tasks, watch) => {
    if (tasks.length > 1) return doTasks(tasks, watch)
    let timer: ReturnType<typeof setTimeout> | undefined
    const onSend = (name: string) => {
      clearTimeout(timer)
      timer = setTimeout(() => announcer.announce(`${displayText(name)}: ${noResponseMessage}`), slowAfterMs)
      watch.onSend(name)
    }
    try {
      return await doTasks(tasks, { ...watch, onSend })
    } finally {
      clearTimeout(timer)
    }
  }

/** What a desk needs from outside. It outlives a session that ends in place. */
interface AppContextDependencies {
  client: QueryClient
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

const resources: Readonly<Record<ResourceName, AnyResourceDefinition>> = { tokens: tokenResource, users: userResource }

/** Opens the place where acts are done. `attach` gives it the service of each session of the same person. */
export function createAppContext(dependencies: AppContextDependencies, initial: ConnectedSession) {
  const { client, now, serviceInfo, announcer, toasts } = dependencies
  const timeUnit = createTimeUnitStore(client)
  const updateEffect = createUpdateEffectStore()
  const listUpdater = createListCacheUpdater(client, resources)
  const listOf = (name: ResourceName) => cachedList(client, name)
  let current = initial
  let writers = createWriters(initial)

  /** The writes of one session. Those of one row take turns. */
  function createWriters({ api, signal }: ConnectedSession) {
    const turns = { tokens: createKeyedQueue(), users: createKeyedQueue() }
    const writerOptions = (name: ResourceName) => ({ turns: turns[name], now, signal })
    return {
      tokens: createTokenWriter(api.tokens, { ...writerOptions('tokens'), clock: api.clock }, timeUnit.get),
      users: createUserWriter(api.users, writerOptions('users'), isYou),
      unlistedUsers: createUnlistedUserWriter(api.users, writerOptions('users'), isYou),
    }
  }
  const hasUsers = () => listOf('users') !== undefined
  const currentWriter = {
    tokens: () => writers.tokens,
    users: () => (hasUsers() ? writers.users : writers.unlistedUsers),
  }
  const taskRunners: Readonly<Record<ResourceName, () => RunTasks>> = {
    tokens: () => runTokenTasks(writers.tokens),
    users: () => runUserTasks(currentWriter.users(), userList),
  }
  const userList = () => cachedList(client, 'users')
  const currentOwnEmails = () => findOwnEmails(current.identity, jobs.get(), userList())
  function isYou(user: User): boolean {
    return mayBeOwnAccount(user, { ownEmails: currentOwnEmails(), list: userList() })
  }
  const rowContext = () => ({
    now: now(),
    clockOffset: current.api.clock.surely()?.ms ?? 0,
    timeUnit: timeUnit.get(),
    updateEffect: updateEffect.get().effect,
    isUnseenTold: updateEffect.get().isUnseenTold,
    ownEmails: currentOwnEmails(),
  })
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
    runTasks: (name) => withSlowAnnouncement(taskRunners[name](), announcer),
    describe(name, outcome) {
      const described = describeOutcome(outcome, resources[name], rowContext())
      if (resources[name] === resources.tokens && isValueUnseen(outcome as TokenOutcome)) updateEffect.toldUnseen()
      return described
    },
    showOutcomes(name, outcomes) {
      for (const outcome of outcomes) recordUpdateEffect(name, outcome)
      listUpdater.show(name, outcomes)
    },
    onEnd(job, settledItems) {
      if (resources[job.resource].forms.password !== undefined) dependencies.passwords.settle(settledItems)
      listUpdater.afterwards(() => {
        announceJob(job, settledItems, { resources, announcer, toasts, createdFollowUp: dependencies.createdFollowUp })
        if (settledItems.some(({ facts }) => facts?.status === 'unknown' && facts.isOpen))
          listUpdater.refresh(job.resource)
        listUpdater.lookAgain(job.resource)
      })
    },
  })
  /** What a save shows of what updates do to values. */
  function recordUpdateEffect(name: ResourceName, outcome: Outcome<TimestampedRow, object>): void {
    const { before } = outcome.request
    const row = outcomeRow(outcome)
    if (resources[name] !== resources.tokens || row === undefined || outcome.valueChange === undefined) return
    if (isReplaced(outcome)) return
    const effect = observedUpdateEffect(before as Token | undefined, row as Token, outcome.valueChange, timeUnit.get())
    if (effect !== undefined) updateEffect.saw(isRepaired(outcome) === true ? 'replaces-and-needs-repair' : effect)
  }
  listUpdater.onRead((name, list) => {
    if (resources[name] === resources.tokens)
      updateEffect.listed(() => listedUpdateEffect(list as RowList<Token>, timeUnit.get()))
    const verifyLater = currentWriter[name]().later as (
      ...args: unknown[]
    ) => Outcome<TimestampedRow, object> | undefined
    jobs.retell(name, (item, outcome) => {
      const laterOutcome = verifyLater(outcome, list)
      if (laterOutcome === undefined) return undefined
      const described =
        describeLaterOutcome(outcome, laterOutcome, resources[name], rowContext()) ??
        describeOutcome(outcome, resources[name], rowContext())
      return isSaidAlready(described, item) ? undefined : described
    })
  })
  const confirmations = createConfirmationQueue()
  const app: AppContext = {
    jobs,
    confirmations,
    resources,
    actionContext: (name): ActionContext<TimestampedRow> => ({
      ...rowContext(),
      list: listOf(name),
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
    rowContext,
  }
  return {
    app,
    /** Another session of the same person. */
    attachSession(next: ConnectedSession) {
      current = next
      writers = createWriters(next)
    },
    /** The session is over: nothing more is sent or asked. */
    endSession(reason: SignOutReason) {
      jobs.stopAll(reason)
      confirmations.cancel()
      listUpdater.end()
    },
  }
}
