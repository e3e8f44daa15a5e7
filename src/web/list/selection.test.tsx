import { renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { listOf } from '#api/testing/lists.ts'
import { SessionProvider, type Session } from '#web/session/session.ts'
import { tokenRow } from '#web/testing/rows.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { selectedRows, useSelection, withToggled, withoutMissing, type Selection } from './selection.tsx'

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

test('a press that comes before the page is done drawing is announced with the number that it led to', () => {
  const announcer = createAnnouncer(Date.now)
  const sentences: string[] = []
  announcer.spoken.subscribe(() => sentences.push(announcer.spoken.get().polite))
  const list = listed(['a', 'b'])
  const all = Uint32Array.from([0, 1])
  const { rerender } = renderHook(
    ({ isPressed }) => {
      const selection = useSelection('token', list, all)
      // Before the effects of this drawing.
      useLayoutEffect(() => {
        if (isPressed) selection.toggle(0, true, false)
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- one press
      }, [isPressed])
    },
    {
      initialProps: { isPressed: false },
      wrapper: ({ children }) => <SessionProvider value={{ announcer } as Session}>{children}</SessionProvider>,
    },
  )
  rerender({ isPressed: true })
  expect(sentences).toEqual(['1 selected. F6 goes to what you can do with them.'])
})
