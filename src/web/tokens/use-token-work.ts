import type { RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { isNotGiven, type Token, type Expiry, type TokenChange } from '#contract/token.ts'
import { canRepair, mayKeepDate, wayToNever } from '#contract/saving/value-worth.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { fieldsAtRisk, isTurnedOff, warningKind, type WarningKind } from '#web/service/knowledge.ts'
import { deletion, type AskedAct } from '#web/writes/asked-act.ts'
import { focusName, isFocusFree } from '#web/list/rows-table.tsx'
import { useDialogs, type Dialogs } from '#web/writes/use-dialogs.ts'
import { useRowWork, type ConflictedSave, type RowWork, type SaveOptions } from '#web/writes/use-row-work.ts'
import type { Answer } from '#web/writes/use-write.ts'
import { valueContext } from './view-context.ts'
import { useDeleteToken, usePrecheckToken, useRepairToken, useReplaceToken, useSaveToken } from './token-hooks.ts'
import type { Reveal } from '#web/tokens/value/use-reveal.ts'

/** What else is open over the list. */
type Overlay = { is: 'choose-write' | 'choose-active'; row: Token; from: { current: HTMLElement } }

/** What must be asked before a save: what it would do to the value. */
export interface SaveQuestion {
  /** An undo and a repair repair the value in any case, so their dialog does not offer it. */
  act: 'save' | 'undo' | 'repair'
  change: TokenChange
  kind: WarningKind
  token: Token
  /** Whether this save removes a date. */
  removesDate: boolean
  /** Whether this save may turn *never* into a date. */
  endsNever: boolean
  /** Whether the token is deleted and created again, even if a save would be enough. */
  recreates: boolean
  /** Names of fields that rows have and the console cannot send. */
  otherFields: readonly string[]
  /** What somebody else changed in the row that the admin saw. */
  changed?: Extract<Verdict<Token>, { is: 'conflict' }> | undefined
}

/** A dialog before a save. */
export interface Warning extends SaveQuestion {
  is: 'warning'
  onAnswer: (go: boolean) => void
}

/** What the answer to a request opens over everything else. */
type Dialog = Warning | AskedAct<Token> | ConflictedSave<Token, TokenChange, TokenSaveOptions>

export interface TokenSaveOptions extends SaveOptions {
  /** Delete the token and create it again. */
  recreates?: true
}

/** All acts on the tokens of a list, with their warnings, and with the focus afterwards. */
export interface TokenWork extends RowWork<Token, TokenChange, TokenSaveOptions, Overlay> {
  /** Opens the dialog before a deletion or replacement. */
  ask: (act: 'delete' | 'replace', token: Token) => Promise<void>
  dialogs: Pick<Dialogs<Dialog>, 'first' | 'drop'>
  /** What must be asked before a save; undefined: nothing. */
  questionFor: (token: Token, change: TokenChange, options: TokenSaveOptions) => SaveQuestion | undefined
  repair: (token: Token) => Promise<void>
  replace: (seen: Seen<Token>, expiry?: Expiry) => void
  remove: (seen: Seen<Token>, options?: { unchecked?: boolean }) => Promise<void>
}

interface Page {
  list: RowStore<Token>
  readOnly: string | undefined
  reveal: Reveal
}

export function useTokenWork({ list, readOnly, reveal }: Page): TokenWork {
  const console = useConsole()
  const { knowledge, learned } = console
  const write = { save: useSaveToken(), repair: useRepairToken(), replace: useReplaceToken(), remove: useDeleteToken() }
  const precheck = usePrecheckToken()
  const dialogs = useDialogs<Dialog>()
  const removal = deletion({ precheck: precheck.removal, remove: write.remove, ask: dialogs.add })

  const confirm = (question: SaveQuestion) =>
    dialogs.ask<boolean>((onAnswer) => ({ is: 'warning', ...question, onAnswer }))
  const contextNow = () => valueContext(console, Date.now())
  const wantsRepair = () => {
    const { valueOnUpdate, alwaysRepair } = knowledge.get()
    return alwaysRepair === true && valueOnUpdate === 'new-refused' && canRepair(contextNow())
  }
  const isQuiet = (kind: WarningKind) => {
    const fields = fieldsAtRisk('tokens', list, learned.get())
    const { valueOnUpdate } = knowledge.get()
    return isTurnedOff({ kind, valueOnUpdate, canRepair: canRepair(contextNow()), fields }, knowledge.get())
  }
  const questionFor: TokenWork['questionFor'] = (token, change, { undoes, recreates }) => {
    const kind = warningKind(token, change)
    const known = knowledge.get()
    const context = contextNow()
    const isOpen = isNotGiven(token, context.unit)
    const isLeft = change.expiration_date === undefined || change.expiration_date === 'not-given'
    const endsNever = isLeft && token.expiration_date.spelled !== 'none' && isOpen
    const removesDate = change.expiration_date === 'not-given' && !isOpen
    const isRecreated = recreates === true || (removesDate && !undoes && wayToNever(context) === 'recreate')
    const clears = fieldsAtRisk('tokens', list, learned.get()).length > 0
    const harmless = kind === 'save' && known.valueOnUpdate === 'kept' && !clears
    const quiet = isQuiet(kind) || harmless
    const isRepaired = (undoes === true || removesDate) && wayToNever(context) === 'repair'
    const isUnknown = removesDate && mayKeepDate(context)
    const mustAsk = isRecreated || isUnknown || ((endsNever || isRepaired) && !wantsRepair()) || token.yours === true
    if ((quiet && !mustAsk) || Object.keys(change).length === 0) return undefined
    return {
      act: undoes ? 'undo' : 'save',
      change,
      kind,
      token,
      removesDate,
      endsNever,
      recreates: recreates === true,
      otherFields: list.otherFields,
    }
  }
  const save = async (from: Seen<Token>, change: TokenChange, options: TokenSaveOptions = {}): Answer<Token> => {
    if (isBlocked(console)) return offlineVerdict
    const { overwrite = false, undoes, recreates, isOpened, isAgreed } = options
    const question = isAgreed ? undefined : questionFor(from.row, change, options)
    if (question !== undefined) {
      const found = await precheck.save(from, change, { isOpened, overwrite })
      if (found !== 'free') return found
      if (!(await confirm(question))) return undefined
    }
    reveal.hide(from.row.name)
    // The admin may have run a check from the dialog, so more may be known now.
    const context = contextNow()
    const removesDate = change.expiration_date === 'not-given' && !isNotGiven(from.row, context.unit)
    const way = removesDate ? wayToNever(context) : 'save'
    if (recreates || (way === 'recreate' && !undoes)) {
      const at = overwrite ? list.find(from.row.name) : -1
      const verdict = await write.replace(at < 0 ? from : { row: list.at(at), beganAt: Date.now() }, change)
      if (verdict?.is === 'recreated') removal.interrupt('replace', from, verdict)
      return verdict
    }
    const repair = way === 'repair' || undoes === true || wantsRepair()
    return write.save(from, change, { isOpened, overwrite, undoes, repair: repair && canRepair(context) })
  }

  const work = useRowWork<Token, TokenChange, TokenSaveOptions, Overlay>({
    list,
    readOnly,
    save,
    onConflict: dialogs.add,
  })
  return {
    ...work,
    dialogs,
    async ask(act, token) {
      if (isBlocked(console, readOnly)) return
      const from = work.seen(token)
      if (await removal.mayAsk(from, act)) dialogs.add({ is: 'asked', act, seen: from })
    },
    questionFor,
    async repair(token) {
      if (isBlocked(console, readOnly)) return
      let from = work.seen(token)
      const clears = fieldsAtRisk('tokens', list, learned.get()).length > 0
      if (token.yours === true || (clears && !isQuiet('save'))) {
        const found = await precheck.repair(from)
        const changed = found !== 'free' && found?.is === 'conflict' ? found : undefined
        if (found !== 'free' && changed === undefined) return
        // A repair changes no field, so it can begin with the row as it is now.
        if (changed !== undefined) from = { row: changed.row, beganAt: Date.now() }
        const { otherFields } = list
        if (!(await confirm({ ...noChange, kind: 'save', token: from.row, otherFields, changed }))) return
      }
      reveal.hide(token.name)
      const verdict = await write.repair(from)
      if (verdict?.is === 'conflict' && !verdict.during) await write.repair({ row: verdict.row, beganAt: Date.now() })
    },
    replace(from, expiry) {
      const { name } = from.row
      reveal.hide(name)
      void write.replace(from, expiry && { expiration_date: expiry }).then((verdict) => {
        if (!removal.interrupt('replace', from, verdict) && isFocusFree(name)) focusName(null, name)
      })
    },
    remove(from, options) {
      reveal.hide(from.row.name)
      return removal.remove(from, options)
    },
  }
}

const noChange = {
  act: 'repair',
  change: {},
  removesDate: false,
  endsNever: false,
  recreates: false,
} as const
