import type { ResourceName } from '#api/problem.ts'
import { isAccepted } from '#api/write/outcome.ts'
import { type Job, type JobItem, isJobRunning, jobCountsText, jobTitle } from '#web/jobs/job.ts'
import type { RunTasks } from '#web/jobs/run-job.ts'
import type { OutcomeStatus } from '#web/resource/outcome-facts.ts'
import { noteText } from '#web/resource/result-message.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import type { Announcer } from '#web/ui/announcer.tsx'
import { noResponseMessage } from '#web/ui/placeholders.tsx'
import { slowAfterMs } from '#web/ui/use-now.ts'
import { type ToastStore, showDeletionToast } from '#web/ui/toast.tsx'
import { displayText } from '#web/ui/untrusted-text.tsx'

interface AnnounceDependencies {
  resources: Readonly<Record<ResourceName, AnyResourceDefinition>>
  announcer: Pick<Announcer, 'announce' | 'alert'>
  toasts: ToastStore
}

/** Announces what came of a job: of one row as soon as it has ended, of several once. */
export function announceJob(
  job: Job,
  settledItems: readonly JobItem[],
  { resources, announcer, toasts }: AnnounceDependencies,
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
    if (isDone && operation === 'delete') showDeletionToast(toasts, noun, name)
    const announcement =
      isDone && operation === 'create'
        ? `${displayText(name)} created.`
        : `${displayText(name)}: ${uncapitalized(noteText(message))}`
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
