import * as z from 'zod/mini'
import { answered, answeredFlag, changed, fault, typedFlag } from './form.ts'
import type { Expiry, NewToken, SettableTokenField, Token, TokenChange } from './token.ts'

const hour = 60 * 60 * 1000

/** How long a token is good for by one press, in milliseconds from the moment of sending. */
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

/** When a token is to expire: after a span, never, or a picked moment in milliseconds since 1970. */
export type NewExpiry = z.infer<typeof NewExpiry>

/** The same in the form of a row, whose own may stay. */
export type ExpiryChoice = z.infer<typeof ExpiryChoice>

/** The last moment that four digits of a year can say, in milliseconds since 1970. */
export const latest = Date.UTC(9999, 11, 31, 23, 59, 59)

/** What a choice asks for. A span counts from the moment of sending. */
export function expiryOfChoice(choice: NewExpiry): Expiry {
  if (choice === 'never') return 'not-given'
  return typeof choice === 'number' ? { at: choice } : { after: spans[choice] }
}

/** The moment that a choice means if it were sent at `now`; undefined: no moment. */
export function momentOfChoice(choice: ExpiryChoice, now: number): number | undefined {
  if (choice === 'keep' || choice === 'never') return undefined
  return Math.floor((typeof choice === 'number' ? choice : now + spans[choice]) / 1000) * 1000
}

/** What a form of a token asks: whom else the name belongs to, and what time it is. */
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

/** What may stand in the form of a token. */
export const TypedToken = z.object({
  expiration_date: z.optional(ExpiryChoice),
  write: typedFlag,
  active: typedFlag,
} satisfies Record<SettableTokenField, z.ZodMiniType>)
export type TypedToken = z.infer<typeof TypedToken>

/** What may stand in the form of a new one. */
export const TypedNewToken = z.extend(TypedToken, { name: z.string() })
export type TypedNewToken = z.infer<typeof TypedNewToken>

/** The form of a new token. */
export function newTokenForm(world: World): z.ZodMiniType<NewToken, TypedNewToken> {
  const name = z.string().check(
    z.minLength(1, fault('missing')),
    z.refine((name) => !world.taken(name), fault('taken')),
  )
  const answers = { name, expiration_date: newExpiry(world), write: answeredFlag, active: answeredFlag }
  return z.object(answers satisfies Record<keyof NewToken, z.ZodMiniType>)
}

/** The form that changes a token: what comes out is what its answers change of `row`. */
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

/** How the form of a row begins. */
export function tokenAsTyped(row: Token): TypedToken {
  const { write, active } = row
  const expiration_date = canKeepDate(row) ? ('keep' as const) : undefined
  return { expiration_date, write, active } satisfies Record<SettableTokenField, unknown>
}

/** Another date alone. */
export function newExpiryForm(
  world: Pick<World, 'now'>,
): z.ZodMiniType<Pick<NewToken, 'expiration_date'>, Pick<TypedToken, 'expiration_date'>> {
  return z.object({ expiration_date: newExpiry(world) })
}

const newExpiry = (world: Pick<World, 'now'>) => z.pipe(answered(inTime(NewExpiry, world)), z.transform(expiryOfChoice))

/** Whether a row's own date may stay: what cannot be read cannot be sent again. */
export function canKeepDate({ expiration_date: { spelled } }: Token): boolean {
  return spelled !== 'unreadable'
}
