import type { ServiceClock } from './clock.ts'
import type { Resource } from './service.ts'
import { createSaving, type Inside, type Saving, type SavingWorld, type Seen } from './saving.ts'
import { repairValue, type Repairing } from './token-repair.ts'
import { isNotGiven, type Token, type TokenDraft } from './token.ts'
import { keptExpiry, sentExpiry, tokenWriting, type Expiry, type TokenChange } from './token-writing.ts'
import type { Left, Verdict } from './verdict.ts'
import { unitOf, type Unit } from './wire.ts'

/** What a new token is to be. */
export type NewToken = { name: string } & Required<TokenChange>

/** The unit of the service's moments, and whether it was learned from its rows or is only the documented one. */
export interface KnownUnit {
  unit: Unit
  learned: boolean
}

/** The verified writes of tokens. */
export interface TokenSaving extends Omit<Saving<Token, TokenDraft, TokenChange>, 'create' | 'save' | 'inTurn'> {
  /** `repair`: where the new value contradicts its row, the same action goes on until it agrees. */
  save: (
    seen: Seen<Token>,
    change: TokenChange,
    options?: { overwrite?: boolean; repair?: boolean },
  ) => Promise<Verdict<Token>>
  create: (token: NewToken) => Promise<Verdict<Token>>
  /** Sends the record again as it stands until its value agrees with it; at most five tries. */
  repair: (seen: Seen<Token>) => Promise<Verdict<Token>>
  /** Deletes the token and creates it again: another value, everywhere. `expires` where the stored date cannot stay. */
  replace: (seen: Seen<Token>, expires?: Expiry) => Promise<Verdict<Token>>
  /** Creates again what `replace` deleted and could not create. */
  createAgain: (left: Left) => Promise<Verdict<Token>>
}

type InsideTokens = Inside<Token, TokenDraft, TokenChange>

/** `unitNow` is asked at each write: it may be learned, or set by the admin, in between. */
export function createTokenSaving(
  tokens: Resource<Token, TokenDraft, TokenDraft>,
  world: SavingWorld & { clock?: ServiceClock; wait?: typeof waitFor },
  unitNow: () => KnownUnit,
): TokenSaving {
  const { now, signal, clock, wait = waitFor } = world
  const unit = () => unitNow().unit
  const saving = createSaving(tokens, tokenWriting(unit, now), world)
  const draftOf = ({ name, expires, active, write }: NewToken, unit: Unit): TokenDraft => ({
    name,
    active,
    write,
    ...sentExpiry(expires, unit, now),
  })
  const repairing = (): Repairing => ({
    send: (record) => tokens.update(record, { signal }),
    unit: unit(),
    now,
    wait: (ms) => wait(ms, signal),
    clock,
  })

  const save = async (
    inside: InsideTokens,
    seen: Seen<Token>,
    change: TokenChange,
    { repair = false, ...options }: { overwrite?: boolean; repair?: boolean } = {},
  ): Promise<Verdict<Token>> => {
    const verdict = await inside.save(seen, change, options)
    const done = verdict.is === 'as-asked' || verdict.is === 'differently'
    if (!repair || !done || verdict.fate !== 'new-refused') return verdict
    const { before = seen.row, row } = verdict
    const never = change.expires === 'not-given' || (change.expires === undefined && isNotGiven(before, unit()))
    return repairValue(inside, { ...row, ...wishes(change) }, { ...repairing(), never, before })
  }

  /** A row shows the unit that its service counts in; where another was assumed, it was created with another moment. */
  const create = async (inside: InsideTokens, token: NewToken): Promise<Verdict<Token>> => {
    const { unit, learned } = unitNow()
    const verdict = await inside.create(token.name, () => draftOf(token, unit))
    const row = verdict.is === 'as-asked' || verdict.is === 'differently' ? verdict.row : undefined
    if (learned || row === undefined || token.expires === 'not-given') return verdict
    const shown = row.updated_at.spelled === 'integer' ? unitOf(row.updated_at.integer) : undefined
    if (shown === undefined || shown === unit) return verdict
    const removed = await inside.remove(token.name)
    if (removed.is !== 'deleted') return { is: 'differently', row, fields: ['expiration_date'], at: now() }
    const again = await inside.create(token.name, () => draftOf(token, shown))
    return again.is === 'as-asked' ? { ...again, also: { did: 'created-again', unit: shown } } : again
  }

  const createAgain = async (inside: InsideTokens, left: Left, before?: Token): Promise<Verdict<Token>> => {
    const { name, ...rest } = left
    const made = await inside.create(name, () => ({ name, ...rest }))
    if (made.is !== 'as-asked' && made.is !== 'differently') return { is: 'half-replaced', left, because: made }
    return { ...made, fate: 'new', also: { did: 'replaced' }, ...(before !== undefined && { before }) }
  }

  const replace = async (inside: InsideTokens, seen: Seen<Token>, expires?: Expiry): Promise<Verdict<Token>> => {
    const { row } = seen
    const { name, active, write } = row
    if (
      active === undefined ||
      write === undefined ||
      (expires === undefined && row.expiration_date.spelled === 'unreadable')
    ) {
      return {
        is: 'unanswered',
        row,
        fields: ['active', 'write', 'expiration_date'].filter((field) => !readable(row, field)),
      }
    }
    const expiry = expires === undefined ? keptExpiry(row, unit()) : sentExpiry(expires, unit(), now)
    const removed = await inside.remove(name)
    return removed.is === 'deleted' ? createAgain(inside, { name, active, write, ...expiry }, row) : removed
  }

  return {
    save: (seen, change, options) => saving.inTurn(seen.row.name, (inside) => save(inside, seen, change, options)),
    create: (token) => saving.inTurn(token.name, (inside) => create(inside, token)),
    remove: saving.remove,
    repair: (seen) =>
      saving.inTurn(seen.row.name, (inside) => repairValue(inside, seen.row, { ...repairing(), before: seen.row })),
    replace: (seen, expires) => saving.inTurn(seen.row.name, (inside) => replace(inside, seen, expires)),
    createAgain: (left) => saving.inTurn(left.name, (inside) => createAgain(inside, left)),
  }
}

/** The flags a change asks for. */
function wishes({ active, write }: TokenChange): Pick<TokenChange, 'active' | 'write'> {
  return { ...(active !== undefined && { active }), ...(write !== undefined && { write }) }
}

function readable(row: Token, field: string): boolean {
  if (field === 'active') return row.active !== undefined
  return field === 'write' ? row.write !== undefined : row.expiration_date.spelled !== 'unreadable'
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('ended', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
