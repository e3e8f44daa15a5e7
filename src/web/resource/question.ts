import type { Knowing } from '#contract/write/kind.ts'
import type { Mark } from '#web/ui/status-mark.tsx'
import type { TypedBefore } from '#web/ui/names/typed-name.tsx'

/** Something that can be ticked. `isOn`: until the admin chooses. */
export interface Tick {
  id: string
  label: string
  isOn: boolean
}

/** What is ticked, by id. */
export type Ticks = Readonly<Record<string, boolean>>

/** A line that identifies a row. `isService`: the colour of the service stands before it. */
export interface Fact {
  label: string
  says: string
  mark?: Mark
  isService?: true
}

/** The ticks that several questions have: *Don’t warn again*, *Repair afterwards*, and to include rows that are left out. */
export const tickIds = { quiet: 'quiet', repair: 'repair', include: 'include' } as const

/** What must be said, ticked and typed before an act: plain data, which one dialog draws. Names stand in it in “”. */
export interface Question {
  title: string
  /** The verb on the button. */
  action: string
  /** The same, if it is asked again because the row has changed; undefined: *Save anyway* or *Delete anyway*. */
  anyway?: string
  danger?: true
  sentences: readonly string[]
  /** Offers *Check first*, whose answer changes the sentences. */
  check?: true
  ticks?: readonly Tick[]
  /** What the admin knows who turns this warning off: it comes again when that changes. */
  warns?: string
  /** Has to be typed before the act: each of them is right. */
  typed?: { what: TypedBefore; names: readonly string[] }
  /** Why a new expiry must be chosen. */
  needsDate?: string
  /** Another act that can be done instead. */
  instead?: { label: string; act: string }
  facts?: readonly Fact[]
  /** What the admin is told by it, and goes on in spite of. */
  knowing?: readonly Knowing[]
}

/** Whether a tick is set. */
export function isTicked(ticks: readonly Tick[] | undefined, chosen: Ticks, id: string): boolean {
  const tick = ticks?.find((one) => one.id === id)
  return tick !== undefined && (chosen[id] ?? tick.isOn)
}
