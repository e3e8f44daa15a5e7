import { Download, History } from 'lucide-react'
import { csvFile } from '#contract/csv.ts'
import type { ResourceName } from '#contract/problem.ts'
import { Blank } from '#web/ui/blank.tsx'
import { download } from '#web/ui/download.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/session/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf, counted } from '#web/ui/time.ts'
import { useDesk } from './desk.tsx'
import type { Job } from './job.ts'
import { countWords, sectionOf, sectionWords, titleOf } from './job-words.ts'
import './activity-sheet.css'

/** The log of what was done in this tab since signing in or a reload, with the results: a line a job. */
export function ActivitySheet({ onClose }: { onClose: () => void }) {
  const { jobs } = useDesk()
  const all = useStore(jobs).toReversed()
  return (
    <Sheet
      title="Activity"
      under={`${counted(all.length, 'action')} in this tab since you signed in or reloaded`}
      onClose={onClose}
    >
      <div className="body">
        {all.length === 0 ? (
          <Blank icon={<History className="icon s20" aria-hidden="true" />} title="Nothing yet">
            Your actions in this tab and their results appear here until you sign out or reload.
          </Blank>
        ) : (
          <ActivityList jobs={all} />
        )}
      </div>
      <div className="foot">
        <span className="hint">Contains no values or passwords.</span>
        <span className="end" />
        <ExportButton jobs={all} />
      </div>
    </Sheet>
  )
}

function ExportButton({ jobs }: { jobs: readonly Job[] }) {
  const { resources } = useDesk()
  return (
    <button
      type="button"
      className="btn"
      disabled={jobs.length === 0}
      onClick={() =>
        download(
          csvOf(jobs, (name) => resources[name].title),
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
  const { resources, opened } = useDesk()
  const { place } = useSession()
  return (
    <ol className="activity" aria-label={`Activity on ${place.name}`}>
      {jobs.map((job) => {
        const [only, ...others] = job.items
        const isList = others.length > 0 || job.leftOut.length > 0
        return (
          <li key={job.id}>
            <time dateTime={new Date(job.startedAt).toISOString()}>{clockOf(job.startedAt)}</time>
            <div>
              <b>{isList ? titleOf(job, resources[job.resource].noun) : <Foreign text={only?.after ?? ''} />}</b>
              <p>{isList ? `${countWords(job)}.` : (only?.told?.says ?? 'Nothing was sent.')}</p>
            </div>
            {isList && (
              <button
                type="button"
                className="btn ghost small"
                aria-label={`Report of ${clockOf(job.startedAt)}`}
                onClick={() => opened.set({ is: 'report', job: job.id })}
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

/** The items of all jobs as CSV, latest first. */
export function csvOf(jobs: readonly Job[], titleOfPage: (resource: ResourceName) => string): string {
  const rows = jobs.flatMap(({ startedAt, resource, done, items }) =>
    items.map((item) => [
      new Date(item.at ?? startedAt).toISOString(),
      titleOfPage(resource),
      item.after,
      done.replace('#', () => item.after),
      sectionWords[sectionOf(item)],
      item.told?.says ?? '',
    ]),
  )
  return csvFile([['When (UTC)', 'What', 'Name', 'Act', 'Result', 'Details'], ...rows])
}
