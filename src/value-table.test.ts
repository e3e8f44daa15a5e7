import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { valueKnown, valueRules, valueShown, valueWord } from '#contract/learned-value.ts'
import { states, tokenActs, ValueCells, type Page, type Played } from '#contract/testing/value-cells.ts'
import { someServices, hurry, timedTrial } from '#contract/testing/trial.ts'
import { momentAt } from '#contract/wire.ts'
import { canRepair, needsRepair, wayToNever, worthOf, type ValueContext } from '#contract/saving/value-worth.ts'
import { isDeep, seeded } from '#contract/testing/deep.ts'
import { PRESETS, type PresetName, type Readings } from '#reference/readings.ts'
import { announcementOf } from '#web/writes/verdict-words.ts'
import { wholeSecondsAhead } from '#web/tokens/view-context.ts'
import { tokenNoteContent } from '#web/tokens/under-row.tsx'
import { isQuietToken } from '#web/tokens/value/new-value.ts'
import { spoken } from '#web/ui/toasts.ts'
import { copiedWords, valueAnnouncementOf } from '#web/tokens/value/value-words.ts'
import { undoOf } from '#web/tokens/undo.ts'
import { words } from '#web/tokens/words.ts'

/**
 * Compares what the page says about a token's value, after every act on a row in every state and on services of every
 * kind, with whether the service then accepts that value. `MATRIX_SEED` selects other services.
 */
const seed = Number(process.env.MATRIX_SEED ?? 4)
const random = seeded(seed)

/** What a page knows of a service: nothing, what its own saves showed, or what a check found. */
const levels = ['nothing', 'saves', 'check'] as const
type Level = (typeof levels)[number]
type Known = Record<string, { seen?: string | undefined } | null | undefined>

/** A claim, and whether it is true. */
interface Truth extends Played {
  readings: Readings
  known: Known
}
type Claim = (truth: Truth) => boolean | Promise<boolean>

const nothing: Claim = () => true
const isAccepted: Claim = ({ after }) => after?.accepted === true
const isRefused: Claim = ({ after }) => after?.accepted !== true
const isUnchanged: Claim = ({ before, after }) => before?.value === after?.value
const isReplaced: Claim = ({ before, after }) => after !== undefined && before?.value !== after.value
/** An expiry is compared only if the page can know its unit: dates as text never show it. */
const isRestored: Claim = ({ before, after, unit, readings }) =>
  (['active', 'write', 'never'] as const).every((field) => before?.[field] === after?.[field]) &&
  (before?.never === true || before?.expires === after?.expires || unit.startsWith('m') !== (readings.moments === 'ms'))
const isInactive: Claim = ({ row }) => row?.active === false
const isGone: Claim = ({ after, formerAccepted }) => after === undefined && !formerAccepted
const activated = async ({ activated: activate }: Truth) => activate()
const activatedSame: Claim = async (truth) => (await activated(truth)).same
const activatedOther: Claim = async (truth) => !(await activated(truth)).same
const activatedAccepted: Claim = async (truth) => (await activated(truth)).accepted
const noExpiryIsNever: Claim = ({ readings }) => readings['no-expiry-means'] === 'never'
const dateIsEnforced: Claim = ({ readings }) => readings['expiry-compared-in'] === readings.moments
/** An expiry that has passed. Only a check shows whether the service counts it differently or not at all. */
const isExpired: Claim = (truth) => {
  const at = truth.row && momentAt(truth.row.expiration_date, truth.unit)
  const hasPassed = at !== undefined && at <= truth.there
  return isRefused(truth) || (hasPassed && truth.known['expiry-enforced-in'] === undefined)
}

const all =
  (...claims: Claim[]): Claim =>
  async (truth) => {
    for (const claim of claims) if (!(await claim(truth))) return false
    return true
  }
const onlyIf =
  (condition: Claim, claim: Claim): Claim =>
  async (truth) =>
    !(await condition(truth)) || claim(truth)

/** Every possible sentence, and what it claims; “X” is the name, # a number or a moment. */
const sentences: [says: string, claims: Claim][] = [
  ['New value.', isReplaced],
  ['It should work.', isAccepted],
  ['It should work if no expiry means never here.', onlyIf(noExpiryIsNever, isAccepted)],
  ['It should work if the service enforces the date shown.', onlyIf(dateIsEnforced, isAccepted)],
  ['It should work once you activate the token.', all(isInactive, activatedSame, activatedAccepted)],
  [
    'It should work once you activate the token if no expiry means never here.',
    all(isInactive, activatedSame, onlyIf(noExpiryIsNever, activatedAccepted)),
  ],
  [
    'It should work once you activate the token if the service enforces the date shown.',
    all(isInactive, activatedSame, onlyIf(dateIsEnforced, activatedAccepted)),
  ],
  ['Give it to the programs that use “X”.', nothing],
  ['New value, but the token is inactive.', all(isReplaced, isInactive, isRefused)],
  ['Activating it replaces the value again.', activatedOther],
  ['Activating it may replace the value again.', nothing],
  ['New value, but the token has expired.', all(isReplaced, isExpired)],
  ['The new value needs repair.', isReplaced],
  ['Saved, but the new value needs repair.', isReplaced],
  ['The value needs repair.', nothing],
  ['The service will probably reject it.', isRefused],
  ['The service may reject it.', nothing],
  ['Not repaired after # tries: the new value still needs repair.', all(isReplaced, isRefused)],
  ['Repair it again, or replace the value.', nothing],
  ['The service may have issued a new value for “X”.', nothing],
  ['If so, programs that use the old one stop working until they get it.', nothing],
  ['The value is unchanged.', isUnchanged],
  ['Value replaced.', isReplaced],
  ['Repaired.', isReplaced],
  ['Restored.', isRestored],
  ['“X” has a new value.', isReplaced],
  ['The old one can’t be restored.', all(isReplaced, ({ formerAccepted }) => !formerAccepted)],
  ['The service issued the same value again.', isUnchanged],
  ['Saved.', nothing],
  ['Created.', nothing],
  ['Saved and read back at #.', nothing],
  ['Saved with differences.', nothing],
  ['Saved with differences: the service answered OK, but #.', nothing],
  ['The service also changed the expiry: # → #.', nothing],
  ['This service counts seconds, which its rows show only now.', nothing],
  ['No change needed.', isUnchanged],
  ['Nothing was sent.', isUnchanged],
  ['Not saved: #', isUnchanged],
  // As a mark under the row, after copying, and to a screen reader.
  ['[mark] Needs repair: the service will probably reject this value.', isRefused],
  ['[mark] Needs repair: the service may reject this value.', nothing],
  ['Copied “X”.', nothing],
  ['The token is inactive: activate it before you use the value.', all(isInactive, activatedSame)],
  ['Copied “X”, but the token is inactive.', all(isInactive, isRefused)],
  ['Activating it replaces the value.', activatedOther],
  ['Activating it may replace the value.', nothing],
  ['Copied “X”, but the token has expired.', isExpired],
  ['Copied “X”, but the service will probably reject it.', isRefused],
  ['Repair it first.', isRefused],
  ['Copied “X”, but the service may reject it.', nothing],
  ['Test it before you hand it out.', nothing],
  ['[row] Saved', nothing],
  ['[row] Restored', isRestored],
  ['[heard] value unchanged', isUnchanged],
  ['[heard] new value', isReplaced],
  ['[heard] should work', isAccepted],
  ['[heard] should work if no expiry means never here', onlyIf(noExpiryIsNever, isAccepted)],
  ['[heard] should work if the service enforces the date shown', onlyIf(dateIsEnforced, isAccepted)],
  ['[heard] token inactive', all(isInactive, isRefused)],
  ['[heard] token expired', isExpired],
  ['[heard] needs repair', isRefused],
  ['[heard] deleted', isGone],
]
const claims = new Map(sentences)

/** One of these appears if the list shows that the value was replaced. */
const tellsOfReplacing = /New value|new value|Value replaced|Repaired|needs repair|^Created,/

/** What the page does on its own with this knowledge of the service. */
const pageKnowing = (known: Known): Page => ({
  async undo(first, seen, unit, { tokens }) {
    const undo = undoOf(first, { now: first.at, unit, ...valueRules(known) })
    if (undo === undefined) return undefined
    const verdict = await tokens.save(seen, undo.change, { overwrite: true, repair: canRepair({ unit }) })
    return { act: 'save', change: undo.change, undoes: true, verdict, at: first.at }
  },
  offersRepair: (token, unit) => canRepair({ unit }) && needsRepair(token, { unit, ...valueRules(known) }),
  repairs: (unit) => canRepair({ unit }) && valueRules(known).valueOnPut === 'new-refused',
  wayToNever: (unit) => wayToNever({ now: 0, unit, ...valueRules(known) }),
})

/** What the page says, by its own functions; `known` learns from the act. */
function saidBy(cell: Played, known: Known): { note: string; others: string[] } {
  const { written, row, now, unit } = cell
  const { verdict, act } = written
  const context = (): ValueContext => ({ now, unit, ahead: wholeSecondsAhead(cell.clock), ...valueRules(known) })
  const heard = announcementOf('token', 'X', verdict, { act, value: valueAnnouncementOf(verdict, context()) })
  const shown = valueShown(verdict, unit)
  if (act === 'save' && shown !== undefined) {
    known['value-on-put'] = { seen: valueKnown(valueWord(known['value-on-put']?.seen), shown.seen) }
  }
  // A token that was not created, or is gone, has no row for a note.
  const isTold = act !== 'create' || verdict.is === 'as-asked' || verdict.is === 'differently'
  const isSilent = isQuietToken(written, context())
  const told = row !== undefined && isTold && !isSilent ? tokenNoteContent(written, row, context()).text : undefined
  const note = renderToStaticMarkup(createElement(Fragment, null, told)).replace(/<[^>]*>/g, '')
  const others = heardParts(heard)
  if (isSilent && act === 'save') others.push(written.undoes === true ? '[row] Restored' : '[row] Saved')
  if (row === undefined) return { note, others }
  const worth = worthOf(row, context())
  others.push(...split(spoken(copiedWords(worth, row.name)[0])))
  if (worth.is === 'needs-repair') others.push(`[mark] ${words.spoiled(worth.isRejected)}`)
  return { note: note.replaceAll(row.name, 'X'), others: others.map((one) => one.replaceAll(row.name, 'X')) }
}

/** *X: saved, active on, write off, new value, should work.* */
function heardParts(heard: string): string[] {
  const [rest = ''] = heard.slice(heard.indexOf(': ') + 2, -1).split('. ')
  if (rest === 'deleted') return ['[heard] deleted']
  const value = /(value unchanged|new value)(?:, (.*))?$/.exec(rest)
  return (value ?? []).slice(1).flatMap((part) => (part === undefined ? [] : [`[heard] ${part}`]))
}

/** The sentences of a note, with # for variable parts. */
function split(text: string): string[] {
  if (text === '') return []
  if (text.startsWith('Not saved')) return ['Not saved: #']
  const moment = /(?:today|\d+ \w+ \d+,) \d\d:\d\d(?: \(expired\))?/g
  return text.split(/(?<=[.?]) (?=[A-Z“])/).map((one) =>
    one
      .replace(moment, '#')
      .replace(/\d\d:\d\d|(?<=after )\d+/, '#')
      .replace(/(?<=expiry: ).* → .*\./, '# → #.')
      .replace(/(?<=answered OK, but ).*\./, '#.'),
  )
}

const counts = new Map<string, number>()
const totals = { cells: 0, 'cells that cannot be': 0 }

/** The false claims of one cell. */
async function faultsIn(truth: Truth): Promise<string[]> {
  const { note, others } = saidBy(truth, truth.known)
  const parts = split(note)
  const faults: string[] = []
  // The activation comes last: it writes.
  const ordered = [...parts, ...others].toSorted((a, b) => Number(/ctivat/.test(a)) - Number(/ctivat/.test(b)))
  for (const says of ordered) {
    counts.set(says, (counts.get(says) ?? 0) + 1)
    const claim = claims.get(says)
    if (claim === undefined) faults.push(`unknown: ${says}`)
    else if (!(await claim(truth))) faults.push(`not so: ${says}`)
  }
  const { before, after, listed, row } = truth
  const isShown = listed && row !== undefined && before !== undefined && after?.value !== before.value
  if (isShown && !parts.some((part) => tellsOfReplacing.test(part)) && !/may have issued/.test(note)) {
    faults.push(`silent, and the value was replaced: ${note}`)
  }
  return faults
}

/** Every cell of one service. */
async function play(label: string, readings: Readings, levelOf: (cell: number) => Level): Promise<string[]> {
  const ahead = Math.floor((random() - 0.5) * 10_000)
  const timed = await timedTrial(readings, { latency: 2 + Math.floor(random() * 80), ahead })
  const service = new ValueCells(timed, readings, ahead)
  const bySaves: Known = {}
  const faults: string[] = []
  let count = 0
  for (const state of states) {
    for (const act of tokenActs) {
      const level = levelOf((count += 1))
      const known = level === 'saves' ? bySaves : level === 'check' ? service.probed : {}
      const cell = await service.play(act, state, pageKnowing(known))
      totals[cell === undefined ? 'cells that cannot be' : 'cells'] += 1
      if (cell === undefined) continue
      const found = await faultsIn({ ...cell, readings, known })
      faults.push(...found.map((fault) => `${act}, ${state}, page knows ${level}: ${fault} (${label})`))
    }
  }
  timed.close()
  return faults
}

const presets = Object.keys(PRESETS) as PresetName[]
/** Another level of knowledge for each cell. */
const byTurns = (first: number) => (cell: number) => levels[(cell + first) % levels.length] ?? 'nothing'
const services = someServices(random, 200)

beforeAll(hurry)
afterAll(() => {
  vi.unstubAllGlobals()
  const told = [...counts].toSorted(([, a], [, b]) => b - a).map(([says, times]) => `${times} × ${says}`)
  console.log(`values: seed ${seed}, ${JSON.stringify(totals)}\n${told.join('\n')}`)
})

const patience = { timeout: 600_000 }

test.each(presets)(
  'of a value nothing is said that is not so, whatever the page knows: %s',
  patience,
  async (preset) => {
    const faults: string[] = []
    if (isDeep()) for (const level of levels) faults.push(...(await play(preset, PRESETS[preset], () => level)))
    else faults.push(...(await play(preset, PRESETS[preset], byTurns(seed))))
    expect(faults).toEqual([])
  },
)

test(`nor on ${services.length} other services, seed ${seed}`, patience, async () => {
  const faults: string[] = []
  for (const [index, [label, readings]] of services.entries()) {
    if (!isDeep() && index % 40 !== seed % 40) continue
    faults.push(...(await play(label, readings, byTurns(index))))
  }
  expect(faults).toEqual([])
})
