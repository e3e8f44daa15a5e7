import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { token, tokensOf } from '#web/testing/rows.ts'
import { isSelected, none, toggled, selectedRows, countSelected, without, type Selection } from './selection.ts'

const all: Selection = { all: true, except: new Set() }
const listOf = (names: readonly string[]) => tokensOf(names.map((name) => token(name)))

test('after any presses, the selected rows are the same as in a plain set of them', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 8 })
  const acts = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), to: fc.boolean() }))
  fc.assert(
    fc.property(names, acts, fc.boolean(), fc.infiniteStream(fc.boolean()), (names, acts, fromAll, isShown) => {
      const list = listOf(names)
      const rows = Uint32Array.from(names.keys())
        .filter(() => isShown.next().value)
        .reverse()
      const held = new Set(fromAll ? rows : [])
      let selection = fromAll ? all : none
      for (const { name, to } of acts) {
        selection = toggled(selection, [name], to)
        for (const [row, one] of names.entries()) {
          if (one !== name || (fromAll && !rows.includes(row))) continue
          if (to) held.add(row)
          else held.delete(row)
        }
      }
      const shown = [...rows].filter((row) => held.has(row))
      const hidden = [...names.keys()].filter((row) => held.has(row) && !rows.includes(row))
      expect(countSelected(list, rows, selection)).toEqual({ shown: shown.length, hidden: hidden.length })
      expect([...selectedRows(list, rows, selection)]).toEqual([...shown, ...hidden])
      for (const row of rows) expect(isSelected(selection, names[row] ?? '')).toBe(held.has(row))
    }),
  )
})

test('all rows are selected, counted and returned without reading any of them', () => {
  const untouchable = new Proxy({} as RowStore<Token>, {
    get: (_, asked) => {
      throw new Error(`asked for ${String(asked)}`)
    },
  })
  const rows = new Uint32Array(100_000)
  expect(countSelected(untouchable, rows, all)).toEqual({ shown: 100_000, hidden: 0 })
  expect(selectedRows(untouchable, rows, all)).toBe(rows)
  expect(countSelected(untouchable, rows, none)).toEqual({ shown: 0, hidden: 0 })
  expect(selectedRows(untouchable, rows, none)).toHaveLength(0)
})

test('a deleted row leaves the selection: a new row of the same name is not selected', () => {
  const list = listOf(['a', 'b'])
  expect([...without({ all: false, except: new Set(['a', 'gone']) }, list).except]).toEqual(['a'])
  expect([...without({ all: true, except: new Set(['gone', 'b']) }, list).except]).toEqual(['b'])
  const steady: Selection = { all: false, except: new Set(['b']) }
  expect(without(steady, list)).toBe(steady)
})
