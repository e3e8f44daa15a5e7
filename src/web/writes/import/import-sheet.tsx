import { useQueryClient } from '@tanstack/react-query'
import { Download, FileUp, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { csvFile } from '#contract/csv.ts'
import { download } from '#web/list/csv.ts'
import { isBlocked } from '#web/list/online.ts'
import { Choices } from '#web/ui/choices.tsx'
import { Tick } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/ui/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { count, counted } from '#web/ui/time.ts'
import { useUnloadGuard } from '#web/ui/use-unload-guard.ts'
import { keepOpen } from '#web/writes/acts/question.ts'
import { listed } from '#web/writes/verdict-words.ts'
import { DryRunList } from './dry-run-list.tsx'
import { fieldOf } from './cells.ts'
import type { DryLine, DryRun } from './dry-run.ts'
import type { ImportResource } from './import-resource.ts'
import { mostLines } from './read-lines.ts'
import { useImport } from './use-import.ts'
import './import.css'

interface Props {
  resource: ImportResource
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
export function ImportSheet({ resource, onClose }: Props) {
  const session = useSession()
  const { place, announcer, runs } = session
  const page = { session, client: useQueryClient() }
  const { noun, name } = resource.words
  const [ticks, setTicks] = useState<Ticks>({ update: false, passwords: false })
  const [isBusy, setBusy] = useState(false)
  const source = useImport(resource)
  const { file, problem, dry, isReady } = source
  useUnloadGuard(() => file !== undefined)
  const chosen = !isReady ? [] : (dry?.lines.filter((line) => isChosen(line, ticks)) ?? [])
  useEffect(() => {
    if (problem !== undefined) announcer.alert(problem)
  }, [announcer, problem])
  useEffect(() => {
    if (dry !== undefined) announcer.say(summaryOf(dry))
  }, [announcer, dry])

  const send = async () => {
    if (isBusy || dry === undefined || chosen.length === 0 || isBlocked(session)) return
    setBusy(true)
    const items = chosen.flatMap((line) => {
      const password = line.fate === 'create' || ticks.passwords ? source.passwordOf(line) : undefined
      return line.checked?.planned({ isUpdated: ticks.update, password }) ?? []
    })
    const words = { doing: 'Importing #', done: '# imported' }
    const plan = { resource: name, words, items, leftOut: [], holdsPasswords: true } as const
    if (await runs.start(page, plan)) onClose()
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
              {resource.noDate !== undefined && dry.lacksDates && (
                <Choices
                  legend={resource.noDate.legend}
                  look="segs"
                  choices={resource.noDate.choices}
                  chosen={source.noDate}
                  onChoose={source.chooseNoDate}
                />
              )}
              <div className="import-options">
                {file.columns.unused.length > 0 && (
                  <p className="hint">{`Not used: ${listed.format(file.columns.unused)}.`}</p>
                )}
                {dry.isByClock && (
                  <p className="hint">Dates without a time zone are read by the clock of this browser.</p>
                )}
                <p>{summaryOf(dry)}</p>
                <Options {...{ resource, dry, ticks, chosen }} onTick={setTicks} />
              </div>
              <DryRunList lines={dry.lines} isListed={resource.isListed} isBusy={!isReady} />
            </>
          )}
        </div>
        <div className="foot">
          <span className="hint">Nothing of the file is kept.</span>
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
            {chosen.length === 0 ? 'Import' : `Import ${counted(chosen.length, noun)}`}
          </button>
        </div>
      </form>
    </Sheet>
  )
}

/** Whether a line is sent. */
function isChosen({ fate, hasPassword }: DryLine, { update, passwords }: Ticks): boolean {
  const exists = fate === 'differs' || fate === 'same'
  return fate === 'create' || (fate === 'differs' && update) || (exists && hasPassword && passwords)
}

function summaryOf({ lines }: DryRun): string {
  const of = (...fates: DryLine['fate'][]) => count(lines.filter(({ fate }) => fates.includes(fate)).length)
  const parts = `${of('create')} to create, ${of('differs', 'same')} exist, ${of('twice')} twice`
  return `${counted(lines.length, 'line')}: ${parts}, ${of('invalid')} invalid.`
}

const Warning = ({ says }: { says: string }) => (
  <p className="warned">
    <TriangleAlert className="icon s14" aria-hidden="true" />
    <span>{says}</span>
  </p>
)

interface SourceProps {
  resource: ImportResource
  source: Pick<ReturnType<typeof useImport>, 'file' | 'problem' | 'choose' | 'paste'>
}

/** Where the rows come from. */
function Source({ resource: { words, columns }, source: { file, problem, choose, paste } }: SourceProps) {
  const id = useId()
  const all = Object.values(columns)
  const labels = all.map(({ label }) => label)
  const template = csvFile([labels, all.map(({ example }) => example)])
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
          onClick={() => download(template, `query-admin-${words.name}-template.csv`)}
        >
          <Download className="icon" aria-hidden="true" />
          Download a template
        </button>
      </div>
      {problem !== undefined && <Warning says={problem} />}
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
            {`Columns: ${labels.join(', ')}. The first line names them. At most ${count(mostLines)} lines.`}
          </p>
        </div>
      ) : (
        <div className="import-file">
          <p>{file.name === undefined ? 'Pasted rows' : <Foreign text={file.name} />}</p>
          {file.isWindows1252 && (
            <Warning says="This file is not UTF-8. It was read as Windows-1252: check names with special characters." />
          )}
        </div>
      )}
    </>
  )
}

interface OptionsProps {
  resource: ImportResource
  dry: DryRun
  ticks: Ticks
  chosen: readonly DryLine[]
  onTick: (ticks: Ticks) => void
}

/** What is done with rows that exist, and what should be known before anything is sent. */
function Options({ resource, dry: { lines }, ticks, chosen, onTick }: OptionsProps) {
  const { columns, silent, warnings } = resource
  const { noun } = resource.words
  const differing = lines.filter(({ fate }) => fate === 'differs').length
  const withPassword = lines.filter(({ hasPassword, checked }) => hasPassword && checked?.exists === true).length
  const created = chosen.filter(({ fate }) => fate === 'create')
  const generated = fieldOf(columns, 'password') === '' ? 0 : created.filter((line) => !line.hasPassword).length
  const makesSecrets = generated > 0 || (fieldOf(columns, 'password') === '' && created.length > 0)
  const updated = ticks.update ? chosen.filter(({ fate }) => fate === 'differs') : []
  const changes = [...created, ...updated].flatMap(({ checked }) => checked?.change ?? [])
  return (
    <>
      {differing > 0 && (
        <Tick checked={ticks.update} onChange={(update) => onTick({ ...ticks, update })}>
          {`Update ${counted(differing, `${noun} that differs`, `${noun}s that differ`)}`}
        </Tick>
      )}
      {withPassword > 0 && (
        <>
          <Tick checked={ticks.passwords} onChange={(passwords) => onTick({ ...ticks, passwords })}>
            {`Set the ${withPassword === 1 ? 'password' : 'passwords'} of ${counted(withPassword, `${noun} that exists`, `${noun}s that exist`)}`}
          </Tick>
          <p className="hint">Passwords can’t be compared. Each tick sends all of them.</p>
        </>
      )}
      {generated > 0 && (
        <p className="hint">{`${counted(generated, 'password is', 'passwords are')} generated. Hand ${generated === 1 ? 'it' : 'them'} over afterwards.`}</p>
      )}
      {makesSecrets && <p className="hint">{keepOpen}</p>}
      {created.length > 0 && <p className="hint">{silent}</p>}
      {warnings(changes, updated.length).map((says) => (
        <Warning key={says} says={says} />
      ))}
    </>
  )
}
