import {
  writingStatement,
  maybeRefused,
  problemIn,
  readingStatement,
  type StatementRun,
  type Outcome,
  type Statement,
} from './statement.ts'
import { tokenKind } from '#contract/write/token-kind.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Token, TokenDraft } from '#contract/token.ts'
import type { Unit } from '#contract/wire.ts'

const day = 86_400_000
const tokens = (says: string, tried: (attempt: StatementRun<Token, TokenDraft>) => Promise<Outcome>) =>
  writingStatement('tokens', (service) => service.tokens, says, tried)

/** A moment in milliseconds is in the future for a service that counts seconds, too. */
const draft =
  (now: number, more: Partial<TokenDraft> = {}) =>
  (name: string): TokenDraft => ({
    name,
    expiration_date: Math.floor(now / 1000) * 1000 + day,
    active: true,
    write: true,
    ...more,
  })

/** The fields of a row that differ from what was sent, in either unit, because the service's is unknown here. */
function other(row: Token | undefined, sent: TokenDraft): Outcome {
  if (row === undefined) return 'it is not in the list'
  const otherIn = (unit: Unit) => tokenKind(() => unit, Date.now).differs(sent, row)
  const inSeconds = otherIn('seconds')
  const fields = otherIn('milliseconds').filter((field) => inSeconds.includes(field))
  return fields.length === 0 || `other than sent: ${fields.join(', ')}`
}

/** What the console relies on if tokens are administered. */
export const tokenStatements: readonly Statement[] = [
  readingStatement('The whole list of tokens can be read.', 'tokens', async ({ tokens: { list } }) => {
    await list()
    return true
  }),

  readingStatement('All updated_at of the list of tokens are in one unit.', 'tokens', async ({ tokens: { list } }) => {
    const { units } = await list()
    if (units.seconds + units.milliseconds === 0) return 'not-applicable'
    return units.seconds === 0 || units.milliseconds === 0 || 'seconds and milliseconds in one list'
  }),

  readingStatement('An unknown access token gets neither the list nor a value.', 'tokens', async (service, trial) => {
    await service.tokens.read(new Set([trial.freshName()]))
    const { stranger } = trial
    const problems = [
      await problemIn(stranger.tokens.list()),
      await problemIn(stranger.tokens.value(trial.freshName())),
    ]
    return problems.every((problem) => problem?.kind === 'signed-out') || 'it was not refused with 401 or 403'
  }),

  tokens('A new token is in the list with the requested name, flags and expiry.', async ({ create, row, trial }) => {
    for (const active of [true, false])
      for (const write of [true, false]) {
        const draftFor = draft(trial.now(), { active, write })
        const name = await create(draftFor)
        const outcome = other(await row(name), draftFor(name))
        if (outcome !== true) return outcome
      }
    return true
  }),

  tokens('A name comes back unchanged.', async ({ service, track, row, trial }) => {
    const name = track(`${trial.freshName()} "q" \\ +&=%20#? ключ 鍵 \u00e9 e\u0301 😀 `)
    await service.tokens.create(draft(trial.now())(name))
    return (await row(name))?.name === name || 'it is not in the list under that name'
  }),

  tokens(
    'Reading the list for one name shows the row that the whole list shows.',
    async ({ service, create, row, trial }) => {
      const name = await create(draft(trial.now()))
      const list = await service.tokens.list()
      const index = list.find(name)
      if (index < 0) return 'the whole list does not hold it'
      // Only reads of single rows have a fingerprint.
      const single = { ...(await row(name)), fingerprint: undefined }
      return isDeepStrictEqual({ ...list.at(index), fingerprint: undefined }, single) || 'the two differ'
    },
  ),

  tokens(
    'A token has a value. Two reads return the same one, and no row of the list shows it.',
    async ({ service, create, row, trial }) => {
      const name = await create(draft(trial.now()))
      const [first, second] = [await service.tokens.value(name), await service.tokens.value(name)]
      if (first === undefined) return 'it has none'
      if (first !== second) return 'the second reading gave another'
      return !JSON.stringify(await row(name)).includes(first) || 'the row shows it'
    },
  ),

  tokens(
    'An update with the whole record is stored as sent, and the neighbours stay unchanged.',
    async ({ service, create, row, trial }) => {
      const neighbour = await create(draft(trial.now()))
      const name = await create(draft(trial.now()))
      const before = await row(neighbour)
      const value = await service.tokens.value(neighbour)
      for (const [active, write] of [
        [false, true],
        [true, false],
        [false, false],
      ] as const) {
        const sent = draft(trial.now() + day, { active, write })(name)
        await service.tokens.update(sent)
        const outcome = other(await row(name), sent)
        if (outcome !== true) return outcome
      }
      const after = await row(neighbour)
      return (
        (isDeepStrictEqual(before, after) && (await service.tokens.value(neighbour)) === value) || 'a neighbour changed'
      )
    },
  ),

  tokens(
    'A deleted token and its value are gone, and its neighbours stay.',
    async ({ service, create, row, trial }) => {
      const [name, neighbour] = [await create(draft(trial.now())), await create(draft(trial.now()))]
      await service.tokens.remove(name)
      if ((await row(name)) !== undefined) return 'it is still in the list'
      if ((await row(neighbour)) === undefined) return 'a neighbour is gone'
      let value: string | undefined
      const problem = await problemIn(service.tokens.value(name).then((current) => (value = current)))
      // If values are plain text, an empty body means that there is none.
      const empty = problem?.kind === 'unreadable' && problem.received.form === 'empty'
      if (problem !== undefined && problem.kind !== 'refused' && !empty) return `asked for its value: ${problem.kind}`
      return value === undefined || 'its value can still be read'
    },
  ),

  tokens(
    'Creating a token with a taken name leaves the existing one unchanged.',
    async ({ service, create, row, trial }) => {
      const name = await create(draft(trial.now()))
      const before = [await row(name), await service.tokens.value(name)]
      await maybeRefused(service.tokens.create(draft(trial.now() + day, { active: false, write: false })(name)))
      const after = [await row(name), await service.tokens.value(name)]
      return isDeepStrictEqual(before, after) || 'it changed'
    },
  ),

  tokens('Updating an unknown name creates nothing.', async ({ service, track, row, trial }) => {
    const name = track(trial.freshName())
    await maybeRefused(service.tokens.update(draft(trial.now())(name)))
    return (await row(name)) === undefined || 'it is in the list'
  }),

  tokens('Deleting an unknown name deletes nothing.', async ({ service, create, row, trial }) => {
    const name = await create(draft(trial.now()))
    await maybeRefused(service.tokens.remove(trial.freshName()))
    await maybeRefused(service.tokens.remove(name.toUpperCase() === name ? name.toLowerCase() : name.toUpperCase()))
    return (await row(name)) !== undefined || 'another token is gone'
  }),
]
