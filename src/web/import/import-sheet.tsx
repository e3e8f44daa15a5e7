import { CircleX, FileUp, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useSession } from '#web/session/session.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { useDiscardGuard } from '#web/ui/confirm-dialog.tsx'
import { RadioGroup } from '#web/ui/fields.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { useIsSlow } from '#web/ui/use-now.ts'
import { newRowSummary, importLimitsHint, previewSummary, type ImportLine } from './preview-import.ts'
import { useFileDrop, useImport, type ImportState } from './use-import.ts'
import './import-sheet.css'

interface ImportSheetProps {
  resource: ResourceName
  onClose: () => void
}

/** Chooses a file or pastes rows, says first what would be created and what is left out, and starts the job. */
export function ImportSheet({ resource, onClose }: ImportSheetProps) {
  const { overlay } = useAppContext()
  const { service, announcer } = useSession()
  const state = useImport(resource)
  const { file, problem, created, choose, hasChanges } = state
  const { leave, dialog } = useDiscardGuard(hasChanges, false)
  const form = useRef<HTMLFormElement>(null)
  const isOver = useFileDrop(form, choose)
  const summary = file && previewSummary(file.lines)
  useEffect(() => {
    if (problem !== undefined) announcer.alert(problem.fault)
    else if (summary !== undefined) announcer.announce(`${summary}.`)
    // Also for another file that says the same.
  }, [announcer, problem, file, summary])
  const submit = () => {
    const jobId = state.start()
    if (jobId === undefined) return
    onClose()
    if ((file?.lines.length ?? 0) > 1) overlay.set({ type: 'job-report', jobId })
  }
  return (
    <Sheet
      wide
      title={`Import ${resource}`}
      subtitle={`On ${service.name}`}
      onClose={() => leave(onClose)}
      hasChanges={hasChanges}
    >
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
              <b>{summary}</b> {file.name === undefined ? <span>Pasted rows</span> : <UntrustedText text={file.name} />}
            </p>
          )}
          {file === undefined && <FilePicker isFirst isReading={state.isReading} onChoose={choose} />}
          {problem !== undefined && <ImportWarning text={problem.fault} />}
          {file === undefined ? (
            <PasteField resource={resource} box={state.box} onText={state.paste} />
          ) : (
            <FilePreview resource={resource} file={file} state={state} />
          )}
        </div>
        <div className="foot">
          {file === undefined ? (
            <span className="hint">The file isn’t stored.</span>
          ) : (
            <FilePicker isReading={state.isReading} onChoose={choose} />
          )}
          <span className="end" />
          <button type="button" className="btn raised-bg" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={created.length === 0}>
            {created.length === 0 ? 'Import' : `Import ${formatCount(created.length)}`}
          </button>
        </div>
      </form>
      {dialog}
    </Sheet>
  )
}

interface FilePickerProps {
  /** No file was read yet. */
  isFirst?: true
  isReading: boolean
  onChoose: (files: Iterable<File>) => void
}

function FilePicker({ isFirst, isReading, onChoose }: FilePickerProps) {
  const isSlow = useIsSlow(isReading, 300)
  return (
    <>
      <FileTrigger
        acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values', 'text/plain']}
        onSelect={(files) => onChoose(files ?? [])}
      >
        <Button ref={restoreFocusOnUnmount} className="btn choose-file" data-focus-fallback>
          <FileUp className="icon" aria-hidden="true" />
          <span>{isFirst ? 'Choose a file…' : 'Choose another file…'}</span>
        </Button>
      </FileTrigger>
      {isSlow && <p className="hint">Reading…</p>}
      {isFirst && !isSlow && (
        <p className="hint">
          {importLimitsHint} <span className="import-drop">You can also drop a file here.</span>
        </p>
      )}
    </>
  )
}

interface FilePreviewProps {
  resource: ResourceName
  file: NonNullable<ImportState['file']>
  state: ImportState
}

/** What becomes of a file: in amber what it does not say or should not be missed, then each line. */
function FilePreview({ resource, file, state }: FilePreviewProps) {
  const { resources, actionContext } = useAppContext()
  const definition = resources[resource]
  const { defaultChoice, warnings } = definition.forms.importRules
  const { created, rowOf, generated } = state
  const lineSummary = (line: ImportLine) =>
    [line.note, newRowSummary(definition, rowOf(line), actionContext(resource))].filter(Boolean).join('; ')
  const asksDefault =
    defaultChoice && created.some(({ change }) => change !== undefined && !(defaultChoice.field in change))
  return (
    <>
      {[...file.notes, ...(warnings?.(created.map(rowOf)) ?? [])].map((warning) => (
        <ImportWarning key={warning} text={warning} />
      ))}
      {generated > 0 &&
        (file.passwordColumn === undefined ? (
          <ImportWarning text={`No Password column: ${generatedText(generated)}`} />
        ) : (
          <p className="hint">{generatedText(generated)}</p>
        ))}
      {created.length > 0 && file.defaultTexts.length > 0 && <p className="hint">{file.defaultTexts.join(' ')}</p>}
      {asksDefault && (
        <RadioGroup
          legend={defaultChoice.legend}
          variant="segs"
          options={defaultChoice.choices}
          value={state.answer}
          onChange={state.setAnswer}
        />
      )}
      <section className="import-lines" aria-label="Lines of the file">
        <ImportGroup
          title="Left out"
          lines={file.lines.filter(({ change }) => change === undefined)}
          noteOf={({ note }) => note}
        />
        <ImportGroup title="Create" lines={created} noteOf={lineSummary} />
      </section>
    </>
  )
}

const generatedText = (generated: number) =>
  `${pluralize(generated, 'password is', 'passwords are')} generated. Keep this tab open until you have copied them.`

const ImportWarning = ({ text }: { text: string }) => (
  <p className="warned">
    <TriangleAlert className="icon s14" aria-hidden="true" />
    <span>{text}</span>
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

interface ImportGroupProps {
  title: string
  lines: readonly ImportLine[]
  noteOf: (line: ImportLine) => string
}

function ImportGroup({ title, lines, noteOf }: ImportGroupProps) {
  if (lines.length === 0) return null
  const formatLabel = (increment: number, remaining: number) =>
    `Show ${formatCount(increment)} more of ${formatCount(remaining)} (${title.toLowerCase()})`
  return (
    <>
      <h3>
        <span>{title}</span> <span className="muted">{formatCount(lines.length)}</span>
      </h3>
      <ShowMore items={lines} initialCount={50} increment={500} formatLabel={formatLabel}>
        {(visibleLines) => (
          <ol>
            {visibleLines.map((line) => (
              <li key={line.line} value={line.line}>
                <span className="muted">{`Line ${line.line}`}</span>
                <span className="name">
                  <UntrustedText text={line.name} />
                </span>
                <span className="says">
                  {line.isFaulty && <CircleX className="icon s14" aria-hidden="true" />}
                  {noteOf(line)}
                </span>
              </li>
            ))}
          </ol>
        )}
      </ShowMore>
    </>
  )
}
