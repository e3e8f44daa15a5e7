import { useEffect, useRef, useState } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { actOf, plannedCreation } from '#web/jobs/do-act.ts'
import type { Plan, Planned } from '#web/jobs/jobs.ts'
import type { How } from '#web/resource/act.ts'
import type { Question, Ticks } from '#web/resource/question.ts'
import { useSession } from '#web/session/session.ts'
import { counted } from '#web/ui/time.ts'
import { useUnloadGuard } from '#web/ui/use-unload-guard.ts'
import {
  copied,
  isChosen,
  leftOutOf,
  readImport,
  type ImportFile,
  type ImportLine,
  type ImportTicks,
} from './import.ts'
import { createRest, readFile, readLines, type Encoding, type FileLine, type FileLines } from './read-lines.ts'
import { useSecrets } from './secrets.ts'

/** A file that was chosen, or rows that were pasted: `name` undefined. */
interface ChosenFile {
  name: string | undefined
  /** It is not UTF-8, and was read in this encoding. */
  assumed?: Encoding | undefined
}

/**
 * Reads a file: a job that has not begun. The cells are kept in one place only, which is emptied when the sheet closes or
 * the session ends: some may be passwords. A password that is to be sent lives in a closure until then.
 */
export function useImportFile(resource: ResourceName) {
  const desk = useDesk()
  const secrets = useSecrets()
  const { over } = useSession()
  const of = desk.resources[resource]
  const cells = useRef<readonly FileLine[]>([])
  const [file, setFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<string>()
  const [read, setRead] = useState<ImportFile>()
  const [chosen, setChosen] = useState(of.forms.file.ask?.first)
  const [isTidied, setTidied] = useState(false)
  /** To be read again in another encoding. */
  const source = useRef<File>(undefined)
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
      const knows = desk.knows(resource)
      const world = { knows, chosen, isTidied, rest: createRest(), signal: ended.signal }
      const result = await readImport(cells.current, desk.resources[resource], world)
      if (result === undefined || ended.signal.aborted) return
      if ('fault' in result) {
        cells.current = []
        setFile(undefined)
        setProblem(result.fault)
      } else setRead(result)
    }
    void run()
    return () => ended.abort()
  }, [desk, resource, file, chosen, isTidied])

  const open = async (reading: Promise<FileLines & { assumed?: Encoding }>, name?: string) => {
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
    const reading = one
      .arrayBuffer()
      .then((bytes) => readFile(new Uint8Array(bytes), createRest(), encoding), unreadable)
    return open(reading, one.name)
  }
  const unreadable = () => ({ fault: 'The browser could not read this file. Choose it again.' })

  /** The password of a line as it is sent: from the file, or generated for a new row. `texts` ends with the job. */
  const secretOf = ({ name, record }: ImportLine, isNew: boolean, texts: Map<number, string>) => {
    const { password } = of.forms
    if (password === undefined) return undefined
    const cell = read?.secretAt === undefined ? undefined : cells.current[record]?.cells[read.secretAt]
    const isGenerated = cell === undefined || cell === ''
    if (isGenerated && !isNew) return undefined
    if (!isGenerated) texts.set(record, copied(cell))
    return () => {
      if (over.aborted) return undefined
      const text = texts.get(record) ?? password.generate()
      texts.set(record, text)
      secrets.send(name, isGenerated ? text : undefined)
      return text
    }
  }
  /** What importing these lines does. Others are left out. */
  const planOf = (
    lines: readonly ImportLine[],
    ticks: ImportTicks,
    ticked: Ticks,
    texts: Map<number, string>,
  ): Plan => {
    const save = actOf(of, 'save')
    const how: How = { ticks: ticked, isUndo: false, knowing: [] }
    const items = lines.map((line): Planned => {
      const { name, seen } = line
      if (seen === undefined)
        return plannedCreation(desk, resource, { name, change: line.change, secret: secretOf(line, true, texts) })
      const secret = ticks.secrets ? secretOf(line, false, texts) : undefined
      const change = ticks.update ? line.change : {}
      return { name, seen, change, task: () => save.task({ name, seen, change, secret }, desk.knows(resource), how) }
    })
    const isSent = new Set(lines)
    return {
      resource,
      act: lines.some(({ seen }) => seen !== undefined) ? 'save' : 'create',
      doing: 'Importing #',
      done:
        lines.length === read?.lines.length
          ? '# imported'
          : `# imported of ${counted(read?.lines.length ?? 0, 'line')}`,
      items,
      leftOut: (read?.lines ?? []).filter((line) => !isSent.has(line)).map(leftOutOf),
    }
  }
  /** What must be known before rows that exist are updated. */
  const questionOf = (lines: readonly ImportLine[], ticked: Ticks): Question | undefined => {
    const updated = lines.flatMap(({ seen }) => (seen === undefined ? [] : [seen.row]))
    const [first] = lines.filter(({ seen }) => seen !== undefined)
    const how: How = { ticks: ticked, isUndo: false, knowing: [] }
    return first && actOf(of, 'save').question?.(updated, first.change, desk.knows(resource), how)
  }
  return {
    file,
    problem,
    read,
    chosen,
    setChosen,
    isTidied,
    setTidied,
    choose,
    /** Reads the chosen file again. */
    readAs: (encoding: Encoding) => source.current && choose(source.current, encoding),
    paste: (text: string) => open(readLines(text, createRest())),
    questionOf,
    /** Starts the job. Its id is known at once. */
    start(ticks: ImportTicks, ticked: Ticks): number | undefined {
      const lines = read?.lines.filter((line) => isChosen(line, ticks)) ?? []
      if (lines.length === 0 || desk.isBlocked(resource)) return undefined
      const question = questionOf(lines, ticked)
      if (question !== undefined) desk.choices.choose(ticked, question.ticks, undefined)
      const texts = new Map<number, string>()
      const forget = () => texts.clear()
      over.addEventListener('abort', forget)
      void desk.jobs.start(planOf(lines, ticks, ticked, texts)).finally(() => {
        forget()
        over.removeEventListener('abort', forget)
      })
      return desk.jobs.get().at(-1)?.id
    },
  }
}
