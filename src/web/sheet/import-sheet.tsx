import { Download, FileUp, TriangleAlert } from 'lucide-react'
import { useEffect, useId } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { csvFile } from '#contract/csv.ts'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { keysOf } from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Tick } from '#web/ui/confirm.tsx'
import { download } from '#web/ui/download.ts'
import { FirstOf } from '#web/ui/names/first-of.tsx'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { count, counted } from '#web/ui/time.ts'
import { getsWords, newRowOf, resultWords, whyLeftOut, type ImportFile, type ImportLine } from './import.ts'
import { encodings, mostLines } from './read-lines.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useImportSource, type ImportSource } from './import-source.ts'
import './import.css'

interface Props {
  resource: ResourceName
  onClose: () => void
}

/** Chooses a file or pastes rows, says first what would be done and what is left out, and starts the job. */
export function ImportSheet({ resource, onClose }: Props) {
  const desk = useDesk()
  const { place, announcer } = useSession()
  const { ask } = desk.resources[resource].forms.file
  const source = useImportSource(resource)
  const { file, problem, read, answers, answer, chosen } = source
  useEffect(() => {
    if (problem !== undefined) announcer.alert(problem)
  }, [announcer, problem])
  useEffect(() => {
    if (read !== undefined) announcer.say(`${resultWords(read.lines)}.`)
  }, [announcer, read])
  const { isOver, handlers } = useFileDrop((one) => void source.choose(one))
  const start = () => {
    const job = source.start()
    if (job === undefined) return
    onClose()
    const hasReport = read !== undefined && read.lines.length > 1
    if (hasReport) desk.opened.set({ is: 'report', job })
  }
  return (
    <Sheet
      wide
      title={`Import ${resource}`}
      under={`On ${place.name}`}
      onClose={onClose}
      hasChanges={() => file !== undefined}
    >
      <form
        className={isOver ? 'sheet-form import-over' : 'sheet-form'}
        {...handlers}
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <div className="body import">
          {read !== undefined && (
            <p className="import-result">
              <b>{resultWords(read.lines)}</b>
            </p>
          )}
          <Source resource={resource} source={source} />
          {read !== undefined && (
            <>
              <Options resource={resource} source={source} read={read} />
              {ask && chosen.some(({ seen, change }) => seen === undefined && !(ask.field in change)) && (
                <Choices
                  legend={ask.legend}
                  look="segs"
                  choices={ask.choices}
                  chosen={answers.asked}
                  onChoose={(asked) => answer({ asked })}
                />
              )}
              <Lines resource={resource} source={source} read={read} />
            </>
          )}
        </div>
        <div className="foot">
          <span className="hint">Nothing of the file is kept.</span>
          <span className="end" />
          <button type="button" className="btn raised-bg" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={chosen.length === 0}>
            {chosen.length === 0 ? 'Import' : `Import ${count(chosen.length)}`}
          </button>
        </div>
      </form>
    </Sheet>
  )
}

const Warning = ({ says }: { says: string }) => (
  <p className="warned">
    <TriangleAlert className="icon s14" aria-hidden="true" />
    <span>{says}</span>
  </p>
)

interface PartProps {
  resource: ResourceName
  source: ImportSource
}

/** Where the rows come from. */
function Source({ resource, source: { file, problem, read, choose, readAs, paste } }: PartProps) {
  const id = useId()
  const { fields } = useDesk().resources[resource]
  const settable = Object.values(fields).flatMap(({ label, set }) => (set ? [{ label, example: set.example }] : []))
  const labels = settable.map(({ label }) => label)
  const template = csvFile([labels, settable.map(({ example }) => example)])
  return (
    <>
      <div className="import-source">
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values', 'text/plain']}
          onSelect={(files) => {
            const [one] = files ?? []
            if (one !== undefined) void choose(one)
          }}
        >
          <Button className="btn" data-home>
            <FileUp className="icon" aria-hidden="true" />
            <span>{file === undefined ? 'Choose a file…' : 'Choose another file…'}</span>
          </Button>
        </FileTrigger>
        <button
          type="button"
          className="btn ghost"
          onClick={() => download(template, `query-admin-${resource}-template.csv`)}
        >
          <Download className="icon" aria-hidden="true" />
          Download a template
        </button>
        <span className="hint import-drop">You can also drop a file here.</span>
      </div>
      {problem !== undefined && <Warning says={problem} />}
      {file === undefined ? (
        <div className="field">
          <label htmlFor={id}>Or paste rows from a spreadsheet</label>
          <textarea
            ref={keepFocus}
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
          {file.assumed !== undefined && (
            <>
              <Warning says="This file is not UTF-8. Check names with special characters." />
              <Choices
                legend="Read as"
                look="segs"
                choices={keysOf(encodings).map((encoding) => ({ id: encoding, label: encodings[encoding] }))}
                chosen={file.assumed}
                onChoose={(encoding) => void readAs(encoding)}
              />
            </>
          )}
          {read !== undefined && read.unused.length > 0 && (
            <p className="hint">
              Not imported:{' '}
              {read.unused.map((head, at) => (
                <span key={head}>
                  {at > 0 && ', '}
                  <Foreign text={head} />
                </span>
              ))}
              .
            </p>
          )}
        </div>
      )}
    </>
  )
}

interface ReadProps extends PartProps {
  read: ImportFile
}

/** What is done with rows that exist, and what should be known before anything is sent. */
function Options({ resource, source: { answers, answer, chosen, question }, read }: ReadProps) {
  const { lines, untidy } = read
  const { noun, forms, readValue } = useDesk().resources[resource]
  const differing = lines.filter(({ fate }) => fate === 'differs').length
  const withSecret = lines.filter(({ hasSecret, seen }) => hasSecret && seen !== undefined).length
  const created = chosen.filter(({ seen }) => seen === undefined)
  const alike = lines.filter(({ fate }) => fate === 'alike').length
  const generated = forms.password === undefined ? 0 : created.filter(({ hasSecret }) => !hasSecret).length
  const isMaking = readValue ? created.length > 0 : generated > 0
  const warnings = forms.file.warnings?.(chosen.map(({ change }) => change)) ?? []
  return (
    <div className="import-options">
      {untidy > 0 && (
        <Tick checked={answers.isTidied === true} onChange={(isTidied) => answer({ isTidied })}>
          {`Remove spaces and “mailto:” around ${counted(untidy, 'name')}`}
        </Tick>
      )}
      {alike > 0 && (
        <Tick checked={answers.alike === true} onChange={(alike) => answer({ alike })}>
          {`Create ${counted(alike, `${noun} that looks like another one`, `${noun}s that look like others`)}`}
        </Tick>
      )}
      {differing > 0 && (
        <Tick checked={answers.update === true} onChange={(update) => answer({ update })}>
          {`Update ${counted(differing, `${noun} that differs`, `${noun}s that differ`)}`}
        </Tick>
      )}
      {withSecret > 0 && (
        <>
          <Tick checked={answers.secrets === true} onChange={(secrets) => answer({ secrets })}>
            {`Set the ${withSecret === 1 ? 'password' : 'passwords'} of ${counted(withSecret, `${noun} that exists`, `${noun}s that exist`)}`}
          </Tick>
          <p className="hint">Passwords can’t be compared. Each tick sends all of them.</p>
        </>
      )}
      {question?.sentences.map((says) => (
        <Warning key={says} says={says} />
      ))}
      {warnings.map((says) => (
        <Warning key={says} says={says} />
      ))}
      {generated > 0 && <p className="hint">{`${counted(generated, 'password is', 'passwords are')} generated.`}</p>}
      {isMaking && (
        <p className="hint">{`Keep this tab open until you have copied the new ${readValue ? 'values' : 'passwords'}.`}</p>
      )}
      {created.length > 0 && <p className="hint">{forms.file.silent}</p>}
    </div>
  )
}

/** What is left out, with line and reason, then what is done. */
function Lines({ resource, source: { answers, chosen }, read }: ReadProps) {
  const { resources, knows } = useDesk()
  const of = resources[resource]
  const gets = (line: ImportLine) =>
    [line.says, getsWords(of, newRowOf(of, line, answers), knows(resource))].filter(Boolean).join('; ')
  const isSent = new Set(chosen)
  const leftOut = read.lines.filter((line) => !isSent.has(line))
  return (
    <section className="import-lines" aria-label="Lines of the file">
      <Group title="Left out" lines={leftOut} says={whyLeftOut} />
      <Group title="Update" lines={chosen.filter(({ seen }) => seen !== undefined)} says={({ says }) => says} />
      <Group title="Create" lines={chosen.filter(({ seen }) => seen === undefined)} says={gets} />
    </section>
  )
}

interface GroupProps {
  title: string
  lines: readonly ImportLine[]
  says: (line: ImportLine) => string
}

function Group({ title, lines, says }: GroupProps) {
  if (lines.length === 0) return null
  const more = (next: number, rest: number) => `Show ${count(next)} more of ${count(rest)} (${title.toLowerCase()})`
  return (
    <>
      <h3>
        <span>{title}</span> <span className="muted">{count(lines.length)}</span>
      </h3>
      <FirstOf items={lines} first={50} more={500} says={more}>
        {(shown) => (
          <ol>
            {shown.map((line) => (
              <li key={line.line} value={line.line}>
                <span className="muted">{`Line ${line.line}`}</span>
                <span className="name">
                  <Foreign text={line.name} />
                </span>
                <span className="says">{says(line)}</span>
              </li>
            ))}
          </ol>
        )}
      </FirstOf>
    </>
  )
}
