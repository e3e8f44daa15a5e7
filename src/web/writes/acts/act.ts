import type { LucideIcon } from 'lucide-react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/acts.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Session } from '#web/ui/session.ts'
import type { WriteAct } from '#web/writes/outcomes/outcomes.ts'
import type { Saving } from '#web/writes/saving.ts'
import type { Asks, LeftOut, ReasonToAsk, Refusal } from './question.ts'

/** What an act may know besides its row, when it asks or runs. */
export interface Knows<Row extends Dated> {
  session: Session
  /** The list as it is now; undefined: there is none. */
  list: RowStore<Row> | undefined
}

/** What an act is done with. The acts of a resource add their own options. */
export interface ActInput<Change> {
  change: Change
  /** The save overwrites what somebody else changed. */
  overwrite?: boolean
  /** The save is an undo. */
  undoes?: true | undefined
  /** The admin opened the row in a form. */
  isOpened?: true | undefined
  /** Everything has been said and typed. */
  isAgreed?: true
  /** The row is deleted although nobody can check that it is the one that the admin saw. */
  unchecked?: boolean
}

/**
 * What an admin can do to a row of a resource. Row buttons, switches, the menu, dialogs and *Undo* are drawn from these.
 * An act knows no list, no page and no dialog: what it asks is data.
 */
export interface Act<Row extends Dated, Change extends object, Input extends ActInput<Change>> {
  icon: LucideIcon
  /** What a menu calls it, which names the row itself. */
  label: string
  /** Its accessible name, with the name of the row. */
  labelFor?: (name: string) => string
  danger?: true
  /** Whether it is offered for a row; undefined: always. */
  applies?: (row: Row, knows: Knows<Row>) => boolean
  does: WriteAct
  /** The change that it makes to a row, unless one is given. */
  changeOf?: (row: Row, knows: Knows<Row>) => Change | undefined
  /** What must be asked first; undefined: nothing. `reason`: why it is asked again. */
  question?: (seen: Seen<Row>, input: Input, knows: Knows<Row>, reason?: ReasonToAsk) => Asks | undefined
  /** Undefined: there was nothing to send. */
  run: (saving: Saving, seen: Seen<Row>, input: Input, knows: Knows<Row>) => Promise<Verdict<Row> | undefined>
  /** The change for a date that was chosen in its dialog. */
  changeTo?: (date: unknown, knows: Knows<Row>) => Change
  /**
   * What follows a verdict that stopped it: `again` asks again, about the row as it is now; `compare` shows what
   * changed and lets the admin choose. Everything else ends in a note.
   */
  follows?: Readonly<Partial<Record<Stop, 'again' | 'compare'>>>
  /** How it is done to several rows; undefined: one at a time. */
  many?: Many<Row, Change, Input> | undefined
  /** What can be done instead, from its dialog. */
  instead?: Act<Row, Change, Input>
}

/** What a run is called. `#` stands for *46 tokens*, or *43 of 46 tokens*. */
export interface RunWords {
  /** *Deactivating #*. */
  doing: string
  /** *# deactivated*. */
  done: string
}

/** How an act is done to several rows in one run. */
export interface Many<Row extends Dated, Change extends object, Input extends ActInput<Change>> {
  /** The label of its button over a selection, if not that of the act. */
  label?: string
  words: RunWords
  /** It deletes a row and creates it again. */
  recreates?: true
  /** Why it leaves out the rows to which it does not apply; undefined: it applies to all. */
  refusal?: Refusal
  /** More rows that it leaves out: it could sign the admin out, or leave no admin. */
  spared?: (rows: readonly Row[], knows: Knows<Row>) => readonly LeftOut[]
  /** The question for all of them. It is asked again about a chosen date; undefined: there is nothing to ask then. */
  question: (rows: readonly Row[], input: Input, knows: Knows<Row>) => Asks | undefined
  /** What it is done with to each of them, besides the input. */
  inputFor?: (rows: readonly Row[], knows: Knows<Row>) => Partial<Input>
  /** The part of a chosen change that one of them gets; undefined: all of it. */
  partOf?: (row: Row, change: Change, knows: Knows<Row>) => Change
}

/** The verdicts that can lead to another question. */
export type Stop = 'conflict' | 'recreated' | 'unchecked'
