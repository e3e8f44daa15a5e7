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
import type { PlannedItem, RunPlan } from './run-plan.ts'
import { letters, type RunRecord } from './run-record.ts'
import { refreshItems } from './run-refresh.ts'
import type { HeldItem, ItemState, Run, RunItem, RunState, Stopped } from './run-state.ts'
import { isFailure, isNotStarted, pauseIn, stateAfter } from './run-verdicts.ts'
import { deskOf } from './run-page.ts'

/** What a run needs besides. */
export interface World {
  record: RunRecord
  now: () => number
  onClose: () => void
}

/** How many items are under way at once. */
const width = 4

/** So many failures in a row stop a run: the service, or the way to it, is broken. */
const mostFailures = 5

/** The record of a run cannot be written, so nothing more is sent. */
class NotStored extends Error {}

/** How far a run has come. */
interface Begin {
  startedAt: number
  items: readonly RunItem[]
  lost: readonly string[]
}

/** The same, as it is shown. */
export const waiting = (name: string): RunItem => ({ name, state: 'waiting', says: '', mayTryAgain: false })

/** An item that is not sent yet. */
export const heldOf = ({ write, confirmed, isLast, isGenerated, recreates }: PlannedItem): HeldItem => {
  const { name, act, change } = write
  const is = { isLast: isLast === true, isGenerated: isGenerated === true, recreates: recreates === true }
  return { name, act, change, confirmed, write, ...is, sentAt: undefined }
}

/** A run in this state. If it was not reopened, it begins with `resume`. */
export function runOf(
  first: Desk<Dated, object>,
  held: HeldItem[],
  plan: Omit<RunPlan, 'items'>,
  { record, now, onClose }: World,
  { startedAt, items: begun, lost }: Begin,
): Run {
  let desk = first
  const { noun } = first.shown
  const leftOut = plan.leftOut.map(({ name, says }): RunItem => ({ ...waiting(name), state: 'left-out', says }))
  const items = [...begun]
  const at = new Map(held.map(({ name }, index) => [name, index]))
  const isReopened = held.some(({ write }) => write === undefined)
  let phase: RunState['phase'] = isReopened ? 'ended' : 'paused'
  let stopped: Stopped | undefined = items.some(({ state }) => state === 'not-started') ? 'closed-tab' : undefined
  let endedAt: number | undefined
  let longestRest = 0
  let pausedUntil: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay = 0
  let isClosed = false
  let failures = 0
  /** When the first of the items that are to be done now began, and how many have ended since. */
  let lap = { since: now(), ended: 0 }
  /** Called when a pause that the service asked for is over, or the run ended. */
  let resumed: (() => void)[] = []

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
      longestRest,
      stopped,
      pausedUntil,
      lost,
      file: held.some(({ write }) => write === undefined) ? plan.file : undefined,
    }
  }
  const store = createStore(stateNow())
  const show = () => store.set(stateNow())

  /** Whether the record says how far each item has come. */
  const keep = (): boolean => {
    if (isClosed) return true
    const kept = plan.generated?.get().kept
    const isSent = (index: number) => items[index]?.state === 'running' && held[index]?.sentAt !== undefined
    return record.write({
      states: items
        .map(({ state }, index) =>
          isSent(index) ? letters.sent : state === 'running' || state === 'left-out' ? letters.waiting : letters[state],
        )
        .join(''),
      says: Object.fromEntries(
        items.flatMap(({ state, says }, index) => (state === 'failed' || state === 'unknown' ? [[index, says]] : [])),
      ),
      uncopied: held.flatMap(({ name }, index) => (kept?.has(name) === true ? [index] : [])),
    })
  }
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
    onSend(name, rested) {
      const index = at.get(name)
      if (index === undefined) return
      const item = held[index]!
      const before = item.sentAt
      item.sentAt = now()
      put(index, { step: 'saving' })
      if (!keep()) {
        item.sentAt = before
        throw new NotStored()
      }
      longestRest = Math.max(longestRest, rested ?? 0)
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
      wake()
      pump()
    }, moment - now())
    desk.session.announcer.say('The service asked to wait. The run goes on by itself.')
    show()
  }
  const wake = () => {
    for (const go of resumed) go()
    resumed = []
  }

  const stop = (why: Stopped) => {
    if (phase === 'ended') return
    stopped = why
    items.forEach(({ state }, index) => state === 'waiting' && put(index, { state: 'not-started' }))
    // The passwords of a file go with the session; the file can be chosen again.
    if (why === 'signed-out' && plan.file !== undefined) for (const item of held) item.write = undefined
    clearTimeout(timer)
    pausedUntil = undefined
    wake()
    pump()
  }
  const finish = () => {
    phase = 'ended'
    endedAt = now()
    keep()
    show()
    const { title, counts } = store.get()
    const parts = [
      ...(counts.failed > 0 ? [`${count(counts.failed)} failed`] : []),
      ...(counts.unknown > 0 ? [`${count(counts.unknown)} unknown`] : []),
      ...(counts['not-started'] > 0 ? [`${count(counts['not-started'])} not started`] : []),
    ]
    desk.session.announcer.say(`${[title, ...parts].join(', ')}.`)
  }

  /** Sends an item. If the service asks to wait and did nothing, it is sent again after that. */
  const attempt = async (write: PlannedItem['write'], saving: Saving) => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const verdict = await write.send(writesOf(saving))
      const pause = verdict && pauseIn(verdict)
      if (pause !== undefined) waitsUntil(now() + pause)
      if (pause === undefined || verdict?.is !== 'refused') return verdict
      // oxlint-disable-next-line no-await-in-loop -- it waits for its turn
      await new Promise<void>((go) => resumed.push(go))
      if (stopped !== undefined) return undefined
    }
  }
  const run = async (index: number) => {
    const item = held[index]
    if (item?.write === undefined) return
    const { write } = item
    underWay += 1
    item.sentAt = undefined
    put(index, { state: 'running', step: 'reading', says: '', mayTryAgain: false })
    show()
    let verdict: Verdict<Dated> | undefined
    try {
      verdict = await send(desk, {
        ...write,
        run: { onOutcome: ({ id }) => put(index, { outcome: id }) },
        send: (saving) => attempt(write, saving),
      })
      // The outcome is added with the next batch.
      await new Promise<void>((go) => notifyManager.schedule(go))
    } catch (error) {
      if (!(error instanceof NotStored)) throw error
      stop('not-stored')
    } finally {
      underWay -= 1
    }
    settle(index, verdict)
    pump()
  }
  const settle = (index: number, verdict: Verdict<Dated> | undefined) => {
    const { sentAt, act } = held[index]!
    const { step: _over, ...item } = items[index]!
    lap = { ...lap, ended: lap.ended + 1 }
    if (verdict === undefined || isNotStarted(verdict)) {
      items[index] =
        sentAt === undefined ? { ...item, state: 'not-started' } : { ...item, state: 'unknown', says: signedOutWords }
    } else {
      const state = stateAfter(verdict, act)
      const mayTryAgain = verdict.is === 'refused' || verdict.is === 'not-applied'
      items[index] = { ...item, state, says: outcomeSentence(noun, verdict, { act }), mayTryAgain }
      if (isFailure(verdict)) failures += 1
      else if (state === 'done') failures = 0
    }
    keep()
    show()
    if (failures >= mostFailures && stopped === undefined) stop('failures')
  }

  /** Starts what can be started, and ends the run when nothing is left. */
  const pump = () => {
    if (phase === 'ended') return
    while (phase === 'running' && pausedUntil === undefined && stopped === undefined && underWay < width) {
      const isOpen = (index: number) => items[index]?.state === 'waiting'
      const next = held.findIndex(({ isLast }, index) => !isLast && isOpen(index))
      const last = next < 0 && underWay === 0 ? held.findIndex((_, index) => isOpen(index)) : next
      if (last < 0) break
      void run(last)
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
  const stopListening = plan.generated?.subscribe(keep)
  const chosen = (state: ItemState, names: ReadonlySet<string> | undefined) =>
    [...items.keys()].filter((index) => items[index]?.state === state && names?.has(items[index].name) !== false)

  return {
    ...store,
    resource: plan.resource,
    act: plan.act,
    rest: () => chosen('not-started', undefined).flatMap((index) => held[index] ?? []),
    pause() {
      if (phase !== 'running') return
      phase = 'paused'
      show()
    },
    resume() {
      if (phase === 'paused') begin(desk)
    },
    cancel: () => stop('cancelled'),
    async tryAgain(page, names) {
      const next = await deskOf(page, plan.resource)
      if (phase !== 'ended') return
      for (const index of chosen('failed', names)) {
        if (items[index]?.mayTryAgain === true && held[index]?.write !== undefined)
          put(index, waiting(held[index].name))
      }
      begin(next)
    },
    async refresh(page, names) {
      const next = await deskOf(page, plan.resource)
      const indexes = chosen('unknown', names)
      await refreshItems(
        next,
        indexes.flatMap((index) => {
          const [item, own] = [items[index], held[index]]
          return item === undefined || own === undefined ? [] : [{ ...own, says: item.says, outcome: item.outcome }]
        }),
        now,
        (name, part) => put(at.get(name) ?? -1, part),
      )
      keep()
      show()
    },
    async goOn(page, planned) {
      const next = await deskOf(page, plan.resource)
      if (phase !== 'ended') return
      for (const one of planned) {
        const index = at.get(one.write.name)
        if (index === undefined || items[index]?.state !== 'not-started') continue
        held[index] = heldOf(one)
        put(index, waiting(one.write.name))
      }
      begin(next)
    },
    close() {
      isClosed = true
      stop('cancelled')
      stopListening?.()
      record.remove()
      onClose()
    },
  }
}

const signedOutWords = 'Sent before the session ended. It may or may not be saved.'
