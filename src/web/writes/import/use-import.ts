import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#web/ui/session.ts'
import { browserMomentsOf } from './dates.ts'
import { copied, dryRun, type DryLine } from './dry-run.ts'
import type { ImportResource } from './import-resource.ts'
import { createRest, readFile, readLines, type FileLine, type FileLines } from './read-lines.ts'
import { fieldOf, readingOf, type Corrections, type Reading } from './reading.ts'

/** A file that was chosen, or rows that were pasted. */
interface ChosenFile {
  /** Undefined: pasted. */
  name: string | undefined
  isWindows1252: boolean
  /** The cells of the first line, which may name the columns. */
  head: readonly string[]
}

/** A file as it would be imported. */
export interface Dry {
  reading: Reading
  lines: readonly DryLine[]
}

/**
 * Reads a file and finds out what importing it would do. The cells are kept in one place only, which is emptied when the
 * sheet closes or the session ends: some may be passwords.
 */
export function useImport(resource: ImportResource) {
  const cells = useRef<readonly FileLine[]>([])
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState<Corrections>({})
  const [dry, setDry] = useState<Dry & { of: object }>()
  /** What a dry run is about: each change of it makes another one. */
  const question = useMemo(() => ({ file, said, resource }), [file, said, resource])

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
    const { file, said, resource } = question
    if (file === undefined) return
    const ended = new AbortController()
    const world = { momentsOf: browserMomentsOf, rest: createRest(), signal: ended.signal }
    const run = async () => {
      const reading = await readingOf(cells.current, resource, said, world)
      const lines = await dryRun(cells.current, resource, reading, world)
      if (lines !== undefined && !ended.signal.aborted) setDry({ reading, lines, of: question })
    }
    void run()
    return () => ended.abort()
  }, [question])

  const open = async (read: Promise<FileLines>, name?: string) => {
    setFile(undefined)
    setDry(undefined)
    setSaid({})
    cells.current = []
    const result = await read
    setProblem('fault' in result ? result.fault : undefined)
    if ('fault' in result) return
    cells.current = result.lines
    setFile({ name, isWindows1252: result.isWindows1252, head: copied(result.lines[0]?.cells ?? []) })
  }
  const unreadable = () => ({ fault: 'The browser could not read this file. Choose it again.' })
  return {
    file,
    problem,
    correct: (more: Corrections) => setSaid({ ...said, ...more }),
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
      const at = dry && passwordsAt(resource, dry.reading)
      const cell = at === undefined ? undefined : cells.current[record]?.cells[at]
      return cell === undefined || cell === '' ? undefined : copied(cell)
    },
  }
}

/** The column of the passwords; undefined: there is none. */
const passwordsAt = ({ columns }: ImportResource, reading: Reading) => reading.columns[fieldOf(columns, 'password')]
