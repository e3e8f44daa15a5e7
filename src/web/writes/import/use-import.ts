import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#web/ui/session.ts'
import { browserMomentsOf, columnsIn, fieldOf, type FileColumns } from './cells.ts'
import { copied, dryRun, type DryLine, type DryRun } from './dry-run.ts'
import type { ImportResource } from './import-resource.ts'
import { createRest, readFile, readLines, type FileLine, type FileLines } from './read-lines.ts'

/** A file that was chosen, or rows that were pasted. */
interface ChosenFile {
  /** Undefined: pasted. */
  name: string | undefined
  isWindows1252: boolean
  columns: FileColumns
}

/**
 * Reads a file and finds out what importing it would do. The cells are kept in one place only, which is emptied when the
 * sheet closes or the session ends: some may be passwords.
 */
export function useImport(resource: ImportResource) {
  const cells = useRef<readonly FileLine[]>([])
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<string>()
  /** What new rows get where the file has no date. */
  const [noDate, chooseNoDate] = useState(resource.noDate?.first ?? '')
  const [dry, setDry] = useState<DryRun & { of: object }>()
  /** What a dry run is about: each change of it makes another one. */
  const question = useMemo(() => ({ file, noDate, resource }), [file, noDate, resource])

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
    const { file, noDate, resource } = question
    if (file === undefined) return
    const ended = new AbortController()
    const world = { momentsOf: browserMomentsOf, rest: createRest(), signal: ended.signal }
    const run = async () => {
      const dry = await dryRun(cells.current, resource, file.columns, noDate, world)
      if (dry !== undefined && !ended.signal.aborted) setDry({ ...dry, of: question })
    }
    void run()
    return () => ended.abort()
  }, [question])

  const open = async (read: Promise<FileLines>, name?: string) => {
    setFile(undefined)
    setDry(undefined)
    cells.current = []
    const result = await read
    const columns = 'fault' in result ? result : columnsIn(resource, result.lines[0]?.cells ?? [])
    setProblem('fault' in columns ? columns.fault : undefined)
    if ('fault' in result || 'fault' in columns) return
    cells.current = result.lines
    setFile({ name, isWindows1252: result.isWindows1252, columns: copied(columns) })
  }
  const unreadable = () => ({ fault: 'The browser could not read this file. Choose it again.' })
  return {
    file,
    problem,
    noDate,
    chooseNoDate,
    dry,
    /** Whether the dry run is the one of what is chosen now. */
    isReady: dry?.of === question,
    choose: (chosen: File) =>
      open(
        chosen.arrayBuffer().then((bytes) => readFile(new Uint8Array(bytes), createRest()), unreadable),
        chosen.name,
      ),
    paste: (text: string) => open(readLines(text, createRest())),
    /** The password of a line, in memory of its own; undefined: it has none. */
    passwordOf({ record }: DryLine): string | undefined {
      const at = file?.columns.at[fieldOf(resource.columns, 'password')]
      const cell = at === undefined ? undefined : cells.current[record]?.cells[at]
      return cell === undefined || cell === '' ? undefined : copied(cell)
    },
  }
}
