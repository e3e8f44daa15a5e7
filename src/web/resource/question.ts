import type { Knowing } from '#contract/write/kind.ts'
import type { Mark } from '#web/ui/status-mark.tsx'
import type { TypedBefore } from '#web/ui/names/typed-name.tsx'

/** A line that identifies a row. `isService`: the colour of the service stands before it. */
export interface Fact {
  label: string
  says: string
  mark?: Mark
  isService?: true
}

/** What must be said and typed before an act: plain data, which one dialog draws. Names stand in it in “”. */
export interface Question {
  title: string
  /** The verb on the button. */
  action: string
  /** The same, if it is asked again because the row has changed; undefined: *Save anyway* or *Delete anyway*. */
  anyway?: string
  danger?: true
  sentences: readonly string[]
  /** Has to be typed before the act: each of them is right. */
  typed?: { what: TypedBefore; names: readonly string[] }
  /** Why a new expiry must be chosen. */
  needsDate?: string
  /** Another act that can be done instead. */
  instead?: { label: string; act: string }
  facts?: readonly Fact[]
  /** It says that nobody knows what updates do to values, and is not asked again. */
  warns?: boolean
  /** It says that values are repaired afterwards. */
  repairs?: boolean
  /** What the admin is told by it, and goes on in spite of. */
  knowing?: readonly Knowing[]
}
