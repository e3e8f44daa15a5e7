import { canRepair, isSpoiled, valueState } from '#contract/facts.ts'
import type { Token } from '#contract/token.ts'
import { isRepaired, isReplaced, isValueUnseen, rowOf, unitTaken, type Outcome } from '#contract/write/outcome.ts'
import { capitalized, type Told } from '#web/resource/say.ts'
import type { Caution } from '#web/resource/resource.ts'
import type { World } from '#web/resource/world.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { relative } from '#web/ui/time.ts'
import { expiryClause, expiryOf } from './status.ts'

/** What a write did to the value of a token, if that leaves something to say. */
export function valueWords(
  outcome: Outcome<Token, object>,
  world: World,
): Pick<Told, 'tone' | 'isQuiet' | 'says' | 'next'> | undefined {
  const { value, done } = outcome
  const row = rowOf(outcome)
  if (row === undefined || done.do === 'remove') return undefined
  const unit = unitTaken(outcome)
  if (unit !== undefined)
    return { tone: 'amber', says: `${capitalized(expiryClause(row, { ...world, unit }))}.`, next: ['set-expiry'] }
  // A replaced value was in use; that of a new token was not.
  const isFirst = done.do === 'create' && !isReplaced(outcome)
  if (isReplaced(outcome) && value === 'kept')
    return { tone: 'amber', says: 'The service issued the same value again.', next: ['replace'] }
  if (world.onUpdate === undefined && isValueUnseen(outcome))
    return { ...unseen, ...(world.isUnseenTold && { isQuiet: true }) }
  if (!isFirst && value !== 'new' && !(isRepaired(outcome) === false && isSpoiled(row, world))) return undefined
  switch (valueState(row, world)) {
    case 'needs-repair':
      return {
        tone: 'repair',
        says: 'The new value needs repair. The service will probably reject it.',
        next: canRepair(world) ? ['repair', 'replace'] : ['replace'],
      }
    case 'should-work':
      return isFirst ? undefined : news(`New value. It will probably work. ${give(row)}`)
    case 'inactive': {
      if (isFirst) return undefined
      const says = `New value, but the token is inactive. ${activating(world)}`
      // What was just deactivated is for nobody.
      return done.asked.includes('active') ? { says, next: [] } : news(says)
    }
    case 'expired':
      return isFirst ? undefined : news('New value, but the token has expired.')
    case 'unknown':
      return isFirst ? undefined : news(`New value. ${give(row)}`)
  }
}

const unseen = { says: 'This service doesn’t show whether the value changed.', next: [] } as const

const news = (says: string) => ({ tone: 'news', says, next: ['copy'] }) as const

const give = ({ name }: Token) => `Give it to the programs that use “${visible(name)}”.`

/** A value that works for less than this is worth a warning: five minutes, in milliseconds. */
const brief = 5 * 60_000

/** What is known against using the value of a token now, as far as its row shows; undefined: nothing. */
export function caution(token: Token, world: World): Caution | undefined {
  switch (valueState(token, world)) {
    case 'inactive': {
      const useless = { word: 'Inactive' }
      if (world.onUpdate === 'keeps')
        return { says: '. The token is inactive: activate it before you use the value.', useless }
      const replaces = world.onUpdate === undefined ? 'may replace' : 'replaces'
      return { says: `, but the token is inactive. Activating it ${replaces} the value.`, useless }
    }
    case 'expired':
      return { says: ', but the token has expired.', useless: { word: 'Expired' } }
    case 'needs-repair': {
      const says = ', but the service will probably reject it.'
      return canRepair(world)
        ? { says: `${says} Repair it first.`, useless: { word: 'Needs repair', act: 'repair' } }
        : { says: `${says} Replace it first.`, useless: { word: 'Needs repair' } }
    }
    case 'should-work':
    case 'unknown': {
      const expiry = expiryOf(token, world.unit)
      const left = typeof expiry === 'number' ? expiry - world.now - (world.ahead ?? 0) : undefined
      return left !== undefined && left > 0 && left < brief
        ? { says: `. The token expires ${relative(left, 0)}.` }
        : undefined
    }
  }
}

/** What activating it does to its value. */
export const activating = ({ onUpdate }: Pick<World, 'onUpdate'>) =>
  onUpdate === 'keeps'
    ? 'Activating it keeps the value.'
    : `Activating it ${onUpdate === undefined ? 'may replace' : 'replaces'} the value again.`

/** Whether a value that leaked still works, as far as the row of its token shows. */
export function leakWords(token: Token, world: World): string {
  switch (valueState(token, world)) {
    case 'should-work':
      return 'It is active and not expired, so this value should still work.'
    case 'inactive':
      return 'It is inactive, so the service should reject this value.'
    case 'expired':
      return 'It has expired. Whether the service still accepts this value is not documented.'
    case 'needs-repair':
      return 'Its value needs repair, so the service will probably reject it.'
    case 'unknown':
      return `${token.active === true ? 'It is active' : 'Whether it is active cannot be read'}, so this value may still work.`
  }
}

/** *Programs that use it stop working. *, unless all are inactive: no program uses them. */
export const stopWords = (tokens: readonly Token[], until = '') =>
  tokens.every(({ active }) => active === false)
    ? ''
    : `Programs that use ${tokens.length === 1 ? 'it' : 'them'} stop working${until}. `
