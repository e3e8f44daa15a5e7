import { expect, test } from 'vitest'
import { createStore } from '#web/ui/store.ts'
import { noteVisits } from './visits.ts'

const minute = 60_000
const address = 'https://query.acme.dev'

/** A browser in which people open the console. */
function openBrowser() {
  const clock = { now: 1_800_000_000_000 }
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  }
  return {
    clock,
    stored,
    open: async (person: string | undefined, { at = address, refuses = false } = {}) => {
      const window = new EventTarget()
      const over = new AbortController()
      const lastVisit = createStore<number | undefined>(undefined)
      const world = {
        window: window as Pick<Window, 'addEventListener'>,
        now: () => clock.now,
        address: at,
        printOf: async (key: string) => person && `${person} under ${key}`,
        over: over.signal,
        storage: refuses
          ? {
              getItem: storage.getItem,
              setItem: () => {
                throw new DOMException('full', 'QuotaExceededError')
              },
            }
          : storage,
      }
      await noteVisits(world, lastVisit)
      const act = (type: string) => void window.dispatchEvent(new Event(type))
      return { last: lastVisit.get, act, end: () => over.abort() }
    },
  }
}

test('the first visit has none before it; the next one knows when the last one ended', async () => {
  const { clock, open } = openBrowser()
  const first = await open('ann')
  expect(first.last()).toBeUndefined()
  clock.now += 20 * minute
  first.act('keydown')
  clock.now += 10_000
  first.act('pagehide')
  const left = clock.now
  clock.now += 31 * minute
  const second = await open('ann')
  expect(second.last()).toBe(left)
  clock.now += minute
  second.act('pointerdown')
  expect(second.last()).toBe(left)
})

test('a reload, a second tab or a new sign-in within half an hour goes on with the same visit', async () => {
  const { clock, open } = openBrowser()
  const first = await open('ann')
  const left = clock.now
  first.end()
  clock.now += 60 * minute
  const second = await open('ann')
  clock.now += 20 * minute
  second.end()
  clock.now += 20 * minute
  expect((await open('ann')).last()).toBe(left)
})

test('a page that nobody used for half an hour begins a new visit with the next key', async () => {
  const { clock, open } = openBrowser()
  const page = await open('ann')
  const left = clock.now
  clock.now += 40 * minute
  page.act('pagehide')
  expect(page.last()).toBeUndefined()
  page.act('keydown')
  expect(page.last()).toBe(left)
})

test('nobody sees the visits of another person or service, and nothing of a person is stored but a fingerprint', async () => {
  const { clock, open, stored } = openBrowser()
  ;(await open('ann')).end()
  clock.now += 60 * minute
  expect((await open('ben')).last()).toBeUndefined()
  expect((await open('ann', { at: 'https://other.example' })).last()).toBeUndefined()
  expect((await open('ann')).last()).toBe(clock.now - 60 * minute)
  expect([...stored.keys()]).toEqual([`query-admin visits ${address}`, 'query-admin visits https://other.example'])
  const people = Object.keys((JSON.parse([...stored.values()][0] ?? '') as { people: object }).people)
  expect(people).toHaveLength(2)
})

test('after the session nothing is noted any more', async () => {
  const { clock, open, stored } = openBrowser()
  const page = await open('ann')
  page.end()
  const [before] = stored.values()
  clock.now += 5 * minute
  page.act('keydown')
  page.act('pagehide')
  expect([...stored.values()]).toEqual([before])
})

test.each([
  ['nobody can be told apart', undefined, {}, undefined],
  ['the browser stores nothing', 'ann', { refuses: true }, undefined],
  ['what is stored is unreadable', 'ann', {}, '{"people":{"ann":true}}'],
])('without a last visit if %s', async (_, person, options, before) => {
  const { open, stored } = openBrowser()
  if (before !== undefined) stored.set(`query-admin visits ${address}`, before)
  expect((await open(person, options)).last()).toBeUndefined()
})
