import { FileUp, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useSession } from '#web/session/session.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { RadioGroup } from '#web/ui/fields.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { newRowSummary, importLimitsHint, previewSummary, type ImportLine } from './preview-import.ts'
import { useFileDrop, useImport } from './use-import.ts'
import './import-sheet.css'

interface Props {
  resource: ResourceName
  onClose: () => void
}

/** Chooses a file or pastes rows, says first what would be created and what is left out, and starts the job. */
export function ImportSheet({ resource, onClose }: Props) {
  const { resources, actionContext, overlay } = useAppContext()
  const { service, announcer } = useSession()
  const of = resources[resource]
  const { defaultChoice, warnings, defaultsHint } = of.forms.importRules
  const { file, problem, created, rowOf, generated, answer, setAnswer, choose, paste, box, hasChanges, start } =
    useImport(resource)
  const form = useRef<HTMLFormElement>(null)
  const isOver = useFileDrop(form, (files) => void choose(files))
  const result = file && previewSummary(file.lines)
  useEffect(() => {
    if (problem !== undefined) announcer.alert(problem)
    else if (result !== undefined) announcer.announce(`${result}.`)
  }, [announcer, problem, result])
  const submit = () => {
    const job = start()
    if (job === undefined) return
    onClose()
    if ((file?.lines.length ?? 0) > 1) overlay.set({ type: 'job-report', jobId: job })
  }
  const gets = (line: ImportLine) =>
    [line.says, newRowSummary(of, rowOf(line), actionContext(resource))].filter(Boolean).join('; ')
  const isAsked =
    defaultChoice && created.some(({ change }) => change !== undefined && !(defaultChoice.field in change))
  return (
    <Sheet wide title={`Import ${resource}`} under={`On ${service.name}`} onClose={onClose} hasChanges={hasChanges}>
      <form
        ref={form}
        className={isOver ? 'sheet-form import-over' : 'sheet-form'}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="body import">
          {file !== undefined && (
            <p>
              <b>{result}</b> {file.name === undefined ? 'Pasted rows' : <UntrustedText text={file.name} />}
            </p>
          )}
          <FileTrigger
            acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values', 'text/plain']}
            onSelect={(files) => void choose(files ?? [])}
          >
            <Button className="btn" data-focus-fallback>
              <FileUp className="icon" aria-hidden="true" />
              <span>{file === undefined ? 'Choose a file…' : 'Choose another file…'}</span>
            </Button>
          </FileTrigger>
          {file === undefined && (
            <p className="hint">
              {importLimitsHint} <span className="import-drop">You can also drop a file here.</span>
            </p>
          )}
          {problem !== undefined && <Warning says={problem} />}
          {file === undefined ? (
            <PasteField resource={resource} box={box} onText={paste} />
          ) : (
            <>
              {[...file.notes, ...(warnings?.(created.map(rowOf)) ?? [])].map((says) => (
                <Warning key={says} says={says} />
              ))}
              {generated > 0 &&
                (file.passwordAt === undefined ? (
                  <Warning says={`No Password column: ${generatedWords(generated)}`} />
                ) : (
                  <p className="hint">{generatedWords(generated)}</p>
                ))}
              {created.length > 0 && <p className="hint">{defaultsHint}</p>}
              {isAsked && (
                <RadioGroup
                  legend={defaultChoice.legend}
                  look="segs"
                  choices={defaultChoice.choices}
                  chosen={answer}
                  onChoose={setAnswer}
                />
              )}
              <section className="import-lines" aria-label="Lines of the file">
                <Group
                  title="Left out"
                  lines={file.lines.filter(({ change }) => change === undefined)}
                  says={({ says }) => says}
                />
                <Group title="Create" lines={created} says={gets} />
              </section>
            </>
          )}
        </div>
        <div className="foot">
          <span className="hint">Nothing of the file is kept.</span>
          <span className="end" />
          <button type="button" className="btn raised-bg" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={created.length === 0}>
            {created.length === 0 ? 'Import' : `Import ${formatCount(created.length)}`}
          </button>
        </div>
      </form>
    </Sheet>
  )
}

const generatedWords = (generated: number) =>
  `${pluralize(generated, 'password is', 'passwords are')} generated. Keep this tab open until you have copied them.`

const Warning = ({ says }: { says: string }) => (
  <p className="warned">
    <TriangleAlert className="icon s14" aria-hidden="true" />
    <span>{says}</span>
  </p>
)

interface PasteFieldProps {
  resource: ResourceName
  box: RefObject<HTMLTextAreaElement | null>
  onText: (text: string) => void
}

/** Takes rows of a spreadsheet. They may hold passwords: what is pasted is read at once, and never stands in the page. */
function PasteField({ resource, box, onText }: PasteFieldProps) {
  const id = useId()
  const { fields } = useAppContext().resources[resource]
  const labels = Object.values(fields).flatMap(({ label, input }) => (input ? [label] : []))
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => restoreFocusOnUnmount(field.current), [])
  return (
    <div ref={field} className="field">
      <label htmlFor={id}>Or paste rows from a spreadsheet</label>
      <textarea
        ref={box}
        id={id}
        rows={3}
        // Of its own, so that CSS knows whether something is typed.
        placeholder=" "
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onPaste={(event) => {
          if (event.currentTarget.value !== '') return
          event.preventDefault()
          onText(event.clipboardData.getData('text/plain'))
        }}
      />
      <p id={`${id}-hint`} className="hint">
        {`Columns: ${labels.join(', ')}. The first line names them.`}
      </p>
      <button type="button" className="btn" onClick={() => onText(box.current?.value ?? '')}>
        Preview
      </button>
    </div>
  )
}

interface GroupProps {
  title: string
  lines: readonly ImportLine[]
  says: (line: ImportLine) => string
}

function Group({ title, lines, says }: GroupProps) {
  if (lines.length === 0) return null
  const more = (next: number, rest: number) =>
    `Show ${formatCount(next)} more of ${formatCount(rest)} (${title.toLowerCase()})`
  return (
    <>
      <h3>
        <span>{title}</span> <span className="muted">{formatCount(lines.length)}</span>
      </h3>
      <ShowMore items={lines} first={50} more={500} says={more}>
        {(shown) => (
          <ol>
            {shown.map((line) => (
              <li key={line.line} value={line.line}>
                <span className="muted">{`Line ${line.line}`}</span>
                <span className="name">
                  <UntrustedText text={line.name} />
                </span>
                <span className="says">{says(line)}</span>
              </li>
            ))}
          </ol>
        )}
      </ShowMore>
    </>
  )
}
