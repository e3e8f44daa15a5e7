import { useState } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { isNotGiven, type Token, type Expiry, type TokenChange } from '#contract/token.ts'
import { canRepair, wayToNever } from '#contract/saving/value-worth.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { fieldsAtRisk, type WarningKind } from '#web/service/knowledge.ts'
import { stoppedAct, type StoppedAct } from '#web/writes/stopped-act.ts'
import { focusName, isFocusFree } from '#web/list/rows-table.tsx'
import type { TokenNote } from '#web/writes/notes.ts'
import { useDeletion } from '#web/writes/use-deletion.ts'
import type { Answer } from '#web/writes/use-write.ts'
import { valueContext } from './view-context.ts'
import {
  useDeleteToken,
  useLookAtToken,
  useRepairToken,
  useReplaceToken,
  useSaveToken,
  type SaveOptions,
} from './token-hooks.ts'
import type { Reveal } from '#web/tokens/value/use-reveal.ts'

/** What lies over the list, at most one at a time (the form of a new token and a warning over a form apart). */
export type Over =
  | { is: 'edit'; seen: Seen<Token> }
  | { is: 'delete' | 'replace'; seen: Seen<Token> }
  | { is: 'conflict'; verdict: Extract<Verdict<Token>, { is: 'conflict' }>; change: TokenChange }
  | { is: 'menu'; token: Token; from: { current: HTMLElement } }
  | { is: 'choose-write' | 'choose-active'; token: Token; from: { current: HTMLElement } }

/** A question before a save: what it would do to the value. */
export interface Warning {
  /** What its button says: *Deactivate*. */
  verb: string
  kind: WarningKind
  token: Token
  /** Whether this save is to take away a date. */
  removesDate: boolean
  /** Whether this save may end a "never". */
  endsNever: boolean
  /** Whether the save is repaired in any case, so that it is not asked. */
  repairs: boolean
  /** Whether the token is to be deleted and created again, whatever a save could do. */
  recreates: boolean
  /** Names of fields that rows carry and the console cannot send. */
  otherFields: readonly string[]
  answer: (go: boolean) => void
}

/** How a token is saved from the page. */
type WorkOptions = Omit<SaveOptions, 'repair'> & {
  /** By deleting it and creating it again. */
  recreates?: true
}

/** Everything that can be done to the tokens of a list, each with its warning before and its focus after. */
export interface TokenWork {
  over: Over | undefined
  setOver: (over: Over | undefined) => void
  /** Asks before a deletion or a replacement. */
  ask: (is: 'delete' | 'replace', token: Token) => void
  warning: Warning | undefined
  edit: (token: Token) => void
  /** Undefined comes back when the admin thought better of it. */
  save: (seen: Seen<Token>, change: TokenChange, options?: WorkOptions) => Answer<Token>
  /** A switch in a row. */
  change: (token: Token, change: TokenChange) => void
  send: (token: Token, change: TokenChange, options?: WorkOptions) => void
  /** Undoes a save, unless somebody else changed the row since. */
  undo: (note: TokenNote) => void
  repair: (token: Token) => Promise<void>
  replace: (seen: Seen<Token>, expiry?: Expiry) => void
  remove: (seen: Seen<Token>, options?: { unchecked?: boolean }) => Promise<void>
  /** A deletion or replacement that is asked about again. */
  stopped: StoppedAct<Token> | undefined
  dropStopped: () => void
}

interface Page {
  list: RowStore<Token>
  readOnly: string | undefined
  reveal: Reveal
}

/** The work of one page. */
export function useTokenWork({ list, readOnly, reveal }: Page): TokenWork {
  const console = useConsole()
  const { knowledge, learned } = console
  const write = { save: useSaveToken(), repair: useRepairToken(), replace: useReplaceToken(), remove: useDeleteToken() }
  const look = useLookAtToken()
  const [over, setOver] = useState<Over>()
  const [warnings, setWarnings] = useState<readonly Warning[]>([])
  const deletion = useDeletion(write.remove)
  const seen = (token: Token): Seen<Token> => ({ row: token, beganAt: list.beganAt })

  const asked = (question: Omit<Warning, 'answer'>): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (go: boolean) => {
        setWarnings((before) => before.slice(1))
        resolve(go)
      }
      setWarnings((before) => [...before, { ...question, answer }])
    })
  const contextNow = () => valueContext(console, Date.now())
  const wantsRepair = () => {
    const { valueOnUpdate, alwaysRepair } = knowledge.get()
    return alwaysRepair === true && valueOnUpdate === 'new-refused' && canRepair(contextNow())
  }
  /** What must be asked before a save; undefined: nothing. */
  const questionFor = (
    token: Token,
    change: TokenChange,
    { undoes, recreates }: WorkOptions,
  ): Omit<Warning, 'answer'> | undefined => {
    const kind: WarningKind = change.active === false ? 'off' : 'save'
    const known = knowledge.get()
    const context = contextNow()
    const isOpen = isNotGiven(token, context.unit)
    const endsNever = change.expiration_date === undefined && token.expiration_date.spelled !== 'none' && isOpen
    const removesDate = change.expiration_date === 'not-given' && !isOpen
    const isRecreated = recreates === true || (removesDate && !undoes && wayToNever(context) === 'recreate')
    const clears = fieldsAtRisk('tokens', list, learned.get()).length > 0
    const harmless = kind === 'save' && known.valueOnUpdate === 'kept' && !clears
    const quiet = known.quiet.includes(kind) || harmless
    const mustAsk = isRecreated || (endsNever && !wantsRepair()) || token.yours === true
    if ((quiet && !mustAsk) || Object.keys(change).length === 0) return undefined
    const verb = undoes ? 'Undo' : verbOf(change)
    return {
      verb,
      kind,
      token,
      removesDate,
      endsNever,
      repairs: undoes === true,
      recreates: recreates === true,
      otherFields: list.otherFields,
    }
  }
  const save = async (from: Seen<Token>, change: TokenChange, options: WorkOptions = {}): Answer<Token> => {
    if (isBlocked(console)) return offlineVerdict
    const { overwrite = false, undoes, recreates } = options
    const question = questionFor(from.row, change, options)
    if (question !== undefined) {
      const found = await look(from, change, { overwrite })
      if (found !== 'free') return found
      if (!(await asked(question))) return undefined
    }
    reveal.hide(from.row.name)
    // A check before the answer may have told more.
    const context = contextNow()
    const removesDate = change.expiration_date === 'not-given' && !isNotGiven(from.row, context.unit)
    const way = removesDate ? wayToNever(context) : 'save'
    if (recreates || (way === 'recreate' && !undoes)) {
      const at = overwrite ? list.find(from.row.name) : -1
      return write.replace(at < 0 ? from : { row: list.at(at), beganAt: Date.now() }, change)
    }
    const repair = way === 'repair' || undoes === true || wantsRepair()
    return write.save(from, change, { overwrite, undoes, repair: repair && canRepair(context) })
  }

  const send = (token: Token, change: TokenChange, options?: WorkOptions) => sendFrom(seen(token), change, options)
  const sendFrom = (from: Seen<Token>, change: TokenChange, options?: WorkOptions) =>
    void save(from, change, options).then((verdict) => {
      if (verdict?.is === 'conflict' && !verdict.during) setOver({ is: 'conflict', verdict, change })
    })

  return {
    over,
    setOver,
    warning: warnings[0],
    ask(is, token) {
      if (!isBlocked(console)) setOver({ is, seen: seen(token) })
    },
    edit(token) {
      if (!isBlocked(console, readOnly)) setOver({ is: 'edit', seen: seen(token) })
    },
    save,
    change(token, change) {
      if (!isBlocked(console, readOnly)) send(token, change)
    },
    send,
    undo({ verdict, undo }) {
      if (verdict.is === 'as-asked' && undo) sendFrom({ row: verdict.row, beganAt: verdict.at }, undo, { undoes: true })
    },
    async repair(token) {
      if (isBlocked(console)) return
      const clears = fieldsAtRisk('tokens', list, learned.get())
      const quiet = clears.length === 0 || knowledge.get().quiet.includes('save')
      const asks = token.yours === true || !quiet
      const { otherFields } = list
      if (asks && !(await asked({ ...noChange, kind: 'save', token, otherFields }))) return
      reveal.hide(token.name)
      const verdict = await write.repair(seen(token))
      // A repair changes no field, so one that has sent nothing may go on from what the row is now.
      if (verdict?.is === 'conflict' && !verdict.during) await write.repair({ row: verdict.row, beganAt: Date.now() })
    },
    stopped: deletion.stopped,
    dropStopped: deletion.dropStopped,
    replace(from, expiry) {
      const { name } = from.row
      reveal.hide(name)
      void write.replace(from, expiry && { expiration_date: expiry }).then((verdict) => {
        const stop = stoppedAct('replace', from, verdict)
        if (stop !== undefined) deletion.stop(stop)
        else if (isFocusFree(name)) focusName(null, name)
      })
    },
    remove(from, options) {
      reveal.hide(from.row.name)
      return deletion.remove(from, options)
    },
  }
}

const noChange = { verb: 'Repair', removesDate: false, endsNever: false, repairs: true, recreates: false } as const

/** What a save of this does, as a button says it. */
function verbOf({ active, write, ...others }: TokenChange): string {
  if (Object.keys(others).length > 0 || (active === undefined) === (write === undefined)) return 'Save changes'
  if (active !== undefined) return active ? 'Activate' : 'Deactivate'
  return write === true ? 'Turn write on' : 'Turn write off'
}
