import type { Expiry, NewToken, Token, TokenChange } from '#api/token.ts'
import type { TokenOutcome } from '#api/write/writers.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import type { Readings } from '#reference-service/readings.ts'
import { trueToken, type TrueToken, type Wanted } from './oracle.ts'
import { isSaved, tokenOutcomeFaults } from './outcome-oracle.ts'
import { RowNotListed, type Browser, type TimedTrial } from './test-service.ts'
import { outcomeLabel } from './stored-rows.ts'

/** The result of an operation: what its outcomes say, and which of it was false. */
export interface Ended {
  words: string[]
  faults: string[]
}

/** One cell of the matrix: an operation on a service. */
export type Operation = (
  timed: TimedTrial,
  browser: Browser,
  readings: Readings,
  random: () => number,
) => Promise<Ended>

/** One row under test. */
export class OnRow implements Ended {
  readonly words: string[] = []
  readonly faults: string[] = []
  readonly timed: TimedTrial
  readonly browser: Browser
  readonly name: string

  constructor(timed: TimedTrial, browser: Browser, name: string) {
    this.timed = timed
    this.browser = browser
    this.name = name
  }

  /** Writes a row that is older than two seconds; nothing where the list does not show it. */
  async acted(random: () => number, acts: () => Promise<unknown>): Promise<this> {
    this.timed.pass(2100 + Math.floor(random() * 900))
    await acts().catch((error: unknown) => error instanceof RowNotListed || this.faults.push(`threw ${String(error)}`))
    return this
  }
}

const far = 4_102_444_800_000
const later = 4_133_980_800_000

const counted = (readings: Readings, timestamp: number) => (readings.moments === 's' ? timestamp / 1000 : timestamp)

/** Writes a token that was created directly, and checks each outcome against the database. */
function onToken(expiration_date: Expiry, acts: (on: OnToken) => Promise<unknown>): Operation {
  return async (timed, browser, readings, random) => {
    const on = new OnToken(timed, browser, `t${Math.floor(random() * 1e9)}`, readings)
    const expires = expiration_date === 'none' ? undefined : counted(readings, far)
    const body = { name: on.name, active: true, write: false, expiration_date: expires }
    await timed.trial.call('POST', '/_/token', body)
    // The service rejected the expiry, or tokens are turned off: there is nothing to write.
    return on.truth === undefined ? on : on.acted(random, () => acts(on))
  }
}

/** One token under test. */
class OnToken extends OnRow {
  readonly readings: Readings

  constructor(timed: TimedTrial, browser: Browser, name: string, readings: Readings) {
    super(timed, browser, name)
    this.readings = readings
  }

  get truth(): TrueToken | undefined {
    return trueToken(this.timed.trial, this.readings, this.name)
  }

  snapshot() {
    return this.browser.snapshotOf(this.name)
  }

  async say(
    act: Promise<(TokenOutcome | undefined)[]> | Promise<TokenOutcome | undefined>,
    wanted: Wanted,
    { touchesExpiry = false, before = this.truth }: { touchesExpiry?: boolean; before?: TrueToken | undefined } = {},
  ): Promise<TokenOutcome> {
    const outcome = [await act].flat()[0]
    if (outcome === undefined) throw new Error('not started')
    this.words.push(`${outcomeLabel(outcome)}${outcome.valueChange === undefined ? '' : `/${outcome.valueChange}`}`)
    const attempt = { outcome, wanted, before, touchesExpiry, lied: this.browser.lied }
    this.faults.push(...(await tokenOutcomeFaults(this.timed.trial, this.readings, this.name, attempt)))
    return outcome
  }

  remove(snapshot: RowSnapshot<Token>) {
    return this.browser.write.tokens.write([{ operation: 'delete', snapshot }])
  }

  create(draft: NewToken) {
    return this.browser.write.tokens.write([{ operation: 'create', draft }])
  }

  /** What the row should be after this change: other fields as stored. */
  after(change: TokenChange): Wanted {
    const now = this.truth
    if (now === undefined) return undefined
    const { active = now.active, write = now.write, expiration_date: expiry } = change
    if (expiry !== undefined)
      return { active, write, expires: expiry === 'none' ? 'never' : counted(this.readings, later) }
    return { active, write, expires: now.never || now.expires === null ? 'never' : now.expires }
  }

  async save(change: TokenChange, { repair = false } = {}) {
    const snapshot = await this.snapshot()
    const { tokens } = this.browser.write
    const act = repair ? tokens.repair(snapshot, change) : tokens.write([{ operation: 'update', snapshot, change }])
    return this.say(act, this.after(change), { touchesExpiry: change.expiration_date !== undefined })
  }
}

const farExpiry = { at: far }
const never = 'none'

const created =
  (token: Omit<NewToken, 'name'>): Operation =>
  async (timed, browser, readings, random) => {
    const on = new OnToken(timed, browser, `c${Math.floor(random() * 1e9)}`, readings)
    const wanted = { ...token, expires: token.expiration_date === never ? ('never' as const) : counted(readings, far) }
    await on.say(on.create({ ...token, name: on.name }), wanted)
    // Again: a taken name is not touched.
    if (on.truth !== undefined) await on.say(on.create({ ...token, name: on.name }), wanted)
    return on
  }

const replaced = async (on: OnToken) => on.say(on.browser.write.tokens.replace(await on.snapshot(), {}), on.after({}))

/** Every operation on tokens, by its name. */
export const tokenOperations: Record<string, Operation> = {
  'create dated': created({ expiration_date: farExpiry, active: true, write: false }),
  'create never': created({ expiration_date: never, active: false, write: true }),
  'save active': onToken(farExpiry, (on) => on.save({ active: false })),
  'save write': onToken(farExpiry, (on) => on.save({ write: true })),
  'save expiry': onToken(farExpiry, (on) => on.save({ expiration_date: { at: later } })),
  'save never': onToken(farExpiry, (on) => on.save({ expiration_date: 'none' })),
  'save a never': onToken(never, (on) => on.save({ write: true })),
  'save with repair': onToken(farExpiry, async (on) => {
    await on.save({ active: false }, { repair: true })
    await on.save({ active: true }, { repair: true })
  }),
  'save a never with repair': onToken(never, (on) => on.save({ write: true }, { repair: true })),
  'save expiry and never with repair': onToken(farExpiry, async (on) => {
    await on.save({ expiration_date: { at: later } }, { repair: true })
    await on.save({ expiration_date: 'none', write: true }, { repair: true })
  }),
  repair: onToken(farExpiry, async (on) => {
    await on.save({ write: true })
    on.timed.pass(3000)
    await on.say(on.browser.write.tokens.repair(await on.snapshot(), {}), on.after({}))
  }),
  'repair a never': onToken(never, async (on) => {
    await on.save({ write: true })
    on.timed.pass(3000)
    const before = on.truth
    const wanted = on.after({})
    const outcome = await on.browser.write.tokens.repair(await on.snapshot(), {})
    // A repair restores a "never" that an update ended.
    const mended = wanted && on.truth?.never === true ? { ...wanted, expires: 'never' as const } : wanted
    await on.say(Promise.resolve(outcome), mended, { touchesExpiry: true, before })
  }),
  replace: onToken(farExpiry, replaced),
  'replace a never': onToken(never, replaced),
  delete: onToken(farExpiry, async (on) => on.say(on.remove(await on.snapshot()), undefined)),
  'two quick saves': onToken(farExpiry, async (on) => {
    const snapshot = await on.snapshot()
    const { tokens } = on.browser.write
    const before = on.truth
    const wanted = on.after({ active: false, write: true })
    const first = tokens.write([{ operation: 'update', snapshot, change: { active: false } }])
    const [second] = await tokens.write([{ operation: 'update', snapshot, change: { write: true } }])
    const [firstOutcome] = await first
    on.words.push(outcomeLabel(firstOutcome))
    if (second === undefined || !isSaved(firstOutcome) || !isSaved(second))
      return void on.words.push(outcomeLabel(second))
    // The first one changed the value before the second began: its outcome is checked elsewhere.
    await on.say(Promise.resolve<TokenOutcome>({ ...second, valueChange: 'unknown' }), wanted, { before })
  }),
  'a stranger’s edit in between': onToken(farExpiry, async (on) => {
    const snapshot = await on.snapshot()
    on.timed.pass(1500)
    const stranger = on.timed.browser()
    await stranger.write.tokens.write([
      { operation: 'update', snapshot: await stranger.snapshotOf(on.name), change: { write: true } },
    ])
    on.timed.pass(2100)
    const change = { active: false }
    const { tokens } = on.browser.write
    const outcome = await on.say(tokens.write([{ operation: 'update', snapshot, change }]), on.after(change))
    if (isSaved(outcome)) on.faults.push('a stranger’s edit was not asked about')
    const { blockedBy, readBack, readStartedAt } = outcome
    if (blockedBy !== 'conflict' || readBack.status !== 'differs' || readBack.row === undefined) return
    const shownSnapshot = { row: readBack.row, readStartedAt: readStartedAt }
    await on.say(tokens.write([{ operation: 'update', snapshot: shownSnapshot, change }]), on.after(change))
  }),
}

/** Two saves, a creation and a deletion in one batch. */
export const batchOperation: Operation = async (timed, browser, readings, random) => {
  const run = Math.floor(random() * 1e9)
  const tested = ['saved', 'other', 'gone', 'new'].map((name) => new OnToken(timed, browser, `${name}${run}`, readings))
  const [saved, other, gone, fresh] = tested
  if (saved === undefined || other === undefined || gone === undefined || fresh === undefined) throw new Error('four')
  const expiration_date = counted(readings, far)
  for (const { name } of [saved, other, gone])
    await timed.trial.call('POST', '/_/token', { name, active: true, write: false, expiration_date })
  timed.pass(2100)
  const before = tested.map(({ truth }) => truth)
  const off = { active: false }
  const wanted = [
    saved.after(off),
    other.after({ write: true }),
    undefined,
    { ...off, write: false, expires: counted(readings, far) },
  ]
  const all = () => ({ words: tested.flatMap(({ words }) => words), faults: tested.flatMap(({ faults }) => faults) })
  if (before.slice(0, 3).includes(undefined)) return all()
  const readSnapshots = () => Promise.all([saved, other, gone].map((on) => on.snapshot()))
  const snapshots = await readSnapshots().catch((error: unknown) => {
    if (error instanceof RowNotListed) return []
    throw error
  })
  const [first, second, third] = snapshots
  if (first === undefined || second === undefined || third === undefined) return all()
  const outcomes = await browser.write.tokens.write([
    { operation: 'update', snapshot: first, change: off },
    { operation: 'update', snapshot: second, change: { write: true } },
    { operation: 'delete', snapshot: third },
    { operation: 'create', draft: { name: fresh.name, ...off, write: false, expiration_date: farExpiry } },
  ])
  for (const [index, on] of tested.entries())
    await on.say(Promise.resolve([outcomes[index]]), wanted[index], { before: before[index] })
  return all()
}
