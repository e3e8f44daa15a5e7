import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { planCreation } from '#web/jobs/run-action.ts'
import type { JobPlan } from '#web/jobs/run-job.ts'
import { blockIfReadOnly, useSession } from '#web/session/session.ts'
import {
  parseCsv,
  detachedCopy,
  toSkippedRow,
  previewImport,
  decodeCsvFile,
  type CsvCells,
  type ImportFault,
  type ImportPreview,
  type ImportLine,
} from './preview-import.ts'
import { useGeneratedPasswords, type GeneratedPasswords } from '#web/secrets/generated-passwords.ts'

/** A file that was chosen, or rows that were pasted: `name` undefined. */
interface ChosenFile extends ImportPreview {
  name: string | undefined
}

/** An import that has not begun. */
export type ImportState = ReturnType<typeof useImport>

/** Reads a file, says what it creates, and starts the job. */
export function useImport(resource: ResourceName) {
  const app = useAppContext()
  const passwords = useGeneratedPasswords()
  const { sessionSignal } = useSession()
  const definition = app.resources[resource]
  const { defaultChoice, defaults } = definition.forms.importRules
  const { file, problem, isReading, cells, box, read } = useFilePreview(resource)
  const [answer, setAnswer] = useState(defaultChoice?.initial)
  const hasChanges = () => file !== undefined || (box.current !== null && box.current.value !== '')

  const choose = ([chosenFile, ...more]: Iterable<File>) => {
    if (chosenFile === undefined) return
    if (more.length > 0) void read({ fault: 'Import one file at a time.' })
    else void read(readTextFile(chosenFile), chosenFile.name)
  }
  const created = file?.lines.filter(({ change }) => change !== undefined) ?? []
  const passwordOf = ({ line }: ImportLine) => cells.current[line - 1]?.[file?.passwordColumn ?? -1] ?? ''
  /** What a new row gets. */
  const rowOf = ({ change }: ImportLine): object => ({ ...defaults(answer), ...change })

  /** Starts the job. Its id is known at once. */
  const start = (): number | undefined => {
    if (file === undefined || created.length === 0) return undefined
    if (blockIfReadOnly(app, app.readOnlyReason(resource))) return undefined
    const { generate } = definition.forms.password ?? {}
    const sentPasswords = createPasswordReaders(created, passwordOf, generate, passwords)
    const items = created.map((line) => {
      const change = rowOf(line)
      return planCreation(app, resource, { name: line.name, change, ...sentPasswords.readerOf(line, change) })
    })
    const skipped = file.lines.filter(({ change }) => change === undefined).map(toSkippedRow)
    sentPasswords.forgetAfter(app.jobs.start({ ...importLabels, resource, items, skipped }), sessionSignal)
    return app.jobs.get().at(-1)?.id
  }
  return {
    file,
    problem,
    isReading,
    /** The lines that are sent. */
    created,
    rowOf,
    /** How many of them get a password that is generated. */
    generated: definition.forms.password === undefined ? 0 : created.filter(({ hasPassword }) => !hasPassword).length,
    /** The answer to what is asked about the file. */
    answer,
    setAnswer,
    choose,
    paste: (text: string) => void read(decodeCsvFile(new TextEncoder().encode(text))),
    box,
    hasChanges,
    start,
  }
}

const importLabels = {
  action: 'create',
  progressLabel: 'Importing #',
  doneLabel: '# imported',
  isImport: true,
} satisfies Partial<JobPlan>

/**
 * Previews the latest file that was chosen. Its cells are kept in one place only, which is emptied when the sheet closes or
 * the session ends: some may be passwords.
 */
function useFilePreview(resource: ResourceName) {
  const app = useAppContext()
  const { sessionSignal } = useSession()
  const cells = useRef<CsvCells>([])
  /** The field that rows are pasted or typed into. Nothing else holds what is typed. */
  const box = useRef<HTMLTextAreaElement>(null)
  const reading = useRef<AbortController>(undefined)
  const [isReading, setReading] = useState(false)
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<ImportFault>()
  useEffect(() => {
    const controller = new AbortController()
    const forget = () => {
      reading.current?.abort()
      cells.current = []
    }
    const clear = () => {
      forget()
      if (box.current !== null) box.current.value = ''
      setReading(false)
      setFile(undefined)
    }
    // A browser may keep the page for *Back*.
    window.addEventListener('pagehide', clear, { signal: controller.signal })
    sessionSignal.addEventListener('abort', clear, { signal: controller.signal })
    return () => {
      controller.abort()
      forget()
    }
  }, [sessionSignal])

  const read = async (source: FileText | Promise<FileText>, name?: string) => {
    reading.current?.abort()
    const { signal } = (reading.current = new AbortController())
    setReading(true)
    const text = await source
    if (signal.aborted) return
    const parsed = typeof text === 'string' ? parseCsv(text) : text
    const preview =
      'fault' in parsed
        ? parsed
        : await previewImport(parsed, app.resources[resource], app.actionContext(resource), signal)
    if (signal.aborted || preview === undefined) return
    const isFault = 'fault' in preview
    cells.current = isFault || 'fault' in parsed ? [] : parsed
    setReading(false)
    setProblem(isFault ? preview : undefined)
    setFile(isFault ? undefined : { ...preview, name })
  }
  return { file, problem, isReading, cells, box, read }
}

type FileText = ReturnType<typeof decodeCsvFile>

async function readTextFile(file: File): Promise<FileText> {
  const bytes = await file.arrayBuffer().catch(() => undefined)
  return bytes === undefined
    ? { fault: 'The browser could not read this file. Choose it again.' }
    : decodeCsvFile(new Uint8Array(bytes))
}

/** The passwords of an import that has begun, of the file or generated, until the job or the session has ended. */
function createPasswordReaders(
  lines: readonly ImportLine[],
  passwordOf: (line: ImportLine) => string,
  generate: (() => string) | undefined,
  passwords: GeneratedPasswords,
) {
  const passwordsByLine = new Map(
    lines.map((line) => [line.line, { text: detachedCopy(passwordOf(line)), isGenerated: false }]),
  )
  const readPassword = ({ line, name }: ImportLine, flags: object) => {
    const password = passwordsByLine.get(line)
    if (generate === undefined || password === undefined) return undefined
    // The same if it is sent once more.
    if (password.text === '') Object.assign(password, { text: generate(), isGenerated: true })
    passwords.trackSending(name, password.isGenerated ? password.text : undefined, flags)
    return password.text
  }
  return {
    readerOf: (line: ImportLine, flags: object) =>
      generate === undefined ? {} : { readPassword: () => readPassword(line, flags) },
    forgetAfter(job: Promise<unknown>, sessionSignal: AbortSignal) {
      const forget = () => passwordsByLine.clear()
      sessionSignal.addEventListener('abort', forget)
      void job.finally(() => {
        forget()
        sessionSignal.removeEventListener('abort', forget)
      })
    },
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
