import { useEffect, useMemo, useRef, useState } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { actOf, plannedCreation, unasked } from '#web/jobs/do-act.ts'
import type { Planned } from '#web/jobs/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { counted } from '#web/ui/time.ts'
import { useUnloadGuard } from '#web/ui/use-unload-guard.ts'
import {
  copied,
  isChosen,
  leftOutOf,
  newRowOf,
  readImport,
  type Answers,
  type ImportFile,
  type ImportLine,
} from './import.ts'
import { readFile, readLines, type Encoding, type FileLine, type FileLines } from './read-lines.ts'
import { usePasswords } from './passwords.ts'

/** A file that was chosen, or rows that were pasted: `name` undefined. */
interface ChosenFile {
  name: string | undefined
  /** It is not UTF-8, and was read in this encoding. */
  assumed: Encoding | undefined
}

/** A file that is imported: what is read of it, what is answered about it, and what would be done. */
export type ImportSource = ReturnType<typeof useImportSource>

/**
 * Reads a file: a job that has not begun. The cells are kept in one place only, which is emptied when the sheet closes or
 * the session ends: some may be passwords. A password that is to be sent lives in a closure until then.
 */
export function useImportSource(resource: ResourceName) {
  const desk = useDesk()
  const passwords = usePasswords()
  const { over } = useSession()
  const of = desk.resources[resource]
  const cells = useRef<readonly FileLine[]>([])
  /** To be read again in another encoding. */
  const source = useRef<File>(undefined)
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<string>()
  const [read, setRead] = useState<ImportFile>()
  const [answers, setAnswers] = useState<Answers>({ ...(of.forms.file.ask && { asked: of.forms.file.ask.first }) })
  const { isTidied = false } = answers
  useUnloadGuard(() => file !== undefined)
  useEffect(() => {
    const ended = new AbortController()
    const drop = () => {
      cells.current = []
      source.current = undefined
      setFile(undefined)
      setRead(undefined)
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
    if (file === undefined) return
    const ended = new AbortController()
    const run = async () => {
      const { resources, knows } = desk
      const result = await readImport(cells.current, resources[resource], knows(resource), isTidied, ended.signal)
      if (result === undefined || ended.signal.aborted) return
      if ('fault' in result) {
        cells.current = []
        setFile(undefined)
        setProblem(result.fault)
      } else setRead(result)
    }
    void run()
    return () => ended.abort()
  }, [desk, resource, file, isTidied])

  const open = async (reading: Promise<FileLines>, name?: string) => {
    setFile(undefined)
    setRead(undefined)
    cells.current = []
    const result = await reading
    setProblem('fault' in result ? result.fault : undefined)
    if ('fault' in result || over.aborted) return
    cells.current = result.lines
    setFile({ name, assumed: result.assumed })
  }
  const choose = (one: File, encoding?: Encoding) => {
    source.current = one
    const reading = one.arrayBuffer().then((bytes) => readFile(new Uint8Array(bytes), encoding), unreadable)
    return open(reading, one.name)
  }

  const chosen = useMemo(() => read?.lines.filter((line) => isChosen(line, answers)) ?? [], [read, answers])
  const save = actOf(of, 'save')
  const [first, ...others] = chosen.flatMap(({ seen, change }) =>
    seen === undefined ? [] : [{ row: seen.row, change }],
  )
  /** What must be known before rows that exist are updated. */
  const question =
    first &&
    save.question?.(
      [first, ...others].map(({ row }) => row),
      first.change,
      desk.knows(resource),
      unasked,
    )

  const how = { ...unasked, repairs: question?.repairs === true }

  /** The password of a line as it is sent: from the file, or generated for a new row. `texts` ends with the job. */
  const secretOf = ({ name, record, seen }: ImportLine, texts: Map<number, string>) => {
    const { password } = of.forms
    const cell = read?.secretAt === undefined ? undefined : cells.current[record]?.cells[read.secretAt]
    const isGenerated = cell === undefined || cell === ''
    if (password === undefined || (seen !== undefined && (isGenerated || answers.secrets !== true))) return undefined
    if (!isGenerated) texts.set(record, copied(cell))
    return () => {
      if (over.aborted) return undefined
      const text = texts.get(record) ?? password.generate()
      texts.set(record, text)
      passwords.send(name, isGenerated ? text : undefined)
      return text
    }
  }
  const planned = (line: ImportLine, texts: Map<number, string>): Planned => {
    const { name, seen } = line
    const secret = secretOf(line, texts)
    if (seen === undefined)
      return plannedCreation(desk, resource, { name, change: newRowOf(of, line, answers), secret })
    const change = answers.update === true ? line.change : {}
    const task = () => save.task({ name, seen, change, secret }, desk.knows(resource), how)
    return { name, seen, change, ...(secret && { hasPassword: true }), task }
  }
  /** Starts the job. Its id is known at once. */
  const start = (): number | undefined => {
    if (read === undefined || chosen.length === 0 || desk.isBlocked(resource)) return undefined
    const isSent = new Set(chosen)
    const texts = new Map<number, string>()
    const forget = () => texts.clear()
    over.addEventListener('abort', forget)
    const plan = {
      resource,
      act: first === undefined ? 'create' : 'save',
      doing: 'Importing #',
      done: isSent.size === read.lines.length ? '# imported' : `# imported of ${counted(read.lines.length, 'line')}`,
      items: chosen.map((line) => planned(line, texts)),
      leftOut: read.lines.filter((line) => !isSent.has(line)).map(leftOutOf),
    }
    void desk.jobs.start(plan).finally(() => {
      forget()
      over.removeEventListener('abort', forget)
    })
    return desk.jobs.get().at(-1)?.id
  }
  return {
    file,
    problem,
    read,
    answers,
    answer: (part: Answers) => setAnswers((before) => ({ ...before, ...part })),
    /** The lines that are sent. */
    chosen,
    question,
    choose,
    /** Reads the chosen file again. */
    readAs: (encoding: Encoding) => source.current && choose(source.current, encoding),
    paste: (text: string) => open(readLines(text)),
    start,
  }
}

const unreadable = () => ({ fault: 'The browser could not read this file. Choose it again.' })
