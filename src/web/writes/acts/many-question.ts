import { counted } from '#web/ui/time.ts'
import type { Noun } from '#web/list/resource.ts'
import { capitalized } from '#web/writes/verdict-words.ts'
import { ownTick, type RunWords } from './act.ts'
import { isTicked, type Asks, type Question, type Ticks } from './question.ts'

/** From so many rows on, the number has to be typed before they are deleted. */
const manyToDelete = 10

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

/** A question about several rows. `own`: the label of the tick that includes the admin's own row. */
export function asksOfMany(
  noun: Noun,
  all: number,
  own: string | undefined,
  says: (ticks: Ticks) => ManyQuestion,
): Asks {
  const ownTicks = own === undefined ? [] : [{ id: ownTick, label: own, isOn: false }]
  return (ticks) => {
    const isOwn = own !== undefined && isTicked({ ticks: ownTicks }, ticks, ownTick)
    const n = own === undefined || isOwn ? all : all - 1
    const { verb, button, isTyped, ticks: others = [], ...question } = says(ticks)
    const title = `${verb} ${counted(n, noun)}`
    const action = question.danger === true ? title : verb.replace(/ (for|of|the changes to)$/, '')
    const mustType = isTyped === true || (question.danger === true && n >= manyToDelete)
    return {
      ...question,
      title: `${title}?`,
      action: button ?? action,
      ticks: [...ownTicks, ...others],
      ...(mustType && { typed: { what: 'count' as const, names: [String(n)] } }),
    }
  }
}
