import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFileDrop } from './use-file-drop.ts'

test('a dropped file is taken and told while it is over; dropped text is left to the browser', () => {
  const taken: string[] = []
  function Zone() {
    const { isOver, handlers } = useFileDrop((file) => taken.push(file.name))
    return (
      <div {...handlers}>
        <p>{isOver ? 'Drop it' : 'Drag it'}</p>
      </div>
    )
  }
  render(<Zone />)
  const is = (says: string) => screen.getByText(says)
  const inside = screen.getByRole('paragraph')
  /** Returns whether the browser is kept from what it does by itself. */
  const takes = (type: 'dragOver' | 'dragLeave' | 'drop', dataTransfer: object, to?: Element) => {
    const event = createEvent[type](inside, { dataTransfer })
    Object.defineProperty(event, 'relatedTarget', { value: to ?? null })
    return !fireEvent(inside, event)
  }
  const file = { types: ['Files'], files: [new File(['name\na'], 'a.csv')] }
  const text = { types: ['text/plain'], files: [] }
  expect([takes('dragOver', text), takes('drop', text)]).toEqual([false, false])
  is('Drag it')
  expect(takes('dragOver', file)).toBe(true)
  is('Drop it')
  takes('dragLeave', file, inside)
  is('Drop it')
  takes('dragLeave', file, document.body)
  is('Drag it')
  takes('dragOver', file)
  expect(takes('drop', file)).toBe(true)
  is('Drag it')
  expect(taken).toEqual(['a.csv'])
})
