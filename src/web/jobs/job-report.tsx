import { type ReactNode, memo, useRef, useEffect } from 'react'
import { Check, Download, Undo2, ListChecks } from 'lucide-react'
import { formatCount, formatDateTimeWithZone, formatTime } from '#web/ui/format.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { useSession } from '#web/session/session.ts'
import type { FollowUp } from '#web/resource/outcome-message.ts'
import { findSnapshot } from '#web/resource/list-queries.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { downloadFile } from '#web/ui/browser.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { csvFile } from '#api/csv.ts'
import {
  type Job,
  type JobItem,
  type ReportSection,
  reportSection,
  sectionLabels,
  isJobRunning,
  countResults,
  jobCountsText,
  stopReasonText,
  jobTitle,
  durationText,
} from './job.ts'
import { type PageHandlers, retryItems, followUpHandler, undoableItems, undoJob } from './follow-up.ts'
import { useAppContext } from './app-context.tsx'
import { FollowUpButtons } from './result-note.tsx'
import './job-report.css'

/** A list of this length is folded where nothing is left to do. */
const longestOpen = 8

interface JobResultsProps {
  job: Job
  /** What can be done about an item. */
  button: (item: JobItem) => ReactNode
  /** What can be done about all items of a section. */
  all: (section: ReportSection, items: readonly JobItem[]) => ReactNode
}

/** The rows of a job, by what came of them; those that are left out, with the reason. */
export function JobResults({ job, button, all }: JobResultsProps) {
  const sections = new Map<ReportSection, JobItem[]>(order.map((section) => [section, []]))
  for (const item of job.items) sections.get(reportSection(item))?.push(item)
  const reasons = [...new Set(job.skipped.map(({ says }) => says))]
  const isPlain = job.skipped.length === 0 && sections.get('succeeded')?.length === job.items.length
  return (
    <>
      {order.map((section) => {
        const items = sections.get(section) ?? []
        if (items.length === 0) return null
        return (
          <Part
            key={section}
            label={isPlain ? undefined : `${sectionLabels[section]} ${formatCount(items.length)}`}
            isOpen={section !== 'succeeded' || items.length <= longestOpen || isPlain}
            act={all(section, items)}
          >
            <Items label={sectionLabels[section]} items={items}>
              {(item) => <Item key={item.name} item={item} isPlain={isPlain} button={button(item)} />}
            </Items>
          </Part>
        )
      })}
      {reasons.map((reason) => {
        const others = job.skipped.filter(({ says }) => says === reason)
        return (
          <Part
            key={reason}
            label={`Left out ${formatCount(others.length)}: ${reason}`}
            isOpen={others.length <= longestOpen}
          >
            <Items label={`Left out, ${reason}`} items={others}>
              {({ name }) => (
                <li key={name}>
                  <span className="name">
                    <UntrustedText text={name} title={name} />
                  </span>
                </li>
              )}
            </Items>
          </Part>
        )
      })}
    </>
  )
}

const order: readonly ReportSection[] = [
  'failed',
  'conflict',
  'unconfirmed',
  'needs-repair',
  'differs',
  'not-started',
  'remaining',
  'succeeded',
]

interface PartProps {
  /** Undefined: all rows are in this one section. */
  label: string | undefined
  isOpen: boolean
  act?: ReactNode
  children: ReactNode
}

function Part({ label, isOpen, act, children }: PartProps) {
  if (label === undefined) return children
  return (
    <div className="job-part">
      {act}
      <details open={isOpen}>
        <summary>{label}</summary>
        {children}
      </details>
    </div>
  )
}

/** The first hundred, and the others on demand. */
function Items<One>({
  label,
  items,
  children,
}: {
  label: string
  items: readonly One[]
  children: (one: One) => ReactNode
}) {
  const says = (next: number, rest: number) =>
    `Show ${formatCount(next)} more of ${formatCount(rest)} (${label.toLowerCase()})`
  return (
    <ShowMore items={items} first={100} more={500} says={says}>
      {(shown) => <ul aria-label={label}>{shown.map(children)}</ul>}
    </ShowMore>
  )
}

/** One row: its name, and what is done to it or came of it. */
const Item = memo(function Item({ item, isPlain, button }: { item: JobItem; isPlain: boolean; button: ReactNode }) {
  const says =
    item.message?.text ??
    { queued: 'Waiting', running: 'Saving…', settled: '', 'not-started': 'Not started' }[item.state]
  return (
    <li>
      <span className="name">
        <UntrustedText text={item.currentName} title={item.currentName} />
      </span>
      {!(isPlain && item.message?.isQuiet) && <span className="job-message">{says}</span>}
      {button}
    </li>
  )
})

interface JobReportSheetProps {
  job: Job
  /** What the page of its rows can do. */
  page: PageHandlers
  /** The values and passwords that it made. */
  secrets: ReactNode
  /** Copies that of one row. */
  copyButton: (item: JobItem) => ReactNode
  onClose: () => void
}

/** A job on several rows while it goes on, and its report: the same sheet, the same rows. */
export function JobReportSheet({ job, page, secrets, copyButton, onClose }: JobReportSheetProps) {
  const desk = useAppContext()
  const { announcer } = useSession()
  const { resource, items, startedAt, endedAt, pausedUntil } = job
  const { noun } = desk.resources[resource]
  const isOver = !isJobRunning(job)
  const counts = countResults(job)
  const settled = items.length - counts.remaining
  const isWell = isOver && counts.succeeded === items.length
  const quarter = Math.floor((4 * settled) / Math.max(1, items.length))
  const said = useRef(isOver ? 4 : 0)
  useEffect(() => {
    if (isOver || quarter <= said.current) return
    said.current = quarter
    announcer.announce(`${formatCount(settled)} of ${formatCount(items.length)}: ${jobCountsText(job)}.`)
  })

  const knows = desk.actionContext(resource)
  const again = (those: readonly JobItem[], act?: string) => void retryItems(desk, job, those, act)
  const isRepeatable = ({ message, hasPassword }: JobItem) =>
    hasPassword !== true && message?.followUps.some((next) => next === 'retry' || next === 'review') === true
  /** What can be done about a whole section; undefined: nothing. */
  const forAll: Readonly<
    Record<ReportSection, (those: readonly JobItem[]) => { label: string; run: () => void } | undefined>
  > = {
    failed: (those) => tryAgain(those.filter(isRepeatable)),
    conflict: (those) => tryAgain(those.filter(isRepeatable)),
    differs: (those) => tryAgain(those.filter(isRepeatable)),
    unconfirmed: () => page.refresh && { label: 'Check again', run: page.refresh },
    'needs-repair': (those) => ({ label: `Repair ${formatCount(those.length)}`, run: () => again(those, 'needs-repair') }),
    // Passwords are gone: new rows are made by the file once more.
    'not-started': (those) =>
      those.every(({ snapshot, hasPassword }) => snapshot !== undefined && hasPassword !== true)
        ? { label: `Continue with ${formatCount(those.length)}`, run: () => again(those) }
        : undefined,
    remaining: () => undefined,
    succeeded: () => undefined,
  }
  const tryAgain = (those: readonly JobItem[]) =>
    those.length === 0 ? undefined : { label: `Try ${formatCount(those.length)} again`, run: () => again(those) }
  /** The section and the foot have *Undo* and *Refresh* for all rows at once. */
  const nextInReport = ({ message }: JobItem): readonly FollowUp[] =>
    message?.followUps.filter((one) => one !== 'undo' && one !== 'refresh' && one !== 'copy-value') ?? []
  const onNext = (item: JobItem, next: FollowUp) =>
    followUpHandler(desk, next, { job, item }, findSnapshot(knows.list, item.currentName), page)
  const all = (section: ReportSection, those: readonly JobItem[]) => {
    const act = isOver ? forAll[section](those) : undefined
    return (
      act && (
        <button type="button" className="btn small" onClick={act.run}>
          {act.label}
        </button>
      )
    )
  }
  const undoable = isOver ? undoableItems(job) : []
  const stopped = stopReasonText(job)
  return (
    <Sheet
      wide
      title={jobTitle(job, noun)}
      under={
        isOver
          ? `${formatDateTimeWithZone(startedAt)} · ${durationText((endedAt ?? startedAt) - startedAt)}`
          : `${formatCount(settled)} of ${formatCount(items.length)}`
      }
      closes={isOver ? 'Close' : 'Hide'}
      onClose={onClose}
    >
      <div className="body job">
        <div className="job-top">
          {!isWell && <Progress job={job} />}
          {pausedUntil !== undefined && !isOver && (
            <p className="hint">{`The service asks to wait. It goes on at ${formatTime(pausedUntil)}.`}</p>
          )}
          {stopped !== undefined && <p>{stopped}</p>}
          {secrets}
        </div>
        <section
          className="job-list"
          data-initial-focus
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and may hold no button
          tabIndex={0}
          aria-label={`Rows of this job: ${formatCount(items.length)}`}
        >
          <JobResults
            job={job}
            all={all}
            button={(item) =>
              item.message && (
                <>
                  {item.isCopied && (
                    <span className="tick">
                      <Check className="icon s14" aria-hidden="true" />
                      Copied
                    </span>
                  )}
                  {copyButton(item)}
                  <FollowUpButtons
                    name={item.currentName}
                    next={nextInReport(item)}
                    on={(next) => onNext(item, next)}
                  />
                </>
              )
            }
          />
        </section>
      </div>
      <div className="foot">
        {isOver && (
          <button
            type="button"
            className="btn ghost"
            onClick={() => downloadFile(csvOf(job), `query-admin-${resource}-job.csv`)}
          >
            <Download className="icon" aria-hidden="true" />
            Export CSV
          </button>
        )}
        <span className="end" />
        {undoable.length > 0 && (
          <button type="button" className="btn raised-bg" onClick={() => void undoJob(desk, job)}>
            <Undo2 className="icon" aria-hidden="true" />
            <span>{`Undo ${formatCount(undoable.length)}`}</span>
          </button>
        )}
        {/* One button, which keeps the focus. */}
        <button
          type="button"
          className={isOver ? 'btn primary' : 'btn raised-bg'}
          onClick={isOver ? onClose : () => desk.jobs.stop(job.id)}
        >
          {isOver ? 'Close' : 'Stop'}
        </button>
      </div>
    </Sheet>
  )
}

/** The line on the page about a job whose sheet is hidden. */
export function JobBanner({ job, onShow }: { job: Job; onShow: () => void }) {
  const { resources } = useAppContext()
  const { noun } = resources[job.resource]
  const { remaining: left } = countResults(job)
  return (
    <PageBanner
      about="run"
      icon={<ListChecks className="icon" aria-hidden="true" />}
      actions={
        <button type="button" className="btn small" onClick={onShow}>
          Show
        </button>
      }
    >
      <b>{`${jobTitle(job, noun)}: ${formatCount(job.items.length - left)} of ${formatCount(job.items.length)}.`}</b>{' '}
      <span>{`${jobCountsText(job)}.`}</span>
    </PageBanner>
  )
}

/** How far it has come; the parts are as long as their counts. */
function Progress({ job }: { job: Job }) {
  const counts = countResults(job)
  const all = job.items.length
  const parts = (['succeeded', 'unconfirmed', 'conflict', 'failed'] as const).filter((part) => counts[part] > 0)
  const rest = all - parts.reduce((sum, part) => sum + counts[part], 0)
  return (
    <div
      className="job-bar"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its parts have colours of their own
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={all - counts.remaining}
      aria-valuetext={`${formatCount(all - counts.remaining)} of ${formatCount(all)}: ${jobCountsText(job)}`}
    >
      {parts.map((part) => (
        <i key={part} className={part} style={{ flexGrow: counts[part] }} />
      ))}
      <i style={{ flexGrow: rest }} />
    </div>
  )
}

/** The results as CSV, in the order of the job. */
const csvOf = ({ items, skipped }: Job) =>
  csvFile([
    ['Name', 'Result', 'Details'],
    ...items.map((item) => [item.currentName, sectionLabels[reportSection(item)], item.message?.text ?? '']),
    ...skipped.map(({ name, says }) => [name, 'Left out', says]),
  ])
