import type { QueryClient } from '@tanstack/react-query'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { effectListed, effectShown } from '#contract/facts.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import { tokenWriter, unlistedUserWriter, userWriter, type TokenOutcome } from '#contract/write/acts.ts'
import { isRepaired, isReplaced, isValueUnseen, rowOf, type Outcome } from '#contract/write/outcome.ts'
import { createTurns } from '#contract/write/turns.ts'
import type { Desk } from '#web/jobs/do-act.ts'
import { createJobs, type DoTasks } from '#web/jobs/jobs.ts'
import type { Opened } from '#web/jobs/opened.ts'
import { createQuestions } from '#web/jobs/questions.ts'
import { createShownRows } from '#web/jobs/shown-rows.ts'
import { tell, tellingSlow } from '#web/jobs/tell.ts'
import type { Knows } from '#web/resource/act.ts'
import { staleness } from '#web/resource/lists.ts'
import { isBlocked } from '#web/session/online.ts'
import type { AnyResource } from '#web/resource/resource.ts'
import { say, sayLater } from '#web/resource/say.ts'
import type { Passwords } from '#web/sheet/passwords.ts'
import { createUnitStore } from '#web/resource/unit.ts'
import { createUpdateEffect } from '#web/resource/update-effect.ts'
import { tokens } from '#web/tokens/resource.ts'
import { doTokenTasks } from '#web/tokens/tasks.ts'
import type { Announcer } from '#web/ui/live.tsx'
import { loadEssentialParts, partLost, reloadPage } from '#web/ui/part.tsx'
import type { SignedOutBy } from '#web/session/session-timer.ts'
import type { Place } from '#web/session/place.ts'
import { createStore } from '#web/ui/store.ts'
import type { ToastAct, ToastStore } from '#web/ui/toast.tsx'
import { users } from '#web/users/resource.ts'
import { doUserTasks } from '#web/users/tasks.ts'
import { mayBeYou } from '#web/users/lockout.ts'
import { youIn } from '#web/users/you.ts'

/** What a desk needs from outside. It outlives a session that ends in place. */
interface World {
  client: QueryClient
  now: () => number
  place: Place
  announcer: Announcer
  toasts: ToastStore
  passwords: Pick<Passwords, 'settle'>
  /** What comes next after a row was created. */
  nextAfter: (resource: ResourceName, name: string) => ToastAct | undefined
}

/** The service in the session as it is now. */
interface Signed {
  service: Service
  /** How the admin signed in. `email` undefined: it is unknown. `since`: milliseconds since 1970. */
  identity: { email: string | undefined; since: number }
  /** Aborted at its end. */
  signal: AbortSignal
}

const resources: Readonly<Record<ResourceName, AnyResource>> = { tokens, users }

/** Opens the place where acts are done. `attach` gives it the service of each session of the same person. */
export function openDesk(world: World, first: Signed) {
  const { client, now, place, announcer, toasts } = world
  const unit = createUnitStore(client)
  const updates = createUpdateEffect()
  const rows = createShownRows(client, resources)
  const listOf = (name: ResourceName) => client.getQueryData<RowStore<Dated>>([name])
  let signed = first
  let writers = writersOf(first)

  /** The writes of one session. Those of one row take turns. */
  function writersOf({ service, signal }: Signed) {
    const turns = { tokens: createTurns(), users: createTurns() }
    const of = (name: ResourceName) => ({ turns: turns[name], now, signal })
    return {
      tokens: tokenWriter(service.tokens, { ...of('tokens'), clock: service.clock }, unit.get),
      users: userWriter(service.users, of('users'), isYou),
      unlistedUsers: unlistedUserWriter(service.users, of('users'), isYou),
    }
  }
  const hasUsers = () => listOf('users') !== undefined
  const writerOf = { tokens: () => writers.tokens, users: () => (hasUsers() ? writers.users : writers.unlistedUsers) }
  const doers: Readonly<Record<ResourceName, () => DoTasks>> = {
    tokens: () => doTokenTasks(writers.tokens),
    users: () => doUserTasks(writerOf.users(), userList),
  }
  const userList = () => client.getQueryData<RowStore<User>>(['users'])
  const you = () => youIn(signed.identity, jobs.get(), userList())
  function isYou(user: User): boolean {
    return mayBeYou(user, { you: you(), list: userList() })
  }
  const worldNow = () => ({
    now: now(),
    ahead: signed.service.clock.surely()?.ms ?? 0,
    unit: unit.get(),
    onUpdate: updates.get().effect,
    isUnseenTold: updates.get().isUnseenTold,
    you: you(),
  })
  const jobs = createJobs({
    isReady: () =>
      loadEssentialParts().then(
        () => true,
        () => {
          toasts.show(partLost, { mark: 'failed', act: { label: 'Reload', run: reloadPage } })
          return false
        },
      ),
    now,
    doTasks: (name) => tellingSlow(doers[name](), announcer),
    say(name, outcome) {
      const told = say(outcome, resources[name], worldNow())
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
        tell(job, ended, { resources, announcer, toasts, nextAfter: world.nextAfter })
        if (ended.some(({ told }) => told?.result === 'unknown' && told.next.includes('refresh')))
          rows.refresh(job.resource)
        rows.lookAgain(job.resource)
      })
    },
  })
  /** What a save shows of what updates do to values. */
  function learn(name: ResourceName, outcome: Outcome<Dated, object>): void {
    const { before } = outcome.done
    const row = rowOf(outcome)
    if (resources[name] !== resources.tokens || row === undefined || outcome.value === undefined) return
    if (isReplaced(outcome)) return
    const effect = effectShown(before as Token | undefined, row as Token, outcome.value, unit.get())
    if (effect !== undefined) updates.saw(isRepaired(outcome) === true ? 'replaces-and-needs-repair' : effect)
  }
  rows.onRead((name, list) => {
    if (resources[name] === resources.tokens) updates.listed(() => effectListed(list as RowStore<Token>, unit.get()))
    const laterOf = writerOf[name]().later as (...of: unknown[]) => Outcome<Dated, object> | undefined
    jobs.retell(name, (item, outcome) => {
      const later = laterOf(outcome, list)
      if (later === undefined) return undefined
      const told = sayLater(outcome, later, resources[name], worldNow()) ?? say(outcome, resources[name], worldNow())
      return told.says === item.told?.says ? undefined : told
    })
  })
  const questions = createQuestions()
  const desk: Desk = {
    jobs,
    questions,
    resources,
    knows: (name): Knows<Dated> => ({
      ...worldNow(),
      list: listOf(name),
      place,
      isWarned: updates.get().isWarned,
    }),
    isBlocked: (name, isInForm) => isBlocked({ toasts }, isInForm ? undefined : staleness(client, name)),
    refuse: (says) => toasts.show(says, { mark: 'failed' }),
    updates,
    opened: createStore<Opened | undefined>(undefined),
    unit,
    world: worldNow,
  }
  return {
    desk,
    /** Another session of the same person. */
    attach(next: Signed) {
      signed = next
      writers = writersOf(next)
    },
    /** The session is over: nothing more is sent or asked. */
    over(by: SignedOutBy) {
      jobs.stopAll(by)
      questions.cancel()
      rows.end()
    },
  }
}
