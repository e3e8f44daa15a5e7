import type { QueryClient } from '@tanstack/react-query'
import type { ResourceName } from '#api/problem.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import { type ToastStore, type ToastAction, showCountedToast } from '#web/ui/toast.tsx'
import { type Job, type JobItem, isJobRunning, jobCountsText, jobTitle } from '#web/jobs/job.ts'
import { isAccepted, isValueUnseen, type Outcome, outcomeRow, isReplaced, isRepaired } from '#api/write/outcome.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { type ResultMessage, describeOutcome, describeLaterOutcome } from '#web/resource/outcome-message.ts'
import { type RunTasks, createJobStore } from '#web/jobs/job-store.ts'
import { noResponseMessage, slowAfterMs } from '#web/ui/placeholders.tsx'
import type { ServiceInfo } from '#web/session/place.ts'
import type { GeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import type { ApiClient } from '#api/api-client.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { userResource } from '#web/users/resource.ts'
import { createTimeUnitStore, createUpdateEffectStore } from '#web/resource/service-facts.ts'
import { createListCacheUpdater } from '#web/resource/list-cache.ts'
import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import { createKeyedQueue } from '#api/write/keyed-queue.ts'
import { createTokenWriter, createUserWriter, createUnlistedUserWriter, type TokenOutcome } from '#api/write/writers.ts'
import { runTokenTasks } from '#web/tokens/hooks.ts'
import { runUserTasks } from '#web/users/hooks.ts'
import type { User } from '#api/user.ts'
import { findOwnEmails, mayBeOwnAccount } from '#web/users/own-account.ts'
import { loadEssentialParts, partLost, reloadPage } from '#web/ui/lazy.tsx'
import { observedUpdateEffect, listedUpdateEffect } from '#api/service-facts.ts'
import type { Token } from '#api/token.ts'
import { createConfirmationQueue } from '#web/jobs/confirmations.ts'
import type { AppContext, Overlay } from '#web/jobs/app-context.tsx'
import type { ActionContext } from '#web/resource/action.ts'
import { blockIfReadOnly } from '#web/session/session.ts'
import { readOnlyReason } from '#web/resource/list-queries.ts'
import { createStore } from '#web/ui/store.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'

interface Tells {
  resources: Readonly<Record<ResourceName, AnyResourceDefinition>>
  announcer: Pick<Announcer, 'announce' | 'alert'>
  toasts: ToastStore
  /** What comes next after a row was created. */
  nextAfter: (resource: ResourceName, name: string) => ToastAction | undefined
}

/** Announces what came of a job: of one row as soon as it has ended, of several once. */
export function announceJob(
  job: Job,
  ended: readonly JobItem[],
  { resources, announcer, toasts, nextAfter }: Tells,
): void {
  const { noun, acts } = resources[job.resource]
  if (job.items.length > 1) {
    if (isJobRunning(job)) return
    const counts = jobCountsText(job)
    return announcer.announce(`${jobTitle(job, noun)}${counts.includes(',') ? `: ${counts}` : ''}.`)
  }
  for (const { currentName: name, message, outcome } of ended) {
    if (message === undefined) continue
    const does = acts[job.action]?.operation
    const isDone = message.status === 'success' && outcome !== undefined && isAccepted(outcome)
    if (isDone && does === 'create') showCountedToast(toasts, noun, 'created', name, nextAfter(job.resource, name))
    if (isDone && does === 'delete') showCountedToast(toasts, noun, 'deleted', name)
    const says =
      isDone && does === 'create'
        ? `${displayText(name)} created.`
        : `${displayText(name)}: ${uncapitalized(message.text)}`
    if (job.isInForm && message.status === 'error') announcer.alert(says)
    else announcer.announce(says, outcomeWords[message.status])
  }
}

/** The outcome in a word or two, for counting several. */
const outcomeWords: Readonly<Record<ResultMessage['status'], string>> = {
  success: 'saved',
  error: 'not saved',
  unknown: 'not confirmed',
}

const uncapitalized = (says: string) => says.charAt(0).toLowerCase() + says.slice(1)

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
interface World {
  client: QueryClient
  now: () => number
  place: ServiceInfo
  announcer: Announcer
  toasts: ToastStore
  passwords: Pick<GeneratedPasswords, 'settle'>
  /** What comes next after a row was created. */
  nextAfter: (resource: ResourceName, name: string) => ToastAction | undefined
}

/** The service in the session as it is now. */
interface Signed {
  service: ApiClient
  /** How the admin signed in. `email` undefined: it is unknown. `since`: milliseconds since 1970. */
  identity: { email: string | undefined; since: number }
  /** Aborted at its end. */
  signal: AbortSignal
}

const resources: Readonly<Record<ResourceName, AnyResourceDefinition>> = { tokens: tokenResource, users: userResource }

/** Opens the place where acts are done. `attach` gives it the service of each session of the same person. */
export function createAppContext(world: World, first: Signed) {
  const { client, now, place, announcer, toasts } = world
  const unit = createTimeUnitStore(client)
  const updates = createUpdateEffectStore()
  const rows = createListCacheUpdater(client, resources)
  const listOf = (name: ResourceName) => client.getQueryData<RowList<TimestampedRow>>([name])
  let signed = first
  let writers = writersOf(first)

  /** The writes of one session. Those of one row take turns. */
  function writersOf({ service, signal }: Signed) {
    const turns = { tokens: createKeyedQueue(), users: createKeyedQueue() }
    const of = (name: ResourceName) => ({ turns: turns[name], now, signal })
    return {
      tokens: createTokenWriter(service.tokens, { ...of('tokens'), clock: service.clock }, unit.get),
      users: createUserWriter(service.users, of('users'), isYou),
      unlistedUsers: createUnlistedUserWriter(service.users, of('users'), isYou),
    }
  }
  const hasUsers = () => listOf('users') !== undefined
  const writerOf = { tokens: () => writers.tokens, users: () => (hasUsers() ? writers.users : writers.unlistedUsers) }
  const doers: Readonly<Record<ResourceName, () => RunTasks>> = {
    tokens: () => runTokenTasks(writers.tokens),
    users: () => runUserTasks(writerOf.users(), userList),
  }
  const userList = () => client.getQueryData<RowList<User>>(['users'])
  const you = () => findOwnEmails(signed.identity, jobs.get(), userList())
  function isYou(user: User): boolean {
    return mayBeOwnAccount(user, { ownEmails: you(), list: userList() })
  }
  const worldNow = () => ({
    now: now(),
    clockOffset: signed.service.clock.surely()?.ms ?? 0,
    timeUnit: unit.get(),
    updateEffect: updates.get().effect,
    isUnseenTold: updates.get().isUnseenTold,
    ownEmails: you(),
  })
  const jobs = createJobStore({
    isReady: () =>
      loadEssentialParts().then(
        () => true,
        () => {
          toasts.show(partLost, { mark: 'failed', act: { label: 'Reload', run: reloadPage } })
          return false
        },
      ),
    now,
    doTasks: (name) => withSlowAnnouncement(doers[name](), announcer),
    say(name, outcome) {
      const told = describeOutcome(outcome, resources[name], worldNow())
      if (resources[name] === resources.tokens && isValueUnseen(outcome as TokenOutcome)) updates.toldUnseen()
      return told
    },
    show(name, outcomes) {
      for (const outcome of outcomes) learn(name, outcome)
      rows.show(name, outcomes)
    },
    onEnd(job, ended) {
      if (resources[job.resource].forms.password !== undefined) world.passwords.settle(ended)
      rows.afterwards(() => {
        announceJob(job, ended, { resources, announcer, toasts, nextAfter: world.nextAfter })
        if (ended.some(({ message }) => message?.status === 'unknown' && message.followUps.includes('refresh')))
          rows.refresh(job.resource)
        rows.lookAgain(job.resource)
      })
    },
  })
  /** What a save shows of what updates do to values. */
  function learn(name: ResourceName, outcome: Outcome<TimestampedRow, object>): void {
    const { before } = outcome.request
    const row = outcomeRow(outcome)
    if (resources[name] !== resources.tokens || row === undefined || outcome.valueChange === undefined) return
    if (isReplaced(outcome)) return
    const effect = observedUpdateEffect(before as Token | undefined, row as Token, outcome.valueChange, unit.get())
    if (effect !== undefined) updates.saw(isRepaired(outcome) === true ? 'replaces-and-needs-repair' : effect)
  }
  rows.onRead((name, list) => {
    if (resources[name] === resources.tokens)
      updates.listed(() => listedUpdateEffect(list as RowList<Token>, unit.get()))
    const laterOf = writerOf[name]().later as (...of: unknown[]) => Outcome<TimestampedRow, object> | undefined
    jobs.retell(name, (item, outcome) => {
      const later = laterOf(outcome, list)
      if (later === undefined) return undefined
      const told =
        describeLaterOutcome(outcome, later, resources[name], worldNow()) ??
        describeOutcome(outcome, resources[name], worldNow())
      return told.text === item.message?.text ? undefined : told
    })
  })
  const questions = createConfirmationQueue()
  const desk: AppContext = {
    jobs,
    confirmations: questions,
    resources,
    actionContext: (name): ActionContext<TimestampedRow> => ({
      ...worldNow(),
      list: listOf(name),
      service: place,
      isWarned: updates.get().isWarned,
    }),
    blockIfReadOnly: (name, isInForm) =>
      blockIfReadOnly({ toasts }, isInForm ? undefined : readOnlyReason(client, name)),
    showError: (says) => toasts.show(says, { mark: 'failed' }),
    updateEffect: updates,
    overlay: createStore<Overlay | undefined>(undefined),
    timeUnit: unit,
    rowContext: worldNow,
  }
  return {
    desk,
    /** Another session of the same person. */
    attach(next: Signed) {
      signed = next
      writers = writersOf(next)
    },
    /** The session is over: nothing more is sent or asked. */
    over(by: SignOutReason) {
      jobs.stopAll(by)
      questions.cancel()
      rows.end()
    },
  }
}
