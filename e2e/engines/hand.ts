import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { waitUntilIdle } from '#e2e/rig/fixture.ts'
import type { Tab } from './engine.ts'

/** How long a hand waits for what it needs, and how often it looks, in milliseconds. */
export const patience = { timeout: 60_000, intervals: [50] }

/** What is at a role and a name: how many are, and of the first one where it is and how it is. */
interface Found {
  /** −1: the page was just being replaced. */
  count: number
  x: number
  y: number
  /** Whether the pointer reaches it there. */
  isHit: boolean
  text: string
  value: string
  isFocused: boolean
  isChecked: boolean
  isDisabled: boolean
}

/** A name is exact, or a pattern. */
type Name = string | RegExp
/** A role and a name. The role `field`: an input by its label, as a password has no role. */
export type ElementTarget = readonly [role: string, name?: Name]

declare const TestingLibraryDom: {
  queryAllByRole(within: Element, role: string, options: { name?: Name }): HTMLElement[]
  queryAllByLabelText(within: Element, name: Name, options: { selector: string }): HTMLElement[]
}

const resolve = createRequire(import.meta.url).resolve
const finder = readFile(
  resolve('@testing-library/dom').replace(/index\.js$/, '@testing-library/dom.umd.min.js'),
  'utf8',
)

/** A hand at a tab: it finds by role and name, in the page, as the page's own tests do, and waits for what it finds. */
export class Hand {
  readonly tab: Tab
  constructor(tab: Tab) {
    this.tab = tab
  }

  /** What is there now; `within` another one. */
  async look(which: ElementTarget, within?: ElementTarget, isScrolling = false): Promise<Found> {
    const steps = (within === undefined ? [which] : [within, which]).map(([role, name]) =>
      name instanceof RegExp ? { role, pattern: name.source } : { role, name },
    )
    try {
      if (await this.tab.run(() => !('TestingLibraryDom' in globalThis))) await this.tab.add(await finder)
      return await this.tab.run(found, steps, isScrolling)
    } catch (error) {
      // A page that reloads loses the finder, or is gone.
      if (!/context|navigat|not defined|TestingLibraryDom|DiscardedBrowsing/i.test(String(error))) throw error
      return { ...nothing, count: -1 }
    }
  }

  /** Waits until there is exactly one. */
  async sees(which: ElementTarget, is: Partial<Found> = {}, within?: ElementTarget): Promise<void> {
    const look = () => this.look(which, within)
    await expect.poll(look, { message: spelled(which), ...patience }).toMatchObject({ count: 1, ...is })
  }

  /** Waits until there are this many. */
  async counts(which: ElementTarget, count: number): Promise<void> {
    const look = async () => (await this.look(which)).count
    await expect.poll(look, { message: spelled(which), ...patience }).toBe(count)
  }

  /** Waits until the page shows this text. */
  async reads(text: Name): Promise<void> {
    const shown = () => this.tab.run(() => document.body.innerText)
    const wanted = text instanceof RegExp ? expect.stringMatching(text) : expect.stringContaining(text)
    await expect.poll(shown, { message: String(text), ...patience }).toEqual(wanted)
  }

  /** Waits until the page has all of its code. */
  async idles(): Promise<void> {
    await waitUntilIdle({ evaluate: (inPage) => this.tab.run(inPage) })
  }

  /** Clicks it where it stands still and nothing covers it. */
  async clicks(which: ElementTarget, within?: ElementTarget): Promise<void> {
    let last: Found | undefined
    const isStill = async () => {
      const before = last
      last = await this.look(which, within, true)
      return last.count === 1 && last.isHit && last.x === before?.x && last.y === before.y ? 'still' : last
    }
    const message = `${spelled(which)} to click`
    await expect.poll(isStill, { message, ...patience }).toBe('still')
    if (last !== undefined) await this.tab.click(last.x, last.y)
  }

  /** Clicks a field, and types over what it holds. */
  async fills(which: ElementTarget, text: string): Promise<void> {
    await this.clicks(which)
    await this.sees(which, { isFocused: true })
    await this.tab.press('Control+a')
    await this.tab.type(text)
    await this.sees(which, { value: text })
  }

  /** Copies a text with the engine's own key, and pastes it into what has the focus. */
  async pastes(text: string): Promise<void> {
    await this.tab.run((copied) => {
      // WebKit copies without a selection only if a page says that it has something to copy.
      addEventListener('beforecopy', (event) => event.preventDefault(), { once: true, capture: true })
      const copy = (event: ClipboardEvent) => {
        event.clipboardData?.setData('text/plain', copied)
        event.preventDefault()
        event.stopPropagation()
      }
      addEventListener('copy', copy, { once: true, capture: true })
    }, text)
    await this.tab.press('Control+c')
    await this.tab.press('Control+v')
  }
}

const spelled = ([role, name]: ElementTarget) => `${role} ${String(name ?? '')}`

const nothing: Found = {
  count: 0,
  x: 0,
  y: 0,
  isHit: false,
  text: '',
  value: '',
  isFocused: false,
  isChecked: false,
  isDisabled: false,
}

/** Runs in the page. */
function found(steps: { role: string; name?: Name | undefined; pattern?: string }[], isScrolling: boolean): Found {
  let all: HTMLElement[] = [document.body]
  for (const { role, name: exact, pattern } of steps) {
    const name = pattern === undefined ? exact : new RegExp(pattern)
    all = all.flatMap((one) =>
      role === 'field' && name !== undefined
        ? TestingLibraryDom.queryAllByLabelText(one, name, { selector: 'input, textarea' })
        : TestingLibraryDom.queryAllByRole(one, role, name === undefined ? {} : { name }),
    )
  }
  const [first] = all
  const isBox = first instanceof HTMLInputElement && /radio|checkbox/.test(first.type)
  const at = (isBox ? first.labels?.[0] : undefined) ?? first
  const before = at?.getBoundingClientRect()
  if (isScrolling && before !== undefined && (before.top < 0 || before.bottom > innerHeight))
    at?.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = at?.getBoundingClientRect() ?? new DOMRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  const isField = first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement
  return {
    count: all.length,
    x,
    y,
    isHit: width > 0 && hit !== null && (at?.contains(hit) === true || hit.contains(first ?? null)),
    text: first?.textContent ?? '',
    value: isField ? first.value : '',
    isFocused: first !== undefined && document.activeElement === first,
    isChecked: isBox ? first.checked : first?.getAttribute('aria-checked') === 'true',
    isDisabled: first?.matches(':disabled, [aria-disabled=true]') === true,
  }
}
