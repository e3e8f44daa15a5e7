import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listOf } from '#api/testing/lists.ts'
import { tokenRow } from '#web/testing/rows.ts'
import { selectedRows, withToggled, withoutMissing, type Selection } from './selection.tsx'

const listed = (names: readonly string[]) => listOf(names.map((name) => tokenRow(name)))

test('the selected rows are those with a selected name: first the shown ones in their order, then the others', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const names = fc.array(name, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(names, fc.array(name), fc.infiniteStream(fc.boolean()), (names, pressed, isShown) => {
      const rows = Uint32Array.from(names.keys())
        .filter(() => isShown.next().value)
        .reverse()
      const has = (row: number) => pressed.some((name) => name === names[row])
      const selectedNow = [...rows].filter(has)
      const hidden = [...names.keys()].filter((row) => has(row) && !rows.includes(row))
      const selected = selectedRows(listed(names), rows, new Set(pressed))
      expect({ ...selected, rows: [...selected.rows] }).toEqual({
        rows: [...selectedNow, ...hidden],
        visible: selectedNow.length,
        hidden: hidden.length,
      })
    }),
  )
})

test('names are added to a selection and removed, and the former selection stays as it was', () => {
  const before: Selection = new Set(['a'])
  expect([...withToggled(before, ['b', 'a'], true)]).toEqual(['a', 'b'])
  expect([...withToggled(before, ['b', 'a'], false)]).toEqual([])
  expect([...before]).toEqual(['a'])
})

test('a deleted row leaves the selection: a new row of the same name is not selected', () => {
  const list = listed(['a', 'b'])
  expect([...withoutMissing(new Set(['a', 'gone']), list)]).toEqual(['a'])
  const steady: Selection = new Set(['b'])
  expect(withoutMissing(steady, list)).toBe(steady)
})
