import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextField } from './fields.tsx'
import { createAnnouncer, LiveRegions, useAnnounceFieldErrors } from './announcer.tsx'

function announcerAt() {
  const clock = { now: 10_000 }
  const announcer = createAnnouncer(() => clock.now)
  return { clock, announcer, polite: () => announcer.spoken.get().polite }
}

test('three changes at once are announced in three sentences', () => {
  const { announcer, polite } = announcerAt()
  for (const sentence of ['One.', 'Two.', 'Three.']) {
    announcer.announce(sentence, 'saved')
    expect(polite()).toBe(sentence)
  }
})

test('more than three within two seconds become one sentence with their outcomes', () => {
  const { announcer, clock, polite } = announcerAt()
  for (const sentence of ['One.', 'Two.']) announcer.announce(sentence, 'saved')
  announcer.announce('Three.', 'rejected')
  clock.now += 1999
  announcer.announce('Four.', 'rejected')
  announcer.announce('Five.', 'rejected')
  expect(polite()).toBe('5 changes: 2 saved, 3 rejected.')
})

test('changes with the same outcome are counted together', () => {
  const { announcer, polite } = announcerAt()
  for (const sentence of ['One.', 'Two.', 'Three.', 'Four.']) announcer.announce(sentence, 'not confirmed')
  expect(polite()).toBe('4 changes: not confirmed.')
})

test('an announcement that is no change, such as a copy, is neither counted nor dropped', () => {
  const { announcer, polite } = announcerAt()
  for (const sentence of ['Copied a.', 'Copied b.', 'Copied c.', 'Copied d.']) announcer.announce(sentence)
  expect(polite()).toBe('Copied d.')
  for (const sentence of ['One.', 'Two.', 'Three.']) announcer.announce(sentence, 'saved')
  expect(polite()).toBe('Three.')
})

test('after two quiet seconds a sentence is announced as it is', () => {
  const { announcer, clock, polite } = announcerAt()
  for (const sentence of ['One.', 'Two.', 'Three.', 'Four.']) announcer.announce(sentence, 'saved')
  clock.now += 2000
  announcer.announce('Five.', 'saved')
  expect(polite()).toBe('Five.')
})

test('the outcome of a change takes an older alert away; an alert that is retracted goes only if it still stands', () => {
  const { announcer } = announcerAt()
  const assertive = () => announcer.spoken.get().assertive
  announcer.alert('ci: not saved.')
  announcer.announce('3 tokens match.')
  expect(assertive()).toBe('ci: not saved.')
  announcer.announce('ci: saved.', 'saved')
  expect(assertive()).toBe('')
  for (let time = 0; time < 2; time += 1) announcer.alert('Correct 1 field: Name.')
  announcer.retract('Correct 1 field: Email.')
  expect(assertive()).toContain('Name.')
  announcer.retract('Correct 1 field: Name.')
  expect(assertive()).toBe('')
})

test('a repeated sentence is announced again', () => {
  const { announcer, polite } = announcerAt()
  announcer.announce('Saved.')
  const before = polite()
  announcer.announce('Saved.')
  expect(polite()).not.toBe(before)
  expect(polite().trim()).toBe('Saved.')
})

test('there is one polite and one assertive region, and an alert does not change the polite one', () => {
  const { announcer } = announcerAt()
  const { container } = render(<LiveRegions announcer={announcer} />)
  act(() => {
    announcer.announce('Saved.')
    announcer.alert('Not copied.')
  })
  const regions = [...container.querySelectorAll('[aria-live]')]
  expect(regions.map((region) => [region.getAttribute('aria-live'), region.textContent])).toEqual([
    ['polite', 'Saved.'],
    ['assertive', 'Not copied.'],
  ])
})

test('an announcement does not stay in the region, an alert half as long', () => {
  vi.useFakeTimers()
  const { announcer } = announcerAt()
  const { container } = render(<LiveRegions announcer={announcer} />)
  const after = (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms))
    return [...container.querySelectorAll('[aria-live]')].map((region) => region.textContent)
  }
  act(() => announcer.alert('Not saved.'))
  act(() => announcer.announce('Saved.'))
  expect(after(4900)).toEqual(['Saved.', 'Not saved.'])
  expect(after(200)).toEqual(['Saved.', ''])
  expect(after(5000)).toEqual(['', ''])
  vi.useRealTimers()
})

test('a problem is announced once, even if it occurs again, and once when it is over', () => {
  const { announcer, polite } = announcerAt()
  const alerts: string[] = []
  announcer.spoken.subscribe(() => {
    const { assertive } = announcer.spoken.get()
    if (assertive !== '' && assertive !== alerts.at(-1)) alerts.push(assertive)
  })
  announcer.announceResolved('list', 'Read again.')
  expect(polite()).toBe('')
  announcer.announceProblem('list', 'unreachable', 'Unreachable.')
  announcer.announceProblem('list', 'unreachable', 'Unreachable.')
  announcer.announceProblem('list', 'refused', 'Refused.')
  announcer.announceProblem('value', 'refused', 'Refused, too.')
  expect(alerts).toEqual(['Unreachable.', 'Refused.', 'Refused, too.'])
  announcer.announceResolved('list', 'Read again.')
  expect(polite()).toBe('Read again.')
  announcer.announceResolved('list', 'Read again.')
  expect(polite()).toBe('Read again.')
  announcer.announceProblem('list', 'refused', 'Refused.')
  expect(alerts.at(-1)).toBe('Refused.')
})

test('the number and names of form fields to correct are announced, and nothing when none is left', () => {
  const { announcer, polite } = announcerAt()
  const assertive = () => announcer.spoken.get().assertive
  const form = (...wrong: string[]) => (
    <LiveRegions announcer={announcer}>
      <form>
        <Form wrong={wrong} />
      </form>
    </LiveRegions>
  )
  const { rerender } = render(form())
  expect(assertive()).toBe('')
  rerender(form('Name', 'Expires'))
  expect(assertive()).toBe('Correct 2 fields: Name, Expires.')
  rerender(form('Expires'))
  expect(assertive()).toBe('Correct 1 field: Expires.')
  rerender(form())
  expect(polite()).toBe('')
})

function Form({ wrong }: { wrong: readonly string[] }) {
  const inForm = useAnnounceFieldErrors<HTMLParagraphElement>()
  return (
    <>
      {wrong.map((name) => (
        <TextField key={name} label={name} error="Not so." />
      ))}
      <p ref={inForm} />
    </>
  )
}
