import type { Place } from '#web/ui/session.ts'
import type { Mark } from '#web/ui/status-mark.tsx'
import type { TypedBefore } from '#web/ui/names/typed-name.tsx'
import type { Checked } from '#web/writes/check-updates.ts'

/** One field of a row: as the admin saw it, as it is now, and as the admin wants it. */
export interface Compared {
  label: string
  seen: string
  now: string
  /** What the admin's change asks for; undefined: the change leaves the field alone. */
  wanted: string | undefined
  /** Only the service sets it. */
  isByService: boolean
}

/** Why a question is asked again: what changed in the row, or that the console cannot check it. */
export type ReasonToAsk = { is: 'conflict'; compared: readonly Compared[] } | { is: 'unchecked'; says: string }

/** Something that can be ticked. `isOn`: until the admin chooses. */
export interface Tick {
  id: string
  label: string
  isOn: boolean
}

/** What is ticked, by id. */
export type Ticks = Readonly<Record<string, boolean>>

/** Why an act on several rows leaves one out, as in *3 are already admins*. */
export interface Refusal {
  says: string
  /** Of several, if it is worded otherwise. */
  ofMany?: string
  /** It can be done to the row alone. */
  isAlone?: true
}

/** A row that an act on several rows leaves out. */
export interface LeftOut extends Refusal {
  name: string
}

/** What must be said, ticked and typed before an act. One dialog draws every question. */
export interface Question {
  /** The row's name stands in it in “”. */
  title: string
  /** The verb on the button. */
  action: string
  danger?: boolean
  /** The label of the button that cancels, if not *Cancel*. */
  back?: string
  /** Names from outside that stand in the sentences in “”, besides the row's. */
  names?: readonly string[]
  sentences: readonly (string | false | undefined)[]
  /** Going on shows the row in its list. */
  shows?: true
  /** Has to be typed before the act: each of them is right. */
  typed?: { what: TypedBefore; names: readonly string[] }
  ticks?: readonly Tick[]
  /** Rows of an act on many that are left out as it is ticked. */
  leftOut?: readonly LeftOut[]
  /** Keeps what was ticked, when the admin goes on. */
  keep?: (ticks: Ticks) => void
  /** *Check first*: finds out what the act would do. Its answer changes the question. `does`: what it does, as the end of a sentence. */
  check?: { does: string; run: (ended: AbortSignal) => Promise<Checked> } | undefined
  /** Another act that can be done instead. */
  instead?: { label: string }
  /** Why a new expiry must be chosen. */
  needsDate?: string
  /** Facts that identify the row. */
  facts?: readonly Fact[]
}

export interface Fact {
  label: string
  says: string
  mark?: Mark
  /** It names the service: its colour stands before it. */
  isService?: true
}

/** Which service an act is for, in its question. */
export const serviceFact = ({ name }: Place): Fact => ({ label: 'Service', says: name, isService: true })

/** A question, drawn again when something is ticked or becomes known. */
export type Asks = (ticks: Ticks) => Question

/** What a question says, sentence by sentence. */
export const sentencesOf = (question: Question | undefined) =>
  (question?.sentences ?? []).filter((sentence) => typeof sentence === 'string')

/** Whether a tick is set. */
export function isTicked({ ticks = [] }: Pick<Question, 'ticks'>, chosen: Ticks, id: string): boolean {
  return chosen[id] ?? ticks.find((tick) => tick.id === id)?.isOn ?? false
}

/** Said before a run that makes values or passwords. */
export const keepOpen = 'Keep this tab open until you have copied them.'

/** The id of the tick that turns a warning off. */
export const quietTick = 'quiet'

/** Its label. */
export const quietWords = 'Don’t warn again in this session'

/** The label of the button before a deletion. `reason`: why it is asked again. */
export function deletionAction(noun: string, reason: ReasonToAsk | undefined): string {
  return reason === undefined ? `Delete ${noun}` : anyway[reason.is]
}

const anyway = { conflict: 'Delete anyway', unchecked: 'Delete without checking' } as const
