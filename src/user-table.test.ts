import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { states } from '#contract/testing/value-cells.ts'
import { someServices, hurry, timedTrial } from '#contract/testing/trial.ts'
import { UserCells, userActs, type UserPlayed } from '#contract/testing/user-cells.ts'
import { isDeep, seeded } from '#contract/testing/deep.ts'
import { PRESETS, type PresetName, type Readings } from '#reference/readings.ts'
import { announcementOf } from '#web/writes/verdict-words.ts'
import { isQuiet } from './web/writes/outcomes/quiet.ts'
import { UserNote } from '#web/users/user-note.tsx'
import { undoing } from '#web/users/user-shown.ts'

/**
 * Compares what the page says after every act on a user, in every state, with what the service then answers for that
 * account.
 */
const seed = Number(process.env.MATRIX_SEED ?? 4)
const random = seeded(seed)

type Claim = (cell: UserPlayed) => boolean

const nothing: Claim = () => true
const isUnchanged: Claim = ({ before, former }) => JSON.stringify(before) === JSON.stringify(former)
const isGone: Claim = ({ former }) => former === undefined
/** An active account signs in, an active admin administers, nobody else does. */
const isAsAsked: Claim = ({ after, wanted }) =>
  after !== undefined &&
  after.admin === wanted.admin &&
  after.active === wanted.active &&
  after.administers === (wanted.admin && wanted.active) &&
  (after.signsIn === undefined || after.signsIn === wanted.active)

/** Every possible sentence, and what it claims. */
const claims = new Map<string, Claim>([
  ['Saved as far as the console can check. A password cannot be read back.', isAsAsked],
  ['The service swapped admin and active. The console corrected it.', isAsAsked],
  ['No change needed. Nothing was sent.', isUnchanged],
  ['Not saved: #', isUnchanged],
  ['[heard] created', isAsAsked],
  ['[heard] saved', isAsAsked],
  ['[heard] deleted', isGone],
  ['[heard] no change needed', isUnchanged],
  ['[heard] not saved', isUnchanged],
  ['[heard] accepted', nothing],
])

function saidBy({ email, written, row }: UserPlayed): string[] {
  const heard = announcementOf('user', email, written.verdict, { act: written.act })
  const [first = ''] = heard
    .slice(email.length)
    .replace(/^:? /, '')
    .split(/[,.:](?= |$)/)
  const said = [`[heard] ${first}`]
  if (row === undefined || written.verdict.is === 'deleted' || isQuiet(written)) return said
  const none = () => undefined
  const element = createElement(UserNote, {
    user: row,
    note: written,
    act: async () => undefined,
    over: { seen: () => ({ row, beganAt: 0 }), edit: none },
    onReadAgain: none,
    onDismiss: none,
  })
  const [, note = ''] = /<p>(.*?)<\/p>/.exec(renderToStaticMarkup(element)) ?? []
  return [note.startsWith('Not saved') ? 'Not saved: #' : note.replace(/<[^>]*>/g, ''), ...said]
}

const counts = new Map<string, number>()
const totals = { cells: 0, 'cells that cannot be': 0 }

/** Every cell of one service. */
async function play(label: string, readings: Readings): Promise<string[]> {
  const ahead = Math.floor((random() - 0.5) * 10_000)
  const timed = await timedTrial(readings, { latency: 2 + Math.floor(random() * 80), ahead })
  const service = new UserCells(timed, readings, ahead)
  const faults: string[] = []
  for (const act of userActs) {
    for (const state of states) {
      const isOfUsers = state === 'active' || state === 'inactive'
      const cell = isOfUsers ? await service.play(act, state, undoing) : undefined
      totals[cell === undefined ? 'cells that cannot be' : 'cells'] += 1
      if (cell === undefined) continue
      for (const says of saidBy(cell)) {
        counts.set(says, (counts.get(says) ?? 0) + 1)
        const claim = claims.get(says)
        const fault = claim === undefined ? 'unknown' : claim(cell) ? undefined : 'not so'
        if (fault !== undefined) faults.push(`${act}, ${state}: ${fault}: ${says} (${label})`)
      }
    }
  }
  timed.close()
  return faults
}

const services = someServices(random, 200)

beforeAll(hurry)
afterAll(() => {
  vi.unstubAllGlobals()
  const told = [...counts].toSorted(([, a], [, b]) => b - a).map(([says, times]) => `${times} × ${says}`)
  console.log(`users: seed ${seed}, ${JSON.stringify(totals)}\n${told.join('\n')}`)
})

test.each(Object.keys(PRESETS) as PresetName[])('of a user nothing is said that is not so: %s', async (preset) => {
  expect(await play(preset, PRESETS[preset])).toEqual([])
})

test(`nor on ${services.length} other services, seed ${seed}`, { timeout: 300_000 }, async () => {
  const faults: string[] = []
  for (const [index, [label, readings]] of services.entries()) {
    if (isDeep() || index % 40 === seed % 40) faults.push(...(await play(label, readings)))
  }
  expect(faults).toEqual([])
})
