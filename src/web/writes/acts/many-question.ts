import { counted } from '#web/ui/time.ts'
import type { Noun } from '#web/list/resource.ts'
import { capitalized } from '#web/writes/verdict-words.ts'
import type { RunWords } from './act.ts'
import { isTicked, type Asks, type LeftOut, type Question, type Ticks } from './question.ts'

/** From so many rows on, the number has to be typed before they are deleted. */
const manyToDelete = 10

/** Includes the optional rows. */
const optionalTick = 'optional'

/** What a switch of a flag is called: for one row, and for several. */
interface SwitchWords {
  label: string
  verb: string
  words: RunWords
}

/** How a flag is turned on or off. */
export function switchWords(field: 'active' | 'admin' | 'write', to: boolean): SwitchWords {
  if (field === 'active') {
    return to
      ? { label: 'Activate', verb: 'Activate', words: { doing: 'Activating #', done: '# activated' } }
      : { label: 'Deactivate', verb: 'Deactivate', words: { doing: 'Deactivating #', done: '# deactivated' } }
  }
  const flag = `${field} ${to ? 'on' : 'off'}`
  const done = `${capitalized(field)} turned ${to ? 'on' : 'off'} for #`
  return { label: `Turn ${flag}`, verb: `Turn ${flag} for`, words: { doing: `Turning ${flag} for #`, done } }
}

/** What a question about several rows says. */
interface ManyQuestion extends Omit<Question, 'title' | 'action' | 'typed'> {
  /** *Turn write on for*, of which the button says *Turn write on*; that of a deletion also says the number. */
  verb: string
  button?: string
  /** The number is to be typed in any case. */
  isTyped?: boolean
}

/** Rows that are done only if this is ticked. */
interface Optional {
  label: string
  rows: readonly LeftOut[]
}

/** A question about several rows. `isTaken`: whether those that are optional are done, too. */
export function asksOfMany(
  noun: Noun,
  all: number,
  says: (ticks: Ticks, isTaken: boolean) => ManyQuestion,
  optional: Optional = { label: '', rows: [] },
): Asks {
  const { label, rows } = optional
  const ownTicks = rows.length === 0 ? [] : [{ id: optionalTick, label, isOn: false }]
  return (ticks) => {
    const isTaken = isTicked({ ticks: ownTicks }, ticks, optionalTick)
    const leftOut = isTaken ? [] : rows
    const n = all - leftOut.length
    const { verb, button, isTyped, ticks: others = [], ...question } = says(ticks, isTaken)
    const title = `${verb} ${counted(n, noun)}`
    const action = question.danger === true ? title : verb.replace(/ (for|of|the changes to)$/, '')
    const mustType = isTyped === true || (question.danger === true && n >= manyToDelete)
    return {
      ...question,
      title: `${title}?`,
      action: button ?? action,
      leftOut,
      ticks: [...ownTicks, ...others],
      ...(mustType && { typed: { what: 'count' as const, names: [String(n)] } }),
    }
  }
}
