import { notifyManager } from '@tanstack/react-query'
import type { Dated } from '#contract/list/row-store.ts'
import type { RunWatch } from '#contract/saving/acts.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { createStore } from '#web/ui/store.ts'
import { count, counted } from '#web/ui/time.ts'
import type { Saving } from '#web/writes/saving.ts'
import { send } from '#web/writes/send.ts'
import type { Desk } from '#web/writes/shown-resource.ts'
import { outcomeSentence } from '#web/writes/verdict-words.ts'
import { refreshItems } from './run-refresh.ts'
import type { Run, RunItem, RunPlan, RunState, Stopped } from './run-state.ts'
import { isFailure, isNotStarted, pauseIn, stateAfter } from './run-verdicts.ts'
import { stateWords } from './run-words.ts'
import { deskOf } from './run-page.ts'

/** What a run needs besides. `startedAt`: when the admin confirmed it, in milliseconds since 1970. */
interface World {
  startedAt: number
  now: () => number
  onClose: () => void
}

/** How many items are under way at once. */
const width = 4

/** So many failures in a row stop a run: the service, or the way to it, is broken. */
const mostFailures = 5

const waiting = (name: string): RunItem => ({ name, state: 'waiting', says: '', mayTryAgain: false })

/** A run that the admin has confirmed, which begins with `start`. */
export function createRun(first: Desk<Dated, object>, plan: RunPlan, { startedAt, now, onClose }: World): Run {
  let desk = first
  const { noun } = first.shown
  const held = [...plan.items]
  const leftOut = plan.leftOut.map(({ name, says }): RunItem => ({ ...waiting(name), state: 'left-out', says }))
  const items = held.map(({ write: { name } }) => waiting(name))
  const at = new Map(items.map(({ name }, index) => [name, index]))
  let phase: RunState['phase'] = 'running'
  let stopped: Stopped | undefined
  let isForgotten = false
  let endedAt: number | undefined
  let pausedUntil: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay = 0
  let failures = 0
  /** When the first of the items that are to be done now began, and how many have ended since. */
  let lap = { since: now(), ended: 0 }

  const stateNow = (): RunState => {
    const all = [...items, ...leftOut]
    const counts = { waiting: 0, running: 0, done: 0, failed: 0, unknown: 0, 'not-started': 0, 'left-out': 0 }
    for (const { state } of all) counts[state] += 1
    const left = counts.waiting + counts.running
    const total = counted(items.length, noun)
    const what = phase === 'ended' && counts.done < items.length ? `${count(counts.done)} of ${total}` : total
    const title = phase === 'ended' ? plan.words.done : plan.words.doing
    return {
      phase,
      title: title.replace('#', () => what),
      items: all,
      counts,
      startedAt,
      endedAt,
      timeLeft: phase === 'running' && lap.ended > 0 ? ((now() - lap.since) / lap.ended) * left : undefined,
      stopped,
      pausedUntil,
      isForgotten,
    }
  }
  const store = createStore(stateNow())
  const show = () => store.set(stateNow())

  const put = (index: number, part: Partial<RunItem>) => {
    const item = items[index]
    if (item !== undefined) items[index] = { ...item, ...part }
  }

  const watch: RunWatch = {
    *ahead() {
      if (phase === 'ended') return
      let more = width
      for (const { name, state } of items) {
        if (state === 'waiting') more -= 1
        if (state === 'running' || state === 'waiting') yield name
        if (more === 0) return
      }
    },
    onSend(name) {
      put(at.get(name) ?? -1, { step: 'saving', sentAt: now() })
      show()
    },
    onAnswer(name) {
      put(at.get(name) ?? -1, { step: 'reading back' })
      show()
    },
  }
  /** The writes of the run, made from those of the session. */
  const writesFrom = new WeakMap<Saving, Saving>()
  const writesOf = (saving: Saving) => {
    const own = writesFrom.get(saving) ?? saving.inRun(plan.resource, watch)
    writesFrom.set(saving, own)
    return own
  }

  const waitsUntil = (moment: number) => {
    if (moment <= (pausedUntil ?? 0)) return
    pausedUntil = moment
    clearTimeout(timer)
    timer = setTimeout(() => {
      pausedUntil = undefined
      pump()
    }, moment - now())
    desk.session.announcer.say('The service asked to wait. The run goes on by itself.')
    show()
  }
  const stop = (why: Stopped) => {
    if (phase === 'ended') return
    stopped = why
    items.forEach(({ state }, index) => state === 'waiting' && put(index, { state: 'not-started' }))
    if (why === 'signed-out' && plan.holdsPasswords === true) {
      isForgotten = true
      held.forEach(({ write, ...item }, index) => (held[index] = { ...item, write: { ...write, send: forgotten } }))
    }
    clearTimeout(timer)
    pausedUntil = undefined
    pump()
  }
  const finish = () => {
    phase = 'ended'
    endedAt = now()
    show()
    const { title, counts } = store.get()
    const parts = (['failed', 'unknown', 'not-started'] as const).filter((state) => counts[state] > 0)
    const rest = parts.map((state) => `${count(counts[state])} ${stateWords[state]}`)
    desk.session.announcer.say(`${[title, ...rest].join(', ')}.`)
  }

  const run = async (index: number) => {
    const { write } = held[index]!
    const { send: sendIt } = write
    underWay += 1
    put(index, { state: 'running', step: 'reading', sentAt: undefined, says: '', mayTryAgain: false })
    show()
    let verdict: Verdict<Dated> | undefined
    /** The service asked to wait, and did nothing. */
    let isPutOff = false
    try {
      verdict = await send(desk, {
        ...write,
        run: { onOutcome: ({ id }) => put(index, { outcome: id }) },
        async send(saving) {
          const answer = await sendIt(writesOf(saving))
          const pause = answer && pauseIn(answer)
          if (pause !== undefined) waitsUntil(now() + pause)
          isPutOff = pause !== undefined && answer?.is === 'refused'
          return isPutOff ? undefined : answer
        },
      })
      // The outcome is added with the next batch.
      await new Promise<void>((go) => notifyManager.schedule(go))
    } finally {
      underWay -= 1
    }
    if (isPutOff) {
      put(index, { ...waiting(write.name), state: stopped === undefined ? 'waiting' : 'not-started' })
    } else settle(index, verdict)
    pump()
  }
  const settle = (index: number, verdict: Verdict<Dated> | undefined) => {
    const { act } = held[index]!.write
    const { step: _over, ...item } = items[index]!
    lap = { ...lap, ended: lap.ended + 1 }
    if (verdict === undefined || isNotStarted(verdict)) {
      const isSent = item.sentAt !== undefined
      items[index] = isSent ? { ...item, state: 'unknown', says: signedOutWords } : { ...item, state: 'not-started' }
    } else {
      const state = stateAfter(verdict, act)
      const mayTryAgain = verdict.is === 'refused' || verdict.is === 'not-applied'
      items[index] = { ...item, state, says: outcomeSentence(noun, verdict, { act }), mayTryAgain }
      if (isFailure(verdict)) failures += 1
      else if (state === 'done') failures = 0
    }
    show()
    if (failures >= mostFailures && stopped === undefined) stop('failures')
  }

  /** A new row shows the unit of the service's moments: while it is unknown, the first one is created alone. */
  const mostNow = () =>
    lap.ended === 0 && !desk.session.unit.get().learned && held.some(({ write }) => write.act === 'create') ? 1 : width

  /** Starts what can be started, and ends the run when nothing is left. */
  const pump = () => {
    if (phase === 'ended') return
    while (phase === 'running' && pausedUntil === undefined && stopped === undefined && underWay < mostNow()) {
      const next = items.findIndex(({ state }) => state === 'waiting')
      if (next < 0) break
      void run(next)
    }
    if (underWay === 0 && !items.some(({ state }) => state === 'waiting')) finish()
    else show()
  }
  const begin = (page: Desk<Dated, object>) => {
    desk = page
    for (const signal of [page.session.ended, page.session.over]) {
      if (signal.aborted) return
      signal.addEventListener('abort', () => desk.session === page.session && stop('signed-out'), { once: true })
    }
    ;[stopped, failures, endedAt, lap] = [undefined, 0, undefined, { since: now(), ended: 0 }]
    phase = 'running'
    show()
    page.session.announcer.say(`${store.get().title}.`)
    pump()
  }
  const isLeft = ({ state, mayTryAgain }: RunItem) => state === 'not-started' || (state === 'failed' && mayTryAgain)

  return {
    ...store,
    resource: plan.resource,
    act: plan.act,
    rest: (state, only) =>
      held.filter((_, index) => {
        if (isForgotten) return false
        const item = items[index]!
        return isLeft(item) && item.state === (state ?? item.state) && item.name === (only ?? item.name)
      }),
    start: () => begin(desk),
    cancel: () => stop('cancelled'),
    async refresh(page, only) {
      const next = await deskOf(page, plan.resource)
      const unknown = items.flatMap((item, index) =>
        item.state === 'unknown' && item.name === (only ?? item.name) ? [{ ...held[index]!, item }] : [],
      )
      await refreshItems(next, unknown, (name, part) => put(at.get(name) ?? -1, part))
      show()
    },
    async goOn(page, planned) {
      const next = await deskOf(page, plan.resource)
      if (phase !== 'ended') return
      for (const item of planned) {
        const index = at.get(item.write.name) ?? -1
        if (items[index] === undefined || !isLeft(items[index])) continue
        held[index] = item
        put(index, waiting(item.write.name))
      }
      begin(next)
    },
    close() {
      stop('cancelled')
      onClose()
    },
  }
}

const signedOutWords = 'Sent before the session ended. It may or may not be saved.'

const forgotten = () => Promise.resolve(undefined)
