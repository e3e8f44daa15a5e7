import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { planCreation } from '#web/jobs/run-action.ts'
import type { JobPlan, PlannedItem } from '#web/jobs/run-job.ts'
import { useSession } from '#web/session/session.ts'
import { useBeforeUnload } from '#web/ui/browser.ts'
import {
  parseCsv,
  detachedCopy,
  toSkippedRow,
  previewImport,
  decodeCsvFile,
  type CsvCells,
  type ImportPreview,
  type ImportLine,
} from './preview-import.ts'
import { useGeneratedPasswords } from '#web/secrets/generated-passwords.ts'

/** A file that was chosen, or rows that were pasted: `name` undefined. */
interface ChosenFile extends ImportPreview {
  name: string | undefined
}

/**
 * Reads a file: a job that has not begun. The cells are kept in one place only, which is emptied when the sheet closes or
 * the session ends: some may be passwords. A password that is to be sent lives in a closure until then.
 */
export function useImport(resource: ResourceName) {
  const app = useAppContext()
  const passwords = useGeneratedPasswords()
  const { sessionSignal } = useSession()
  const definition = app.resources[resource]
  const { defaultChoice, defaults } = definition.forms.importRules
  const cells = useRef<CsvCells>([])
  const box = useRef<HTMLTextAreaElement>(null)
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<string>()
  const [answer, setAnswer] = useState(defaultChoice?.initial)
  const hasChanges = () => file !== undefined || (box.current !== null && box.current.value !== '')
  useBeforeUnload(hasChanges)
  useEffect(() => {
    const controller = new AbortController()
    const clear = () => {
      cells.current = []
      if (box.current !== null) box.current.value = ''
      setFile(undefined)
    }
    // A browser may keep the page for *Back*.
    window.addEventListener('pagehide', clear, { signal: controller.signal })
    sessionSignal.addEventListener('abort', clear, { signal: controller.signal })
    return () => {
      controller.abort()
      cells.current = []
    }
  }, [sessionSignal])

  const preview = (text: string | { fault: string }, name?: string) => {
    const parsedCells = typeof text === 'string' ? parseCsv(text) : text
    const result =
      'fault' in parsedCells ? parsedCells : previewImport(parsedCells, definition, app.actionContext(resource))
    const isFault = 'fault' in result
    cells.current = isFault || 'fault' in parsedCells ? [] : parsedCells
    setProblem(isFault ? result.fault : undefined)
    setFile(isFault ? undefined : { ...result, name })
  }
  const choose = async ([chosenFile, ...more]: Iterable<File>) => {
    if (chosenFile === undefined) return
    if (more.length > 0) return preview({ fault: 'Import one file at a time.' })
    const bytes = await chosenFile.arrayBuffer().catch(() => undefined)
    if (sessionSignal.aborted) return
    const unreadable = { fault: 'The browser could not read this file. Choose it again.' }
    preview(bytes === undefined ? unreadable : decodeCsvFile(new Uint8Array(bytes)), chosenFile.name)
  }

  const created = file?.lines.filter(({ change }) => change !== undefined) ?? []
  const passwordOf = ({ line }: ImportLine) => cells.current[line - 1]?.[file?.passwordColumn ?? -1] ?? ''
  /** What a new row gets. */
  const rowOf = ({ change }: ImportLine): object => ({ ...defaults(answer), ...change })

  /** Starts the job. Its id is known at once. */
  const start = (): number | undefined => {
    if (file === undefined || created.length === 0) return undefined
    if (app.isReadOnly(resource)) {
      app.showReadOnlyReason(resource)
      return undefined
    }
    /** Those that are sent, by their lines. Emptied when the job or the session has ended. */
    const passwordsByLine = new Map(created.map((line) => [line.line, detachedCopy(passwordOf(line))]))
    const forgetPasswords = () => passwordsByLine.clear()
    sessionSignal.addEventListener('abort', forgetPasswords)
    const planLine = (line: ImportLine): PlannedItem => {
      const { password } = definition.forms
      const readPassword = () => {
        const givenPassword = passwordsByLine.get(line.line)
        if (password === undefined || givenPassword === undefined) return undefined
        const text = givenPassword === '' ? password.generate() : givenPassword
        passwordsByLine.set(line.line, text) // the same if it is sent once more
        passwords.trackSending(line.name, givenPassword === '' ? text : undefined)
        return text
      }
      return planCreation(app, resource, {
        name: line.name,
        change: rowOf(line),
        ...(password !== undefined && { readPassword }),
      })
    }
    const plan: JobPlan = {
      resource,
      action: 'create',
      progressLabel: 'Importing #',
      doneLabel: '# imported',
      isImport: true,
      items: created.map(planLine),
      skipped: file.lines.filter(({ change }) => change === undefined).map(toSkippedRow),
    }
    void app.jobs.start(plan).finally(() => {
      forgetPasswords()
      sessionSignal.removeEventListener('abort', forgetPasswords)
    })
    return app.jobs.get().at(-1)?.id
  }
  return {
    file,
    problem,
    /** The lines that are sent. */
    created,
    rowOf,
    /** How many of them get a password that is generated. */
    generated: definition.forms.password === undefined ? 0 : created.filter(({ hasPassword }) => !hasPassword).length,
    /** The answer to what is asked about the file. */
    answer,
    setAnswer,
    choose,
    paste: (text: string) => preview(decodeCsvFile(new TextEncoder().encode(text))),
    /** The field that rows are pasted or typed into. Nothing else holds what is typed. */
    box,
    hasChanges,
    start,
  }
}

/** Takes files that are dropped on the dialog around an element. Returns whether one is over it now. */
export function useFileDrop(inside: RefObject<HTMLElement | null>, take: (files: Iterable<File>) => void): boolean {
  const [isOver, setOver] = useState(false)
  const onDrop = useEffectEvent(take)
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>('[role=dialog]')
    const ended = new AbortController()
    const on = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent, data: DataTransfer) => void) =>
      dialog?.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') === true) act(event, event.dataTransfer)
        },
        { signal: ended.signal },
      )
    on('dragover', (event, data) => {
      event.preventDefault()
      data.dropEffect = 'copy'
      setOver(true)
    })
    on('dragleave', ({ relatedTarget: to }) => {
      if (!(to instanceof Node && dialog?.contains(to))) setOver(false)
    })
    on('drop', (event, { files }) => {
      event.preventDefault()
      setOver(false)
      onDrop(files)
    })
    return () => ended.abort()
  }, [inside])
  return isOver
}
