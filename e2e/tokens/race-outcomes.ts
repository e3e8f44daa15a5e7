import type { HeldToken } from '#e2e/rig/direct-service.ts'
import type { Call } from '#e2e/rig/fault-proxy.ts'
import type { Move } from './racing-browsers.ts'

/** What a page said about its save: saved; saved with differences; a conflict, nothing sent; or no change needed. */
export type Said = 'saved' | 'differently' | 'conflict' | 'already'

/** What one browser did in one run. */
export interface Side {
  wanted: Partial<HeldToken>
  said: Said
  /** Its updates of the row, and the last read before each of them. */
  puts: (Call & { answered: number })[]
  read: Call | undefined
}

/** A change that the service accepted but no longer stores at the end. */
export interface Overwrite {
  /** Whether the browser that overwrote it had read before, so it could not know. */
  inside: boolean
  /** Whether the page had already said *saved*. */
  silent: boolean
}

const notes: readonly (readonly [Said, RegExp])[] = [
  ['saved', /^Saved(\s*Undo)?$/],
  ['differently', /^(Saved with differences|Not saved: the service answered OK)/],
  ['conflict', /^Somebody /],
  ['already', /^(Already o(n|ff)|No change needed)/],
]

/** @throws {Error} when a note has no outcome that a race can have. */
function saidIn(note: string): Said {
  const found = notes.find(([, says]) => says.test(note))
  if (found === undefined) throw new Error(`A race ended with “${note}”`)
  return found[0]
}

/** What one browser's page said, and its requests since `from`. */
export function sideOf(
  { wanted }: Move,
  note: string,
  { calls, bearer, name, from }: { calls: readonly Call[]; bearer: string; name: string; from: number },
): Side {
  const own = calls.filter(({ headers }) => headers.authorization === `Bearer ${bearer}`)
  const puts = own.flatMap((call) => {
    if (call.method !== 'PUT' || call.at < from || recordIn(call).name !== name) return []
    if (call.answered === undefined) throw new Error(`an update of ${name} was never answered`)
    return [{ ...call, answered: call.answered }]
  })
  const last = puts.at(-1)
  const reads = own.filter(({ method, path, at }) => method === 'GET' && path === '/_/token' && at < (last?.at ?? 0))
  const dated = last === undefined ? { expiration_date: -1 } : { expiration_date: recordIn(last).expiration_date }
  return { wanted: wanted === 'sheet' ? dated : wanted, said: saidIn(note), puts, read: reads.at(-1) }
}

/**
 * The overwritten changes in a run that ended with `held`, for each browser.
 * @throws {Error} when a page said something false, or the row has a value that neither browser sent last.
 */
export function judge(sides: readonly [Side, Side], start: HeldToken, held: HeldToken): (Overwrite | undefined)[] {
  const puts = sides.flatMap((side) => side.puts)
  // Of two updates in progress at the same time, either may be the last.
  const last = puts.filter((put) => !puts.some((later) => later.at > put.answered))
  const ends = last.length === 0 ? [start] : last.map(recordIn)
  if (!ends.some((end) => holds(held, end))) throw new Error(`the row holds what nobody sent last: ${say(held)}`)
  return sides.map((side, at) => {
    const other = sides[1 - at]
    const sent = side.said === 'saved' || side.said === 'differently'
    if (side.puts.length !== (sent ? 1 : 0)) throw new Error(`“${side.said}” after ${side.puts.length} updates`)
    if (holds(held, side.wanted)) return undefined
    if (side.said === 'already') throw new Error(`“already so”, and then it was not: ${say(held)}`)
    const [put] = side.puts
    if (put === undefined) return undefined
    const [over] = other?.puts ?? []
    if (over === undefined) throw new Error(`“${side.said}”, and nobody wrote over it: ${say(held)}`)
    const inside = put.answered >= (other?.read?.at ?? Infinity) && put.at <= over.answered
    return { inside, silent: side.said === 'saved' }
  })
}

/** Whether a page said *Saved* of something that the row does not hold. */
export function isContradicted({ said, wanted }: Side, held: HeldToken): boolean {
  return said === 'saved' && !holds(held, wanted)
}

/** The time between the beginning of the read and the update, in milliseconds, for each update that was sent. */
export function windowsOf({ puts, read }: Side): number[] {
  return puts.map(({ at }) => at - (read?.at ?? -Infinity))
}

/** `median 12 ms, 95 % 30 ms, longest 41 ms of 200`. */
export function spread(windows: readonly number[]): string {
  const sorted = windows.toSorted((a, b) => a - b)
  const at = (part: number) => `${Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN)} ms`
  return sorted.length === 0 ? 'none' : `median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)} of ${sorted.length}`
}

const recordIn = ({ body }: Call) => JSON.parse(body) as HeldToken
const say = (token: HeldToken) => JSON.stringify(token)

/** Without `updated_at`, which the service sets. */
function holds(held: HeldToken, wanted: Partial<HeldToken>): boolean {
  const { active = held.active, write = held.write, expiration_date = held.expiration_date } = wanted
  return held.active === active && held.write === write && held.expiration_date === expiration_date
}
