import { type ReactNode, memo, useRef, useEffect } from 'react'
import { Check, Download, Undo2, ListChecks } from 'lucide-react'
import { formatCount, formatDay, formatTime } from '#web/ui/format.ts'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { useSession } from '#web/session/session.ts'
import type { FollowUp } from '#web/resource/outcome-facts.ts'
import { completeText } from '#web/resource/result-message.ts'
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
  isDone,
  sectionLabels,
  isJobRunning,
  countResults,
  jobCountsText,
  stopReasonText,
  jobTitle,
  durationText,
} from './job.ts'
import { type PageHandlers, correctItems, retryItems, followUpHandler } from './follow-up.ts'
import { undoableItems, undoItems } from './undo.ts'
import { useAppContext } from './app-context.tsx'
import { FollowUpButtons } from './result-note.tsx'
import './job-report.css'

/** A list of this length is folded where nothing is left to do. */
const maxOpenLength = 8

interface JobResultsProps {
  job: Job
  /** What can be done about an item. */
  renderItemActions: (item: JobItem) => ReactNode
  /** What can be done about all items of a section. */
  renderSectionAction: (section: ReportSection, items: readonly JobItem[]) => ReactNode
}

/** The rows of a job: what is left to do comes first, then what was left out with its reason, then what went well. */
export function JobResults({ job, renderItemActions, renderSectionAction }: JobResultsProps) {
  const { items, skipped } = job
  const sections = new Map<ReportSection, JobItem[]>(sectionOrder.map((section) => [section, []]))
  for (const item of items) sections.get(reportSection(item))?.push(item)
  const done = sections.get('succeeded') ?? []
  const isPlain = skipped.length === 0 && done.length === items.length
  const renderSection = (section: ReportSection) => {
    const sectionItems = sections.get(section) ?? []
    if (sectionItems.length === 0) return null
    return (
      <ReportSectionPart
        key={section}
        label={isPlain ? undefined : `${sectionLabels[section]} ${formatCount(sectionItems.length)}`}
        isOpen={section !== 'succeeded' || sectionItems.length <= maxOpenLength || isPlain}
        action={renderSectionAction(section, sectionItems)}
      >
        <Items label={sectionLabels[section]} items={sectionItems}>
          {(item) => <Item key={item.name} item={item} actions={renderItemActions(item)} />}
        </Items>
      </ReportSectionPart>
    )
  }
  const [reason, ...otherReasons] = new Set(skipped.map((row) => row.reason))
  const commonReason = otherReasons.length === 0 ? `: ${reason}` : ''
  return (
    <>
      {sectionOrder.map((section) => section !== 'succeeded' && renderSection(section))}
      {skipped.length > 0 && (
        <ReportSectionPart
          label={`Left out ${formatCount(skipped.length)}${commonReason}`}
          isOpen={skipped.length <= maxOpenLength}
        >
          <Items label="Left out" items={skipped}>
            {(row) => (
              <li key={row.line ?? row.name}>
                {row.line !== undefined && <span className="job-line">{`Line ${formatCount(row.line)}`}</span>}
                <span className="name">
                  <UntrustedText text={row.name} title={row.name} />
                </span>
                {commonReason === '' && <span className="job-message">{row.reason}</span>}
              </li>
            )}
          </Items>
        </ReportSectionPart>
      )}
      {renderSection('succeeded')}
    </>
  )
}

const sectionOrder: readonly ReportSection[] = [
  'failed',
  'conflict',
  'unconfirmed',
  'needs-repair',
  'differs',
  'not-started',
  'remaining',
  'succeeded',
]

interface ReportSectionPartProps {
  /** Undefined: all rows are in this one section. */
  label: string | undefined
  isOpen: boolean
  action?: ReactNode
  children: ReactNode
}

function ReportSectionPart({ label, isOpen, action, children }: ReportSectionPartProps) {
  if (label === undefined) return children
  return (
    <div className="job-part">
      {action}
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
  children: (item: One) => ReactNode
}) {
  const formatLabel = (next: number, rest: number) =>
    `Show ${formatCount(next)} more of ${formatCount(rest)} (${label.toLowerCase()})`
  return (
    <ShowMore items={items} initialCount={100} increment={500} formatLabel={formatLabel}>
      {(visibleItems) => <ul aria-label={label}>{visibleItems.map(children)}</ul>}
    </ShowMore>
  )
}

/** One row: its name, and what is done to it or came of it, unless that went well. */
const Item = memo(function Item({ item, actions }: { item: JobItem; actions: ReactNode }) {
  const text =
    item.message?.text ??
    { queued: 'Waiting', running: 'Saving…', settled: '', 'not-started': 'Not started' }[item.state]
  return (
    <li>
      <span className="name">
        <UntrustedText text={item.currentName} title={item.currentName} />
      </span>
      {!isDone(item) && <span className="job-message">{text}</span>}
      {actions}
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
  const app = useAppContext()
  const { announcer } = useSession()
  const { resource, items, startedAt, endedAt, pausedUntil } = job
  const { noun } = app.resources[resource]
  const isOver = !isJobRunning(job)
  const counts = countResults(job)
  const settled = items.length - counts.remaining
  const isAllDone = isOver && counts.succeeded === items.length
  const quarter = Math.floor((4 * settled) / Math.max(1, items.length))
  const announcedQuarter = useRef(isOver ? 4 : 0)
  useEffect(() => {
    if (isOver || quarter <= announcedQuarter.current) return
    announcedQuarter.current = quarter
    announcer.announce(`${formatCount(settled)} of ${formatCount(items.length)}: ${jobCountsText(job)}.`)
  })

  const context = app.actionContext(resource)
  const retry = (sectionItems: readonly JobItem[], action?: string) => void retryItems(app, job, sectionItems, action)
  const isRetryable = ({ facts, hasPassword }: JobItem) =>
    hasPassword !== true && (facts?.canRetry === true || facts?.canReview === true)
  /** What can be done about a whole section; undefined: nothing. */
  const sectionActions: Readonly<
    Record<ReportSection, (sectionItems: readonly JobItem[]) => { label: string; run: () => void } | undefined>
  > = {
    failed: (sectionItems) => retryAction(sectionItems.filter(isRetryable)),
    conflict: (sectionItems) => retryAction(sectionItems.filter(isRetryable)),
    differs(sectionItems) {
      const correctable = sectionItems.filter(({ facts }) => facts?.canCorrect === true)
      return correctable.length === 0
        ? retryAction(sectionItems.filter(isRetryable))
        : {
            label: `Correct ${formatCount(correctable.length)}`,
            run: () => void correctItems(app, resource, correctable),
          }
    },
    unconfirmed: (sectionItems) =>
      page.refresh && { label: `Check ${formatCount(sectionItems.length)} again`, run: page.refresh },
    'needs-repair': (sectionItems) => ({
      label: `Repair ${formatCount(sectionItems.length)}`,
      run: () => retry(sectionItems, 'repair'),
    }),
    // Passwords are gone: new rows are made by the file once more.
    'not-started': (sectionItems) =>
      sectionItems.every(({ snapshot, hasPassword }) => snapshot !== undefined && hasPassword !== true)
        ? { label: `Continue with ${formatCount(sectionItems.length)}`, run: () => retry(sectionItems) }
        : undefined,
    remaining: () => undefined,
    succeeded: () => undefined,
  }
  const retryAction = (sectionItems: readonly JobItem[]) =>
    sectionItems.length === 0
      ? undefined
      : { label: `Try ${formatCount(sectionItems.length)} again`, run: () => retry(sectionItems) }
  const handlerOf = (item: JobItem, next: FollowUp) =>
    followUpHandler(app, next, { job, item }, findSnapshot(context.list, item.currentName), page)
  const renderSectionAction = (section: ReportSection, sectionItems: readonly JobItem[]) => {
    const action = isOver ? sectionActions[section](sectionItems) : undefined
    return (
      action && (
        <button type="button" className="btn small" onClick={action.run}>
          {action.label}
        </button>
      )
    )
  }
  const undoable = isOver ? undoableItems(job) : []
  const stopText = stopReasonText(job)
  const unseenTexts = [...new Set(items.flatMap(({ message }) => message?.unseenText ?? []))]
  return (
    <Sheet
      wide
      title={jobTitle(job, noun)}
      subtitle={
        isOver
          ? `${formatDay(startedAt)}, ${formatTime(startedAt)} · ${durationText((endedAt ?? startedAt) - startedAt)}`
          : `${formatCount(settled)} of ${formatCount(items.length)}`
      }
      closeLabel={isOver ? 'Close' : 'Hide'}
      onClose={onClose}
    >
      <div className="body job">
        <div className="job-top">
          {!isAllDone && <Progress job={job} />}
          {pausedUntil !== undefined && !isOver && (
            <p className="hint">{`The service asks to wait. It goes on at ${formatTime(pausedUntil)}.`}</p>
          )}
          {stopText !== undefined && <p>{stopText}</p>}
          {unseenTexts.map((text) => (
            <p key={text} className="hint">
              {text}
            </p>
          ))}
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
            renderSectionAction={renderSectionAction}
            renderItemActions={(item) =>
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
                    message={item.message}
                    isInReport
                    handlerOf={(next) => handlerOf(item, next)}
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
          <button type="button" className="btn raised-bg" onClick={() => void undoItems(app, job, undoable)}>
            <Undo2 className="icon" aria-hidden="true" />
            <span>{`Undo ${formatCount(undoable.length)}`}</span>
          </button>
        )}
        {/* One button, which keeps the focus. */}
        <button
          type="button"
          className={isOver ? 'btn primary' : 'btn raised-bg'}
          onClick={isOver ? onClose : () => app.jobs.stop(job.id)}
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
  const { remaining } = countResults(job)
  return (
    <PageBanner
      topic="run"
      icon={<ListChecks className="icon" aria-hidden="true" />}
      actions={
        <button type="button" className="btn small" onClick={onShow}>
          Show
        </button>
      }
    >
      <b>{`${jobTitle(job, noun)}: ${formatCount(job.items.length - remaining)} of ${formatCount(job.items.length)}.`}</b>{' '}
      <span>{`${jobCountsText(job)}.`}</span>
    </PageBanner>
  )
}

/** How far it has come; the parts are as long as their counts. */
function Progress({ job }: { job: Job }) {
  const counts = countResults(job)
  const total = job.items.length
  const parts = (['succeeded', 'unconfirmed', 'conflict', 'failed'] as const).filter((part) => counts[part] > 0)
  const remaining = total - parts.reduce((sum, part) => sum + counts[part], 0)
  return (
    <div
      className="job-bar"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its parts have colours of their own
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={total - counts.remaining}
      aria-valuetext={`${formatCount(total - counts.remaining)} of ${formatCount(total)}: ${jobCountsText(job)}`}
    >
      {parts.map((part) => (
        <i key={part} className={part} style={{ flexGrow: counts[part] }} />
      ))}
      <i style={{ flexGrow: remaining }} />
    </div>
  )
}

/** The results as CSV, in the order of the job. */
const csvOf = ({ items, skipped }: Job) =>
  csvFile([
    ['Name', 'Result', 'Details'],
    ...items.map((item) => [
      item.currentName,
      sectionLabels[reportSection(item)],
      item.message === undefined ? '' : completeText(item.message),
    ]),
    ...skipped.map(({ line, name, reason }) => [name === '' ? `Line ${line}` : name, 'Left out', reason]),
  ])
