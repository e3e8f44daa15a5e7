import type { ResourceName } from '#contract/problem.ts'
import { isAccepted } from '#contract/write/outcome.ts'
import type { AnyResource } from '#web/resource/resource.ts'
import type { Told } from '#web/resource/say.ts'
import { noAnswerYet, patience } from '#web/ui/busy.tsx'
import type { Announcer } from '#web/ui/live.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { toastDone, type ToastAct, type ToastStore } from '#web/ui/toast.tsx'
import { isUnderWay, type Job, type JobItem } from './job.ts'
import { countWords, titleOf } from './job-words.ts'
import type { DoTasks } from './jobs.ts'

interface Tells {
  resources: Readonly<Record<ResourceName, AnyResource>>
  announcer: Pick<Announcer, 'say' | 'alert'>
  toasts: ToastStore
  /** What comes next after a row was created. */
  nextAfter: (resource: ResourceName, name: string) => ToastAct | undefined
}

/** Announces what came of a job: of one row as soon as it has ended, of several once. */
export function tell(job: Job, ended: readonly JobItem[], { resources, announcer, toasts, nextAfter }: Tells): void {
  const { noun, acts } = resources[job.resource]
  if (job.items.length > 1) {
    if (isUnderWay(job)) return
    const counts = countWords(job)
    return announcer.say(`${titleOf(job, noun)}${counts.includes(',') ? `: ${counts}` : ''}.`)
  }
  for (const { after: name, told, outcome } of ended) {
    if (told === undefined) continue
    const does = acts[job.act]?.does
    const isDone = told.result === 'done' && outcome !== undefined && isAccepted(outcome)
    if (isDone && does === 'create') toastDone(toasts, noun, 'created', name, nextAfter(job.resource, name))
    if (isDone && does === 'remove') toastDone(toasts, noun, 'deleted', name)
    const says =
      isDone && does === 'create' ? `${visible(name)} created.` : `${visible(name)}: ${uncapitalized(told.says)}`
    if (job.isInForm && told.result === 'failed') announcer.alert(says)
    else announcer.say(says, outcomeWords[told.result])
  }
}

/** The outcome in a word or two, for counting several. */
const outcomeWords: Readonly<Record<Told['result'], string>> = {
  done: 'saved',
  failed: 'not saved',
  unknown: 'not confirmed',
}

const uncapitalized = (says: string) => says.charAt(0).toLowerCase() + says.slice(1)

/** Announces, too, when there is no answer to a write of one row after five seconds. */
export const tellingSlow =
  (doTasks: DoTasks, announcer: Pick<Announcer, 'say'>): DoTasks =>
  async (tasks, watch) => {
    if (tasks.length > 1) return doTasks(tasks, watch)
    let timer: ReturnType<typeof setTimeout> | undefined
    const onSend = (name: string) => {
      clearTimeout(timer)
      timer = setTimeout(() => announcer.say(`${visible(name)}: ${noAnswerYet}`), patience)
      watch.onSend(name)
    }
    try {
      return await doTasks(tasks, { ...watch, onSend })
    } finally {
      clearTimeout(timer)
    }
  }
