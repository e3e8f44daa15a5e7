import { afterEach, beforeEach, expect, test } from 'vitest'
import { focusClickedElement } from './focus.ts'

let stop = () => {}
beforeEach(() => {
  document.body.innerHTML = '<input><section tabindex="-1"><button><i></i></button></section>'
  stop = focusClickedElement(document)
})
afterEach(() => stop())

const found = (selector: string) => document.querySelector<HTMLElement>(selector)!
const click = (detail: number) => found('i').dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))

test.each(['body', 'section'])(
  'a pressed button has the focus before anything hears the click, where the browser gave it to the %s around',
  (around) => {
    found('input').focus()
    found('input').blur()
    if (around !== 'body') found(around).focus()
    let heard: Element | null = null
    found('button').addEventListener('click', () => (heard = document.activeElement))
    click(1)
    expect(heard).toBe(found('button'))
  },
)

test('a press that leaves the focus in a field, and a click by a script, move no focus', () => {
  found('input').focus()
  click(1)
  expect(document.activeElement).toBe(found('input'))
  found('input').blur()
  click(0)
  expect(document.activeElement).toBe(document.body)
})
