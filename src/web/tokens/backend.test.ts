import { expect, test } from 'vitest'
import type { Token } from '#api/token.ts'
import type { TokenOutcome, TokenWriter } from '#api/write/writers.ts'
import type { WriteTask } from '#web/resource/action.ts'
import { tokenRow } from '#web/testing/rows.ts'
import { runTokenTasks } from './backend.ts'

type TokenTask = WriteTask<Token, object, object>
const task = (act: 'update' | 'repair' | 'replace', name: string): TokenTask => ({
  operation: act,
  snapshot: { row: tokenRow(name), readStartedAt: 0 },
  change: {},
})

const outcomeOf = (name: string): TokenOutcome => ({
  request: { operation: 'update', previousName: name, name, requestedFields: [], writeOnlyFields: [] },
  delivery: 'accepted',
  readBack: { status: 'matches', row: tokenRow(name), writeOnlyFields: [] },
  readStartedAt: 0,
})

/** A writer that tells what it was given. `most`: how many repairs were under way at once. */
function writerOf() {
  const calls: string[] = []
  let [underWay, most] = [0, 0]
  const several =
    (act: string): TokenWriter['repair'] =>
    async ({ row: { name } }) => {
      calls.push(`${act} ${name}`)
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve))
      underWay -= 1
      return outcomeOf(name)
    }
  const writer: TokenWriter = {
    reverify: () => undefined,
    async write(writes) {
      const names = writes.map((write) => (write.operation === 'create' ? write.draft.name : write.snapshot.row.name))
      calls.push(`turn ${names.join(' ')}`)
      return names.map(outcomeOf)
    },
    repair: several('repair'),
    replace: several('replace'),
  }
  return { writer, calls, most: () => most }
}
const silent = { onSend: () => undefined, onResponse: () => undefined, remainingPauseMs: () => 0 }
const namesOf = (outcomes: readonly ({ request: { name: string } } | undefined)[]) =>
  outcomes.map((outcome) => outcome?.request.name)

test('single writes go into one turn; repairs and replacements have a turn each, and outcomes keep their order', async () => {
  const { writer, calls } = writerOf()
  const tasks = [task('repair', 'a'), task('update', 'b'), task('replace', 'c'), task('update', 'd')]
  const outcomes = await runTokenTasks(writer)(tasks, { ...silent, shouldContinue: () => true })
  expect(namesOf(outcomes)).toEqual(['a', 'b', 'c', 'd'])
  expect(calls).toEqual(['turn b d', 'repair a', 'replace c'])
})

test('four are repaired at a time', async () => {
  const { writer, calls, most } = writerOf()
  const names = Array.from({ length: 9 }, (_, index) => `t${index}`)
  const outcomes = await runTokenTasks(writer)(
    names.map((name) => task('repair', name)),
    { ...silent, shouldContinue: () => true },
  )
  expect(namesOf(outcomes)).toEqual(names)
  expect(calls).toHaveLength(9)
  expect(most()).toBe(4)
})

test('after *Stop* no other one is begun: it has no outcome', async () => {
  const { writer, calls } = writerOf()
  const names = Array.from({ length: 9 }, (_, index) => `t${index}`)
  const mayGoOn = () => calls.length < 5
  const outcomes = await runTokenTasks(writer)(
    names.map((name) => task('replace', name)),
    { ...silent, shouldContinue: mayGoOn },
  )
  expect(calls).toHaveLength(5)
  expect(namesOf(outcomes)).toEqual([...names.slice(0, 5), undefined, undefined, undefined, undefined])
})
