import { useQueryClient } from '@tanstack/react-query'
import { Download, FileUp, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { csvFile } from '#contract/csv.ts'
import { download } from '#web/list/csv.ts'
import { Tick } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/ui/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { count, counted } from '#web/ui/time.ts'
import { useUnloadGuard } from '#web/ui/use-unload-guard.ts'
import { useStore } from '#web/ui/store.ts'
import type { PlannedItem } from '#web/writes/runs/run-plan.ts'
import { DryRunList } from './dry-run-list.tsx'
import type { DryLine } from './dry-run.ts'
import { FileReading } from './file-reading.tsx'
import type { ImportResource } from './import-resource.ts'
import { mostLines } from './read-lines.ts'
import { continuedBy, startImport } from './start-import.ts'
import { useImport, type Dry } from './use-import.ts'
import './import.css'

/** What is sent for a line. */
export type ImportItem<Row, New, Change> =
  | { is: 'create'; name: string; draft: New; password: string | undefined }
  | { is: 'update'; name: string; row: Row; change: Change; password: string | undefined }

interface Props<Row extends Dated, New extends object, Change extends object> {
  resource: ImportResource<Row, New, Change>
  /** Undefined: the service has no list. */
  list: RowStore<Row> | undefined
  /** How a line is sent. */
  planned: (item: ImportItem<Row, New, Change>) => PlannedItem
  onClose: () => void
}

/** What is ticked. */
interface Ticks {
  /** Rows that exist are updated. */
  update: boolean
  /** The passwords of users that exist are sent. */
  passwords: boolean
}

/** Chooses a file or pastes rows, says of each line what would be done, and sends it. */
export function ImportSheet<Row extends Dated, New extends object, Change extends object>(
  props: Props<Row, New, Change>,
) {
  const { resource, list, planned, onClose } = props
  const session = useSession()
  const { place, announcer, runs } = session
  const page = { session, client: useQueryClient() }
  const run = useStore(runs)
  const { noun, name } = resource.words
  const [ticks, setTicks] = useState<Ticks>({ update: false, passwords: false })
  const [isBusy, setBusy] = useState(false)
  const source = useImport(resource, list)
  const { file, problem, dry, isReady } = source
  useUnloadGuard(() => file !== undefined)
  /** Whether it is open which date is meant. */
  const isOpen = dry?.reading.dates.ambiguous !== undefined && dry.reading.choice.dates.order === undefined
  /** The run that this file continues. */
  const continued = dry && continuedBy(run, resource.words, dry.digest)
  const rest = continued && new Set(continued.rest().map((item) => item.name))
  const chosen =
    isOpen || dry === undefined || !isReady
      ? []
      : chosenIn(dry, ticks).filter((line) => rest === undefined || rest.has(line.name))
  useEffect(() => {
    if (problem !== undefined) announcer.alert(problem)
  }, [announcer, problem])
  useEffect(() => {
    if (dry !== undefined) announcer.say(summaryOf(dry))
  }, [announcer, dry])

  const send = async () => {
    if (isBusy || dry === undefined || chosen.length === 0) return
    setBusy(true)
    const items = chosen.flatMap((line) => itemOf(line, ticks, source.passwordOf(line)) ?? []).map(planned)
    const named = { name: file?.name ?? 'Pasted rows', digest: dry.digest }
    if (await startImport(page, resource.words, items, named)) onClose()
    else setBusy(false)
  }
  return (
    <Sheet
      wide
      title={`Import ${name}`}
      under={`On ${place.name}`}
      onClose={onClose}
      hasChanges={() => file !== undefined}
    >
      <form
        className="sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="body import">
          <Source {...{ resource, source }} />
          {file !== undefined && dry !== undefined && (
            <>
              <FileReading {...{ resource, source }} reading={dry.reading} />
              <div className="import-options">
                <p>{summaryOf(dry)}</p>
                <Options {...{ resource, dry, ticks, chosen }} onTick={setTicks} />
              </div>
              <DryRunList lines={dry.lines} isListed={list !== undefined} isBusy={!isReady} />
            </>
          )}
        </div>
        <div className="foot">
          <span className="hint">
            <span>{isOpen ? 'First choose how dates are read.' : 'Nothing of the file is kept.'}</span>
          </span>
          <span className="end" />
          <button type="button" className="btn raised-bg" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn primary"
            disabled={chosen.length === 0}
            aria-disabled={isBusy || undefined}
          >
            {chosen.length === 0
              ? 'Import'
              : `${continued === undefined ? 'Import' : 'Continue with'} ${counted(chosen.length, noun)}`}
          </button>
        </div>
      </form>
    </Sheet>
  )
}

/** What is sent for a line; undefined: nothing. */
function itemOf<Row, New, Change extends object>(
  { name, fate }: DryLine<Row, New, Change>,
  { update, passwords }: Ticks,
  password: string | undefined,
): ImportItem<Row, New, Change> | undefined {
  if (fate.is === 'create') return { is: 'create', name, draft: fate.draft, password }
  if (fate.is !== 'same' && fate.is !== 'differs') return undefined
  const change = fate.is === 'differs' && update ? fate.change : ({} as Change)
  return { is: 'update', name, row: fate.row, change, password: passwords ? password : undefined }
}

/** The lines that would be sent. */
function chosenIn<Row, New, Change>({ lines }: Dry<Row, New, Change>, { update, passwords }: Ticks) {
  return lines.filter(({ fate, hasPassword }) => {
    if (fate.is === 'create') return true
    if (fate.is === 'differs' && update) return true
    return passwords && hasPassword && (fate.is === 'differs' || fate.is === 'same')
  })
}

function summaryOf({ lines }: Dry<unknown, unknown, unknown>): string {
  const of = (is: string) => lines.filter(({ fate }) => fate.is === is).length
  const parts = [
    `${count(of('create'))} to create`,
    `${count(of('differs') + of('same'))} exist`,
    `${count(of('twice'))} twice`,
    `${count(of('invalid'))} invalid`,
  ]
  return `${counted(lines.length, 'line')}: ${parts.join(', ')}.`
}

interface SourceProps {
  resource: Pick<ImportResource<never, never, never>, 'words' | 'columns'>
  source: Pick<ReturnType<typeof useImport>, 'file' | 'problem' | 'choose' | 'paste'>
}

/** Where the rows come from. */
function Source({ resource: { words, columns }, source: { file, problem, choose, paste } }: SourceProps) {
  const id = useId()
  const all = Object.values(columns)
  const labels = all.map(({ label }) => label).join(', ')
  return (
    <>
      <div className="import-source">
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values', 'text/plain']}
          onSelect={(files) => {
            const chosen = files?.[0]
            if (chosen !== undefined) void choose(chosen)
          }}
        >
          <Button className="btn">
            <FileUp className="icon" aria-hidden="true" />
            <span>{file === undefined ? 'Choose a file…' : 'Choose another file…'}</span>
          </Button>
        </FileTrigger>
        <button
          type="button"
          className="btn ghost"
          onClick={() =>
            download(
              csvFile([all.map(({ label }) => label), all.map(({ example }) => example)]),
              `query-admin-${words.name}-template.csv`,
            )
          }
        >
          <Download className="icon" aria-hidden="true" />
          Download a template
        </button>
      </div>
      {problem !== undefined && (
        <p className="warned">
          <TriangleAlert className="icon s14" aria-hidden="true" />
          <span>{problem}</span>
        </p>
      )}
      {file === undefined ? (
        <div className="field">
          <label htmlFor={id}>Or paste rows from a spreadsheet</label>
          <textarea
            id={id}
            rows={3}
            spellCheck={false}
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            // What is pasted may hold passwords, so the page never has it as its content.
            onPaste={(event) => {
              event.preventDefault()
              void paste(event.clipboardData.getData('text/plain'))
            }}
            onInput={({ currentTarget }) => (currentTarget.value = '')}
          />
          <p id={`${id}-hint`} className="hint">
            {`Columns: ${labels}. The first line names them. At most ${count(mostLines)} lines.`}
          </p>
        </div>
      ) : (
        <p className="import-file">
          <span>{file.name === undefined ? 'Pasted rows' : <Foreign text={file.name} />}</span>
          {file.encoding === 'Windows-1252' && (
            <span className="warned">
              <TriangleAlert className="icon s14" aria-hidden="true" />
              <span>This file is not UTF-8. It was read as Windows-1252: check names with special characters.</span>
            </span>
          )}
        </p>
      )}
    </>
  )
}

interface OptionsProps<Row extends Dated, New extends object, Change extends object> {
  resource: ImportResource<Row, New, Change>
  dry: Dry<Row, New, Change>
  ticks: Ticks
  chosen: readonly DryLine<Row, New, Change>[]
  onTick: (ticks: Ticks) => void
}

/** What is done with rows that exist, and what should be known before anything is sent. */
function Options<Row extends Dated, New extends object, Change extends object>(props: OptionsProps<Row, New, Change>) {
  const { resource, dry, ticks, chosen, onTick } = props
  const { noun } = resource.words
  const differing = dry.lines.filter(({ fate }) => fate.is === 'differs')
  const withPassword = dry.lines.filter(({ fate, hasPassword }) => hasPassword && 'row' in fate)
  const created = chosen.flatMap(({ fate }) => (fate.is === 'create' ? [fate.draft] : []))
  const changes = ticks.update ? differing.flatMap(({ fate }) => (fate.is === 'differs' ? [fate.change] : [])) : []
  const generated = chosen.filter(({ fate, hasPassword }) => fate.is === 'create' && !hasPassword).length
  const hasPasswords = Object.values(resource.columns).some(({ kind }) => kind === 'password')
  const warnings = resource.warnings(created, changes)
  return (
    <>
      {differing.length > 0 && (
        <Tick checked={ticks.update} onChange={(update) => onTick({ ...ticks, update })}>
          {`Update ${counted(differing.length, noun)} that ${differing.length === 1 ? 'differs' : 'differ'}`}
        </Tick>
      )}
      {withPassword.length > 0 && (
        <Tick checked={ticks.passwords} onChange={(passwords) => onTick({ ...ticks, passwords })}>
          {`Set the ${withPassword.length === 1 ? 'password' : 'passwords'} of ${counted(withPassword.length, noun)} that ${withPassword.length === 1 ? 'exists' : 'exist'}`}
        </Tick>
      )}
      {withPassword.length > 0 && <p className="hint">Passwords can’t be compared. Each tick sends all of them.</p>}
      {hasPasswords && generated > 0 && (
        <p className="hint">{`${counted(generated, 'password is', 'passwords are')} generated. Hand them over afterwards.`}</p>
      )}
      {created.length > 0 && <p className="hint">{resource.silent}</p>}
      {warnings.map((says) => (
        <p key={says} className="warned">
          <TriangleAlert className="icon s14" aria-hidden="true" />
          <span>{says}</span>
        </p>
      ))}
    </>
  )
}
