import * as z from 'zod/mini'
import { tokenFlags, type Expiry, type Token, type TokenChange } from '#contract/token.ts'
import type { Forms } from '#web/resource/form.ts'
import type { World } from '#web/resource/world.ts'
import { presetWords } from './expiry-field.tsx'
import {
  expiryOfChoice,
  firstTyped,
  latest,
  newTokenForm,
  serviceTime,
  tokenAsTyped,
  tokenChangeForm,
} from './token-form.ts'

/** What is offered for the lines of a file without a date. */
const noDates = ['30d', '90d', '1y', 'never'] as const

/** The forms of tokens, and what a file of them needs. */
export const tokenForms: Forms<Token, TokenChange> = {
  first: (world, like) => firstTyped(like, world),
  newRow: (world) =>
    z.pipe(
      newTokenForm(world.names.taken, serviceTime(world)),
      z.transform(({ name, ...change }) => ({ name, change })),
    ),
  typed: tokenAsTyped,
  change: (row, world) => tokenChangeForm(row, serviceTime(world), world.unit),
  file: {
    blank(chosen) {
      const choice = noDates.find((one) => one === chosen) ?? '30d'
      return { expiration_date: expiryOfChoice(choice), ...tokenFlags }
    },
    silent:
      'Where the file says nothing, a new token gets Write off and Active on. A date without a time means the end of that day.',
    ask: {
      field: 'expiration_date',
      legend: 'Expires, where the file has no date',
      choices: noDates.map((id) => ({ id, label: presetWords[id] })),
      first: '30d',
    },
    fault: (name, { expiration_date: expiry }, world) =>
      name === '' ? 'Name: empty.' : expiry && dateFault(expiry, world),
  },
}

/** Why no form would take this expiry. */
function dateFault(expiry: Expiry, world: Pick<World, 'now' | 'ahead'>): string | undefined {
  if (typeof expiry !== 'object' || !('at' in expiry)) return undefined
  if (expiry.at > latest) return 'Expires: after the year 9999.'
  return expiry.at <= serviceTime(world) ? 'Expires: this date has passed.' : undefined
}
