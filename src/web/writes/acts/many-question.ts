import { counted } from '#web/ui/time.ts'
import type { Noun } from '#web/list/resource.ts'
import { ownTick } from './act.ts'
import { isTicked, type Asks, type Question, type Ticks } from './question.ts'

/** From so many rows on, the number has to be typed before they are deleted. */
const manyToDelete = 10

/** How several rows are activated, or deactivated. */
export const activation = {
  on: { verb: 'Activate', words: { doing: 'Activating #', done: '# activated' }, already: 'already active' },
  off: { verb: 'Deactivate', words: { doing: 'Deactivating #', done: '# deactivated' }, already: 'already inactive' },
} as const

/** What a question about several rows says. `rows`: *46 tokens*. */
interface ManyQuestion extends Omit<Question, 'title' | 'action' | 'typed'> {
  /** *Turn write on for*, and *Turn write on* on the button; the button of a deletion says the number. */
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
    const named = counted(n, noun)
    const { verb, button = `${verb} ${named}`, isTyped, ticks: others = [], ...question } = says(ticks)
    const mustType = isTyped === true || (question.danger === true && n >= manyToDelete)
    return {
      ...question,
      title: `${verb} ${named}?`,
      action: button,
      ticks: [...ownTicks, ...others],
      ...(mustType && { typed: { what: 'count' as const, names: [String(n)] } }),
    }
  }
}
