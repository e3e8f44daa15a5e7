import { useEffect, useMemo, useRef, useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { keysOf } from '#web/list/resource.ts'
import type { ColumnChoice } from './columns.ts'
import { useSession } from '#web/ui/session.ts'
import { browserMomentsOf } from './dates.ts'
import { copied, dryRun, type DryLine } from './dry-run.ts'
import { textOf, type FileText } from './file-text.ts'
import type { ImportResource } from './import-resource.ts'
import { fileFaultWords, linesFaultWords } from './import-words.ts'
import { readingOf, type Corrections, type Reading } from './reading.ts'
import { readLines, type FileLine } from './read-lines.ts'
import { createRest } from './rest.ts'

/** A file that was chosen, or rows that were pasted. */
export interface ChosenFile {
  /** Undefined: pasted. */
  name: string | undefined
  encoding: FileText['encoding']
  /** The cells of the first line, which may name the columns. */
  head: readonly string[]
}

/** A file as it would be imported. */
export interface Dry<Row, New, Change> {
  reading: Reading
  /** Tells whether it is the same file, without its passwords. */
  digest: string
  lines: readonly DryLine<Row, New, Change>[]
}

/**
 * Reads a file and finds out what importing it would do. The cells are kept in one place only, which is emptied when the
 * sheet closes or the session ends: some may be passwords.
 */
export function useImport<Row extends Dated, New extends object, Change extends object>(
  resource: ImportResource<Row, New, Change>,
  list: RowStore<Row> | undefined,
) {
  const cells = useRef<readonly FileLine[]>([])
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState<Corrections>({})
  const [dry, setDry] = useState<Dry<Row, New, Change> & { of: object }>()
  /** What a dry run is about: each change of it makes another one. */
  const question = useMemo(() => ({ file, said, list, resource }), [file, said, list, resource])

  const { over } = useSession()
  useEffect(() => {
    const ended = new AbortController()
    const drop = () => {
      cells.current = []
      setFile(undefined)
      setDry(undefined)
    }
    // A browser may keep the page for *Back*.
    window.addEventListener('pagehide', drop, { signal: ended.signal })
    over.addEventListener('abort', drop, { signal: ended.signal })
    return () => {
      ended.abort()
      cells.current = []
    }
  }, [over])
  useEffect(() => {
    if (question.file === undefined) return
    const { signal, abort } = abortable()
    const world = { momentsOf: browserMomentsOf, rest: createRest(), signal }
    const run = async () => {
      const reading = await readingOf(cells.current, question.resource, question.said, world)
      const lines = await dryRun(cells.current, question.resource, reading.choice, { ...world, list: question.list })
      const digest = await digestOf(cells.current, passwordIn(question.resource, reading.choice))
      if (lines !== undefined && !signal.aborted) setDry({ reading, lines, digest, of: question })
    }
    void run()
    return abort
  }, [question])

  const open = async (read: FileText | { fault: keyof typeof fileFaultWords }, name: string | undefined) => {
    setFile(undefined)
    setDry(undefined)
    setSaid({})
    cells.current = []
    if ('fault' in read) return setProblem(fileFaultWords[read.fault])
    const result = await readLines(read.text, createRest())
    if ('fault' in result) return setProblem(linesFaultWords(result))
    setProblem(undefined)
    cells.current = result.lines
    setFile({ name, encoding: read.encoding, head: copied(result.lines[0]?.cells ?? []) })
  }
  return {
    file,
    problem,
    said,
    correct: (more: Corrections) => setSaid({ ...said, ...more }),
    dry,
    /** Whether the dry run is the one of what is chosen now. */
    isReady: dry?.of === question,
    async choose(chosen: File) {
      const bytes = await chosen.arrayBuffer().catch(() => undefined)
      await open(bytes === undefined ? { fault: 'unreadable' } : textOf(new Uint8Array(bytes)), chosen.name)
    },
    paste: (text: string) => open(text.trim() === '' ? { fault: 'empty' } : { text, encoding: 'UTF-8' }, undefined),
    /** The password of a line, in memory of its own; undefined: it has none. */
    passwordOf({ record }: Pick<DryLine<Row, New, Change>, 'record'>): string | undefined {
      const choice = dry?.reading.choice
      const at = choice && passwordIn(resource, choice)
      const line = cells.current[record + (choice?.hasHead === true ? 1 : 0)]
      const cell = at === undefined ? undefined : line?.cells[at]
      return cell === undefined || cell === '' ? undefined : copied(cell)
    },
  }
}

/** The column of the passwords; undefined: there is none. */
function passwordIn({ columns }: Pick<ImportResource<never, never, never>, 'columns'>, choice: ColumnChoice) {
  const field = keysOf(columns).find((name) => columns[name]?.kind === 'password')
  return field === undefined ? undefined : choice.columns[field]
}

/** Tells whether it is the same file. A digest of passwords could be used to guess them. */
async function digestOf(lines: readonly FileLine[], without: number | undefined): Promise<string> {
  const text = JSON.stringify(lines.map(({ cells }) => cells.filter((_, at) => at !== without)))
  // Missing on plain http, except on localhost.
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle === undefined) return String(text.length)
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
