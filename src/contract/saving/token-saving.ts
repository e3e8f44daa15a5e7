import type { ServiceClock } from '#contract/clock.ts'
import { agrees, valueOutcomeOf, wasNever } from '#contract/write/value.ts'
import type { Resource } from '#contract/service.ts'
import type { RunWatch, SavingWorld, Seen } from './acts.ts'
import { createSaving } from './save.ts'
import { repairValue, type RepairContext } from './repair.ts'
import { createAgain, replaceValue, type PendingRecreations, type TokenTurn } from './replace.ts'
import { writingOf, type Writing } from './compare.ts'
import {
  isNotGiven,
  keptExpiry,
  sentExpiry,
  tokenFields,
  type NewToken,
  type Token,
  type TokenChange,
  type TokenDraft,
} from '#contract/token.ts'
import type { Verdict } from './verdict.ts'
import { waitFor } from './turns.ts'
import { unitIn, type Unit } from '#contract/wire.ts'

/** The unit of the service's moments. `learned`: from its rows, rather than assumed as documented. */
export interface KnownUnit {
  unit: Unit
  learned: boolean
}

/** The verified writes of tokens. */
export type TokenSaving = Omit<ReturnType<typeof createTokenSaving>, 'inRun'>

/** How tokens take part in the verified write; `unit` and `now` are read for each write. */
export function tokenWriting(
  unit: () => Unit,
  now: () => number = Date.now,
): Writing<Token, TokenDraft, TokenChange, TokenDraft> {
  return writingOf(
    {
      fields: tokenFields,
      key: 'name',
      nameOf: (token) => token.name,
      nameIn: ({ name }) => name,
      renamed: (name) => name,
      visible: (change) => change,
      visibleDraft: (draft) => draft,
      unseen: () => [],
      valueOutcome: valueOutcomeOf,
      isMended: (row) => agrees(row, unit()),
    },
    () => ({ unit: unit(), now }),
  )
}

/** Keeps nothing, for callers that outlive the act. */
const noPendingRecreations: PendingRecreations = { during: (_name, act) => act(() => undefined) }

/** `unitNow` is read for each write: the unit may be learned, or set by the admin, in between. */
export function createTokenSaving(
  tokens: Resource<Token, TokenDraft, TokenDraft>,
  world: SavingWorld & { clock?: ServiceClock; pending?: PendingRecreations },
  unitNow: () => KnownUnit,
) {
  const { now, signal, clock, wait = waitFor, pending = noPendingRecreations } = world
  const unit = () => unitNow().unit
  const { inRun, ...alone } = createSaving(tokens, tokenWriting(unit, now), world)
  const repairContext = ({ update }: typeof alone.sends): RepairContext => ({
    send: (record) => update(record, { signal }),
    unit: unit(),
    now,
    wait: (ms) => wait(ms, signal),
    clock,
  })

  /** Whether a token has no expiry, or had none before an update changed it. */
  const isOpen = (row: Token) => isNotGiven(row, unit()) || wasNever(row)

  const save = async (
    turn: TokenTurn,
    sends: typeof alone.sends,
    seen: Seen<Token>,
    change: TokenChange,
    { repair = false, ...options }: { overwrite?: boolean; repair?: boolean } = {},
  ): Promise<Verdict<Token>> => {
    const verdict = await turn.save(seen, change, options)
    if (!repair || (verdict.is !== 'as-asked' && verdict.is !== 'differently')) return verdict
    const { before = seen.row, row, valueOutcome } = verdict
    // Without a fingerprint, a new value cannot be told from the former one. That it contradicts its row is reason
    // enough.
    const spoiled = valueOutcome !== 'kept' && agrees(row, unit()) === false
    const composed = turn.writing.compose(before, change)
    if (!spoiled || 'unanswered' in composed) return verdict
    const { expiration_date: expiry } = change
    const never = expiry === 'not-given' || (expiry === undefined && isOpen(before))
    // A lifetime counted from the moment of sending: if it was stored, it stays as it is.
    const arrived = !(verdict.is === 'differently' && verdict.fields.includes('expiration_date'))
    const isStretch = typeof expiry === 'object' && 'after' in expiry
    const record = { ...composed.send, ...(isStretch && arrived && keptExpiry(row, unit())) }
    return repairValue(turn, { record, never, before, standing: verdict }, repairContext(sends))
  }

  /** The record that a repair sends, or the verdict if it ends before that. */
  const beforeRepair = async (turn: TokenTurn, seen: Seen<Token>) => {
    const current = await turn.current(seen)
    const row = 'row' in current ? current.row : current.ends.is === 'conflict' ? current.ends.row : undefined
    if (row !== undefined && agrees(row, unit()) === true) return { ends: { is: 'already', row } as const }
    if ('ends' in current) return current
    const composed = turn.writing.compose(current.row, {})
    if ('unanswered' in composed)
      return { ends: { is: 'unanswered', row: current.row, fields: composed.unanswered } as const }
    return { row: current.row, record: composed.send }
  }

  const repair = async (turn: TokenTurn, sends: typeof alone.sends, seen: Seen<Token>): Promise<Verdict<Token>> => {
    const checked = await beforeRepair(turn, seen)
    if ('ends' in checked) return checked.ends
    const { row, record } = checked
    return repairValue(turn, { record, never: isOpen(row), before: row }, repairContext(sends))
  }

  /** The new row shows the unit of its service. If another one was assumed, its expiry is not the one that was meant. */
  const create = async (turn: TokenTurn, token: NewToken): Promise<Verdict<Token>> => {
    const { unit, learned } = unitNow()
    const { expiration_date: expiry, ...rest } = token
    const draft = () => ({ ...rest, ...sentExpiry(expiry, { unit, now }) })
    const verdict = await turn.create(token.name, draft, token)
    const row = verdict.is === 'as-asked' || verdict.is === 'differently' ? verdict.row : undefined
    if (learned || row === undefined || expiry === 'not-given' || 'integer' in expiry) return verdict
    const shown = unitIn(row.updated_at)
    if (shown === undefined || shown === unit) return verdict
    const others = verdict.is === 'differently' ? verdict.fields.filter((field) => field !== 'expiration_date') : []
    const fields = [...others, 'expiration_date']
    return { is: 'differently', row, fields, at: now(), also: { did: 'took-other-unit', unit: shown } }
  }

  const replace = (turn: TokenTurn, seen: Seen<Token>, change: TokenChange = {}) =>
    replaceValue(turn, seen, { change, unit: unit(), now, pending, ahead: clock?.surely()?.ms ?? 0 })

  const actsOf = ({ inTurn, sends, ...acts }: typeof alone) => ({
    ...acts,
    /** `repair`: if the new value contradicts its row, the same act continues until they agree. */
    save: (seen: Seen<Token>, change: TokenChange, options?: { overwrite?: boolean; repair?: boolean }) =>
      inTurn([seen.row.name], (turn) => save(turn, sends, seen, change, options)),
    create: (token: NewToken) => inTurn([token.name], (turn) => create(turn, token)),
    /** Sends the record again unchanged until its value agrees with it; at most five tries. */
    repair: (seen: Seen<Token>) => inTurn([seen.row.name], (turn) => repair(turn, sends, seen)),
    /** Deletes the token and creates it again, with a new value. `change`: what the new token has differently. */
    replace: (seen: Seen<Token>, change?: TokenChange) =>
      inTurn([seen.row.name], (turn) => replace(turn, seen, change)),
    /** Creates what `replace` deleted and failed to create again. */
    createAgain: (missing: TokenDraft) =>
      inTurn([missing.name], (turn) =>
        pending.during(missing.name, (store) => {
          store(missing, undefined)
          return createAgain(turn, missing, now)
        }),
      ),
  })

  return { ...actsOf(alone), inRun: (run: RunWatch) => actsOf(inRun(run)) }
}
