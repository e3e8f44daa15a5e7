import { Check, Download, ListChecks, Undo2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { csvFile } from '#contract/csv.ts'
import { download } from '#web/ui/download.ts'
import { seenIn } from '#web/resource/lists.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import type { Next } from '#web/resource/say.ts'
import { useSession } from '#web/session/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { clockOf, count, localMoment } from '#web/ui/time.ts'
import { useDesk } from './desk.tsx'
import { countsOf, isUnderWay, type Job, type JobItem } from './job.ts'
import { JobList } from './job-list.tsx'
import { countWords, lengthWords, sectionOf, sectionWords, stoppedWords, titleOf, type Section } from './job-words.ts'
import { doAgain, doNext, undoableIn, undoJob, type PageActs } from './next.ts'
import { NextButtons } from './note.tsx'
import './job-sheet.css'

interface Props {
  job: Job
  /** What the page of its rows can do. */
  page: PageActs
  /** The values and passwords that it made. */
  secrets: ReactNode
  /** Copies that of one row. */
  copyButton: (item: JobItem) => ReactNode
  onClose: () => void
}

/** A job on several rows while it goes on, and its report: the same sheet, the same rows. */
export function JobSheet({ job, page, secrets, copyButton, onClose }: Props) {
  const desk = useDesk()
  const { announcer } = useSession()
  const { resource, items, startedAt, endedAt, waitsUntil } = job
  const { noun } = desk.resources[resource]
  const isOver = !isUnderWay(job)
  const counts = countsOf(job)
  const settled = items.length - counts.left
  const isWell = isOver && counts.done === items.length
  const quarter = Math.floor((4 * settled) / Math.max(1, items.length))
  const said = useRef(isOver ? 4 : 0)
  useEffect(() => {
    if (isOver || quarter <= said.current) return
    said.current = quarter
    announcer.say(`${count(settled)} of ${count(items.length)}: ${countWords(job)}.`)
  })

  const knows = desk.knows(resource)
  const again = (those: readonly JobItem[], act?: string) => void doAgain(desk, job, those, act)
  const isRepeatable = ({ told, hasPassword }: JobItem) =>
    hasPassword !== true && told?.next.some((next) => next === 'again' || next === 'anyway') === true
  /** What can be done about a whole section; undefined: nothing. */
  const forAll: Readonly<
    Record<Section, (those: readonly JobItem[]) => { label: string; run: () => void } | undefined>
  > = {
    failed: (those) => tryAgain(those.filter(isRepeatable)),
    changed: (those) => tryAgain(those.filter(isRepeatable)),
    amber: (those) => tryAgain(those.filter(isRepeatable)),
    unknown: () => page.refresh && { label: 'Check again', run: page.refresh },
    repair: (those) => ({ label: `Repair ${count(those.length)}`, run: () => again(those, 'repair') }),
    // Passwords are gone: new rows are made by the file once more.
    'not-started': (those) =>
      those.every(({ seen, hasPassword }) => seen !== undefined && hasPassword !== true)
        ? { label: `Continue with ${count(those.length)}`, run: () => again(those) }
        : undefined,
    left: () => undefined,
    done: () => undefined,
  }
  const tryAgain = (those: readonly JobItem[]) =>
    those.length === 0 ? undefined : { label: `Try ${count(those.length)} again`, run: () => again(those) }
  /** The section and the foot have *Undo* and *Refresh* for all rows at once. */
  const nextInReport = ({ told }: JobItem): readonly Next[] =>
    told?.next.filter((one) => one !== 'undo' && one !== 'refresh' && one !== 'copy') ?? []
  const onNext = (item: JobItem, next: Next) => doNext(desk, next, { job, item }, seenIn(knows.list, item.after), page)
  const all = (section: Section, those: readonly JobItem[]) => {
    const act = isOver ? forAll[section](those) : undefined
    return (
      act && (
        <button type="button" className="btn small" onClick={act.run}>
          {act.label}
        </button>
      )
    )
  }
  const undoable = isOver ? undoableIn(job) : []
  const stopped = stoppedWords(job)
  return (
    <Sheet
      wide
      title={titleOf(job, noun)}
      under={
        isOver
          ? `${localMoment(startedAt)} · ${lengthWords((endedAt ?? startedAt) - startedAt)}`
          : `${count(settled)} of ${count(items.length)}`
      }
      closes={isOver ? 'Close' : 'Hide'}
      onClose={onClose}
    >
      <div className="body job">
        <div className="job-top">
          {!isWell && <Progress job={job} />}
          {waitsUntil !== undefined && !isOver && (
            <p className="hint">{`The service asks to wait. It goes on at ${clockOf(waitsUntil)}.`}</p>
          )}
          {stopped !== undefined && <p>{stopped}</p>}
          {secrets}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and may hold no button */}
        <section className="job-list" data-safe tabIndex={0} aria-label={`Rows of this job: ${count(items.length)}`}>
          <JobList
            job={job}
            all={all}
            button={(item) =>
              item.told && (
                <>
                  {item.isCopied && (
                    <span className="tick">
                      <Check className="icon s14" aria-hidden="true" />
                      Copied
                    </span>
                  )}
                  {copyButton(item)}
                  <NextButtons name={item.after} next={nextInReport(item)} on={(next) => onNext(item, next)} />
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
            onClick={() => download(csvOf(job), `query-admin-${resource}-job.csv`)}
          >
            <Download className="icon" aria-hidden="true" />
            Export CSV
          </button>
        )}
        <span className="end" />
        {undoable.length > 0 && (
          <button type="button" className="btn raised-bg" onClick={() => void undoJob(desk, job)}>
            <Undo2 className="icon" aria-hidden="true" />
            <span>{`Undo ${count(undoable.length)}`}</span>
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
export function JobLine({ job, onShow }: { job: Job; onShow: () => void }) {
  const { resources } = useDesk()
  const { noun } = resources[job.resource]
  const { left } = countsOf(job)
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
      <b>{`${titleOf(job, noun)}: ${count(job.items.length - left)} of ${count(job.items.length)}.`}</b>{' '}
      <span>{`${countWords(job)}.`}</span>
    </PageBanner>
  )
}

/** How far it has come; the parts are as long as their counts. */
function Progress({ job }: { job: Job }) {
  const counts = countsOf(job)
  const all = job.items.length
  const parts = (['done', 'unknown', 'changed', 'failed'] as const).filter((part) => counts[part] > 0)
  const rest = all - parts.reduce((sum, part) => sum + counts[part], 0)
  return (
    <div
      className="job-bar"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its parts have colours of their own
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={all - counts.left}
      aria-valuetext={`${count(all - counts.left)} of ${count(all)}: ${countWords(job)}`}
    >
      {parts.map((part) => (
        <i key={part} className={part} style={{ flexGrow: counts[part] }} />
      ))}
      <i style={{ flexGrow: rest }} />
    </div>
  )
}

/** The results as CSV, in the order of the job. */
const csvOf = ({ items, leftOut }: Job) =>
  csvFile([
    ['Name', 'Result', 'Details'],
    ...items.map((item) => [item.after, sectionWords[sectionOf(item)], item.told?.says ?? '']),
    ...leftOut.map(({ name, says }) => [name, 'Left out', says]),
  ])
