import { Download, History } from 'lucide-react'
import { csvFile } from '#api/csv.ts'
import type { ResourceName } from '#api/problem.ts'
import { EmptyState } from '#web/ui/placeholders.tsx'
import { downloadFile } from '#web/ui/browser.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { useSession } from '#web/session/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { formatTime, pluralize } from '#web/ui/format.ts'
import { completeText } from '#web/resource/result-message.ts'
import { useAppContext } from './app-context.tsx'
import { type Job, countResults, jobCountsText, reportSection, sectionLabels, jobTitle } from './job.ts'
import { isUndone } from './undo.ts'
import './activity-log.css'

/** The log of what was done in this tab since signing in or a reload, with the results: a line a job. */
export function ActivitySheet({ onClose }: { onClose: () => void }) {
  const { jobs } = useAppContext()
  const latestFirst = useStore(jobs).toReversed()
  return (
    <Sheet
      title="Activity"
      subtitle={`${pluralize(latestFirst.length, 'action')} in this tab since you signed in or reloaded`}
      onClose={onClose}
    >
      <div className="body">
        {latestFirst.length === 0 ? (
          <EmptyState icon={<History className="icon s20" aria-hidden="true" />} title="Nothing yet">
            Your actions in this tab and their results appear here until you sign out or reload.
          </EmptyState>
        ) : (
          <ActivityList jobs={latestFirst} />
        )}
      </div>
      <div className="foot">
        <span className="hint">Contains no values or passwords.</span>
        <span className="end" />
        <ExportButton jobs={latestFirst} />
      </div>
    </Sheet>
  )
}

function ExportButton({ jobs }: { jobs: readonly Job[] }) {
  const { resources } = useAppContext()
  return (
    <button
      type="button"
      className="btn"
      disabled={jobs.length === 0}
      onClick={() =>
        downloadFile(
          activityCsv(jobs, (name) => resources[name].title),
          'query-admin-activity.csv',
        )
      }
    >
      <Download className="icon" aria-hidden="true" />
      Export CSV
    </button>
  )
}

/** Jobs, a line each. That of several rows opens its report. */
export function ActivityList({ jobs }: { jobs: readonly Job[] }) {
  const { resources, overlay, jobs: store } = useAppContext()
  const allJobs = useStore(store)
  const { service } = useSession()
  return (
    <ol className="activity" aria-label={`Activity on ${service.name}`}>
      {jobs.map((job) => {
        const [firstItem, ...otherItems] = job.items
        const isList = otherItems.length > 0 || job.skipped.length > 0
        return (
          <li key={job.id}>
            <time dateTime={new Date(job.startedAt).toISOString()}>{formatTime(job.startedAt)}</time>
            <div>
              <b>
                {isList ? (
                  <span>{jobTitle(job, resources[job.resource].noun)}</span>
                ) : (
                  <UntrustedText text={firstItem?.currentName ?? ''} />
                )}
                {isUndone(job, allJobs) && <span> · Undone</span>}
              </b>
              <JobResult job={job} isList={isList} />
            </div>
            {isList && (
              <button
                type="button"
                className="btn ghost small"
                aria-label={`Report of ${formatTime(job.startedAt)}`}
                onClick={() => overlay.set({ type: 'job-report', jobId: job.id })}
              >
                Report
              </button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** What came of a job, as far as its title does not say it: of several rows that all went well, nothing more. */
function JobResult({ job, isList }: { job: Job; isList: boolean }) {
  const { items, skipped } = job
  const { succeeded } = countResults(job)
  const message = items[0]?.message
  if (!isList) return <p>{message === undefined ? 'Nothing was sent.' : completeText(message)}</p>
  return succeeded === items.length && skipped.length === 0 ? null : <p>{`${jobCountsText(job)}.`}</p>
}

/** The items of all jobs as CSV, latest first. */
export function activityCsv(jobs: readonly Job[], titleOfPage: (resource: ResourceName) => string): string {
  const rows = jobs.flatMap(({ startedAt, resource, doneLabel, items }) =>
    items.map((item) => [
      new Date(item.settledAt ?? startedAt).toISOString(),
      titleOfPage(resource),
      item.currentName,
      doneLabel.replace('#', () => item.currentName),
      sectionLabels[reportSection(item)],
      item.message === undefined ? '' : completeText(item.message),
    ]),
  )
  return csvFile([['When (UTC)', 'What', 'Name', 'Act', 'Result', 'Details'], ...rows])
}
