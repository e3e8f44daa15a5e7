import type { ServiceClock } from '#contract/clock.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import { learnedUnit } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/acts.ts'
import { isNotGiven, type Token } from '#contract/token.ts'
import type { KnownUnit } from '#contract/saving/token-saving.ts'
import type { Expiry, TokenChange } from '#contract/token.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import type { Readings } from '#reference/readings.ts'
import { createTokens } from '#reference/tokens.ts'
import { trueToken, type TrueToken } from './oracle.ts'
import { truthOf } from './truth.ts'
import type { Browser, TimedTrial } from './trial.ts'

/** The state of a row before an act. */
export const states = ['active', 'inactive', 'expired', 'never', 'needing repair', 'date in the other unit'] as const
export type State = (typeof states)[number]

/** The acts on a token; with `, repaired` the page repairs afterwards. */
export const tokenActs = [
  'save write',
  'save expires',
  'save never',
  'deactivate',
  'activate',
  'undo',
  'save write, repaired',
  'save expires, repaired',
  'save never, repaired',
  'deactivate, repaired',
  'activate, repaired',
  'undo, repaired',
  'repair',
  'replace',
  'create',
  'delete',
] as const
export type TokenAct = (typeof tokenActs)[number]

/** A write as the page remembers it. */
export interface Written {
  act: 'save' | 'create' | 'remove'
  change: TokenChange
  verdict: Verdict<Token>
  /** It is an undo of an earlier write. */
  undoes?: true
  /** The page's milliseconds since 1970. */
  at: number
}

/** A token and its value, by the service's responses. */
interface TrueValue extends TrueToken {
  accepted: boolean
}

/** The result of one cell. */
export interface Played {
  written: Written
  /** The row as the next list shows it; undefined: it shows none. */
  row: Token | undefined
  now: number
  /** The same moment by the service's clock. */
  there: number
  unit: Unit
  clock: ServiceClock
  before: TrueValue | undefined
  after: TrueValue | undefined
  /** Whether the service still accepts the former value. */
  formerAccepted: boolean
  /** Whether rows of the list carry values and so show that one was replaced. */
  listed: boolean
  /** Activates the token by one update: whether it keeps its value, and whether that is accepted. */
  activated: () => Promise<{ same: boolean; accepted: boolean }>
}

/** What the page does on its own. */
export interface Page {
  /** Undoes a write. */
  undo: (written: Written, seen: Seen<Token>, unit: Unit, browser: Browser) => Promise<Written | undefined>
  /** Whether it offers to repair the value. */
  offersRepair: (token: Token, unit: Unit) => boolean
  /** Whether it repairs after a save if the admin selected that. */
  repairs: (unit: Unit) => boolean
  /** How it removes an expiry. */
  wayToNever: (unit: Unit) => 'save' | 'repair' | 'recreate'
}

const day = 86_400_000

/** One service under some readings, with a page that knows as much as it is told. */
export class ValueCells {
  private count = 0
  private readonly timed: TimedTrial
  private readonly readings: Readings
  private readonly ahead: number

  constructor(timed: TimedTrial, readings: Readings, ahead: number) {
    this.timed = timed
    this.readings = readings
    this.ahead = ahead
  }

  /** Runs one cell; undefined: there is no such cell. */
  async play(act: TokenAct, state: State, page: Page): Promise<Played | undefined> {
    const { trial, pass } = this.timed
    const name = `t${(this.count += 1)}`
    trial.store.write('DELETE FROM token')
    if (this.readings['tokens-administration'] === 'off') return undefined
    const verb = act.replace(', repaired', '')
    if (verb === 'deactivate' && state === 'inactive') return undefined
    if (verb === 'create' && !this.canCreate(state)) return undefined
    if (verb !== 'create') await this.make(name, state, verb === 'activate' || state === 'inactive')
    let knownUnit: KnownUnit = { unit: 'milliseconds', learned: false }
    const browser = this.timed.browser(() => knownUnit)
    const list = async (): Promise<RowStore<Token>> => {
      const rows = await browser.service.tokens.list()
      const unit = learnedUnit(rows.units)
      if (unit !== undefined) knownUnit = { unit, learned: true }
      return rows
    }
    const seen = async (): Promise<Seen<Token> | undefined> => {
      const rows = await list()
      const index = rows.find(name)
      return index < 0 ? undefined : { row: rows.at(index), beganAt: rows.beganAt }
    }
    const from = await seen()
    pass(300 + ((this.count * 137) % 1000))
    const before = await this.truth(name)
    const written = await this.write(act, state, { name, from, seen, page, browser, unit: () => knownUnit.unit })
    if (written === undefined) return undefined
    pass(200)
    const after = await this.truth(name)
    const formerAccepted = before !== undefined && (await trial.usable(before.value))
    const shown = await seen()
    return {
      written,
      row: shown?.row,
      now: this.now,
      there: trial.clock.now,
      unit: knownUnit.unit,
      clock: browser.service.clock,
      before,
      after,
      formerAccepted,
      listed: this.readings['list-secret'] === 'carried',
      activated: () => this.activated(name, shown?.row, knownUnit.unit),
    }
  }

  /** What a page knows of this service after all checks. */
  get probed(): Record<string, { seen?: string }> {
    return Object.fromEntries(
      Object.entries(truthOf(this.readings)).map(([name, says]) => [name, { seen: says.split(' ')[0] ?? '' }]),
    )
  }

  private get now(): number {
    return this.timed.trial.clock.now - this.ahead
  }

  /** In the service's own unit. */
  private counted(at: number, unit = this.readings.moments): bigint {
    return BigInt(Math.floor(at / 1000)) * (unit === 's' ? 1n : 1000n)
  }

  private canCreate(state: State): boolean {
    // A first token gets an expiry in the documented unit; the form accepts no past one.
    if (state === 'date in the other unit') return this.readings.moments === 's'
    return state !== 'expired' && state !== 'needing repair'
  }

  private async make(name: string, state: State, inactive: boolean): Promise<void> {
    const { trial } = this.timed
    const tokens = createTokens(trial.store, this.readings)
    const at = trial.clock.now - 2 * day
    const other = this.readings.moments === 's' ? 'ms' : 's'
    const expires =
      state === 'never'
        ? tokens.noExpiry(at)
        : state === 'expired'
          ? this.counted(trial.clock.now - day)
          : this.counted(trial.clock.now + 90 * day, state === 'date in the other unit' ? other : this.readings.moments)
    const token = { name, expiration_date: expires, active: !inactive, write: false }
    await tokens.insert({ ...token, at })
    if (state !== 'needing repair') return
    await tokens.change({ ...token, expiration_date: expires ?? undefined }, at + 5000)
  }

  private async write(
    act: TokenAct,
    state: State,
    { name, from, seen, page, browser, unit }: Acting,
  ): Promise<Written | undefined> {
    const { tokens } = browser
    const verb = act.replace(', repaired', '')
    const written = async (
      kind: Written['act'],
      change: TokenChange,
      run: Promise<Verdict<Token>>,
    ): Promise<Written> => ({ act: kind, change, verdict: await run, at: this.now })
    if (verb === 'create') {
      const expiration_date: Expiry = state === 'never' ? 'not-given' : { at: this.now + 90 * day }
      const draft = { expiration_date, active: state !== 'inactive', write: false }
      return written('create', draft, tokens.create({ name, ...draft }))
    }
    if (from === undefined) return undefined
    const repair = act.endsWith(', repaired') && page.repairs(unit())
    const save = (change: TokenChange) => written('save', change, tokens.save(from, change, { repair }))
    switch (verb) {
      case 'save write':
        return save({ write: true })
      case 'save expires':
        return save({ expiration_date: { at: this.now + 60 * day } })
      case 'save never': {
        const change = { expiration_date: 'not-given' } as const
        const way = isNotGiven(from.row, unit()) ? 'save' : page.wayToNever(unit())
        if (way === 'recreate') return written('save', change, tokens.replace(from, change))
        return written('save', change, tokens.save(from, change, { repair: repair || way === 'repair' }))
      }
      case 'deactivate':
        return save({ active: false })
      case 'activate':
        return save({ active: true })
      case 'undo': {
        const first = await save({ active: state === 'inactive' })
        this.timed.pass(1500)
        const then = await seen()
        return then && page.undo(first, then, unit(), browser)
      }
      case 'repair':
        if (!page.offersRepair(from.row, unit())) return undefined
        return written('save', {}, tokens.repair(from))
      case 'replace': {
        const at = isNotGiven(from.row, unit()) ? undefined : momentAt(from.row.expiration_date, unit())
        const passed = at !== undefined && at <= this.now
        return written('save', {}, tokens.replace(from, passed ? { expiration_date: { after: 30 * day } } : {}))
      }
      default:
        return written('remove', {}, tokens.remove(from))
    }
  }

  private async truth(name: string): Promise<TrueValue | undefined> {
    const { trial } = this.timed
    const token = trueToken(trial, this.readings, name)
    return token && { ...token, accepted: await trial.usable(token.value) }
  }

  private async activated(name: string, row: Token | undefined, unit: Unit) {
    const { trial } = this.timed
    const [stored] = trial.store.read('SELECT value, expiration_date FROM token WHERE name = :name', { name })
    const expiration_date = row === undefined || isNotGiven(row, unit) ? undefined : Number(stored?.expiration_date)
    await trial.call('PUT', '/_/token', { name, active: true, write: row?.write, expiration_date })
    const value = trial.valueOf(name)
    return { same: value === stored?.value, accepted: await trial.usable(value) }
  }
}

interface Acting {
  name: string
  from: Seen<Token> | undefined
  seen: () => Promise<Seen<Token> | undefined>
  page: Page
  browser: Browser
  unit: () => Unit
}
