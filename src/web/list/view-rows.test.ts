import { expect, test } from 'vitest'
import { token, tokensOf } from '#web/testing/rows.ts'
import { rowsWanted } from './view-rows.ts'

const list = tokensOf(Array.from({ length: 1001 }, (_, at) => token(`t${at}`, { active: at % 2 === 0 })))

/** How many rows each step looked at. */
function looks(wanted: { text?: string; passes?: boolean; weigh?: boolean }): number[] {
  let seen = 0
  const steps: number[] = []
  const passes =
    wanted.passes === true ? ({ active }: { active: boolean | undefined }) => ++seen > 0 && active === true : undefined
  const weigh = wanted.weigh === true ? () => (seen += 1) : undefined
  const work = rowsWanted(list, { text: wanted.text ?? '', passes, weigh, down: true })
  for (let step = work.next(); step.done !== true; step = work.next()) {
    steps.push(seen)
    seen = 0
  }
  return [...steps, seen]
}

test('names alone are one step, in which no row is looked at', () => {
  expect(looks({})).toEqual([0])
  expect(looks({ text: 't1' })).toEqual([0])
})

test('a chip or a weight looks at few rows in each step, and at none in the first', () => {
  for (const wanted of [{ passes: true }, { weigh: true }, { passes: true, weigh: true, text: 't9' }]) {
    const [first, ...steps] = looks(wanted)
    expect(first).toBe(0)
    expect(Math.max(...steps)).toBe(200)
    expect(steps.reduce((sum, seen) => sum + seen)).toBe('weigh' in wanted && 'passes' in wanted ? 2002 : 1001)
  }
})
