import * as z from 'zod/mini'
import { answered, answeredFlag, changed, fault, typedFlag } from './form.ts'
import type { Expiry, NewToken, SettableTokenField, Token, TokenChange } from './token.ts'

const hour = 60 * 60 * 1000

/** Preset lifetimes, in milliseconds from the moment of sending. */
const spans = {
  '1h': hour,
  '1d': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
  '90d': 90 * 24 * hour,
  '1y': 365 * 24 * hour,
} as const

const NewExpiry = z.union([z.enum(['1h', '1d', '7d', '30d', '90d', '1y', 'never']), z.number()])
const ExpiryChoice = z.union([NewExpiry, z.literal('keep')])

/** When a token expires: after a preset lifetime, never, or at a picked moment in milliseconds since 1970. */
export type NewExpiry = z.infer<typeof NewExpiry>

/** The same for an existing token, whose expiry may stay as it is. */
export type ExpiryChoice = z.infer<typeof ExpiryChoice>

/** The last moment with a four-digit year, in milliseconds since 1970. */
export const latest = Date.UTC(9999, 11, 31, 23, 59, 59)

/** The expiry that a choice asks for. Preset lifetimes count from the moment of sending. */
export function expiryOfChoice(choice: NewExpiry): Expiry {
  if (choice === 'never') return 'not-given'
  return typeof choice === 'number' ? { at: choice } : { after: spans[choice] }
}

/** The moment that a choice would mean if it were sent at `now`; undefined: no moment. */
export function momentOfChoice(choice: ExpiryChoice, now: number): number | undefined {
  if (choice === 'keep' || choice === 'never') return undefined
  return Math.floor((typeof choice === 'number' ? choice : now + spans[choice]) / 1000) * 1000
}

/** What a token form needs to check its fields. */
interface World {
  taken: (name: string) => boolean
  /** Milliseconds since 1970. */
  now: () => number
}

const inTime = <Choice extends ExpiryChoice>(schema: z.ZodMiniType<Choice, Choice>, { now }: Pick<World, 'now'>) =>
  schema.check(
    z.refine((choice) => typeof choice !== 'number' || choice <= latest, fault('too-far')),
    z.refine((choice) => typeof choice !== 'number' || choice > now(), fault('past')),
  )

/** The fields of a token form, as typed. */
export const TypedToken = z.object({
  expiration_date: z.optional(ExpiryChoice),
  write: typedFlag,
  active: typedFlag,
} satisfies Record<SettableTokenField, z.ZodMiniType>)
export type TypedToken = z.infer<typeof TypedToken>

/** The fields of the form for a new token, as typed. */
export const TypedNewToken = z.extend(TypedToken, { name: z.string() })
export type TypedNewToken = z.infer<typeof TypedNewToken>

/** Checks the form of a new token. */
export function newTokenForm(world: World): z.ZodMiniType<NewToken, TypedNewToken> {
  const name = z.string().check(
    z.minLength(1, fault('missing')),
    z.refine((name) => !world.taken(name), fault('taken')),
  )
  const answers = { name, expiration_date: newExpiry(world), write: answeredFlag, active: answeredFlag }
  return z.object(answers satisfies Record<keyof NewToken, z.ZodMiniType>)
}

/** Checks the form of an existing token. The result has only the fields that differ from `row`. */
export function tokenChangeForm(row: Token, world: Pick<World, 'now'>): z.ZodMiniType<TokenChange, TypedToken> {
  const expiration_date = answered(inTime(canKeepDate(row) ? ExpiryChoice : NewExpiry, world))
  const answers = { expiration_date, write: answeredFlag, active: answeredFlag }
  return z.pipe(
    z.object(answers satisfies Record<SettableTokenField, z.ZodMiniType>),
    z.transform(({ expiration_date: choice, ...others }) => ({
      ...(choice !== 'keep' && { expiration_date: expiryOfChoice(choice) }),
      ...changed(row, others),
    })),
  )
}

/** The initial fields of the form of an existing token. */
export function tokenAsTyped(row: Token): TypedToken {
  const { write, active } = row
  const expiration_date = canKeepDate(row) ? ('keep' as const) : undefined
  return { expiration_date, write, active } satisfies Record<SettableTokenField, unknown>
}

/** Checks a form that asks for a new expiry only. */
export function newExpiryForm(
  world: Pick<World, 'now'>,
): z.ZodMiniType<Pick<NewToken, 'expiration_date'>, Pick<TypedToken, 'expiration_date'>> {
  return z.object({ expiration_date: newExpiry(world) })
}

const newExpiry = (world: Pick<World, 'now'>) => z.pipe(answered(inTime(NewExpiry, world)), z.transform(expiryOfChoice))

/** Whether the stored expiry can stay. An unreadable one cannot be sent again. */
export function canKeepDate({ expiration_date: { spelled } }: Token): boolean {
  return spelled !== 'unreadable'
}
