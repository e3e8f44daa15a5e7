import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, siteTest, type Site } from '#e2e/rig/fixture.ts'
import { chromiumEngine } from './chromium.ts'
import type { Engine } from './engine.ts'
import { firefoxEngine } from './firefox.ts'
import { Hand, patience } from './hand.ts'
import { webkitEngine } from './webkit.ts'

const engines = { Chromium: chromiumEngine, Firefox: firefoxEngine, WebKit: webkitEngine } satisfies Record<
  string,
  Engine
>
type EngineName = keyof typeof engines

/** What a flow has: a browser with one tab, and the site behind it. */
interface Given {
  hand: Hand
  site: Site
  /** A hand at another tab of the same browser. */
  another(): Promise<Hand>
  /** Waits until the browser has saved this many files, and returns their texts by name. */
  saved(count: number): Promise<Map<string, string>>
  /** A line of the console that this flow brings about. */
  expectsToHear(line: RegExp): void
}

/** The site of a flow; its options as in any test. */
export const test = siteTest.extend<{ engine: EngineName; given: Given }>({
  engine: ['Chromium', { option: true }],
  given: async ({ engine, site }, provide, info) => {
    const { missing, start } = engines[engine]
    info.skip(missing() !== undefined, missing())
    const folder = await mkdtemp(join(tmpdir(), 'query-admin-engine-'))
    const downloads = await mkdtemp(join(folder, 'downloads-'))
    const home = await mkdtemp(join(folder, 'home-'))
    const running = await start({ downloads, home })
    try {
      const hand = new Hand(running.tab)
      const hands = [hand]
      const expected: RegExp[] = []
      await provide({
        hand,
        site,
        another: async () => {
          const other = new Hand(await running.tab.second())
          hands.push(other)
          return other
        },
        saved: async (count) => {
          const names = async () => (await readdir(downloads)).filter((name) => !/\.(part|wkdownload)$/.test(name))
          const texts = async () =>
            new Map(
              await Promise.all(
                (await names()).map(async (name) => [name, await readFile(join(downloads, name), 'utf8')] as const),
              ),
            )
          // Firefox makes the file before it fills it.
          const full = async () => [...(await texts()).values()].filter((text) => text !== '').length
          await expect.poll(full, patience).toBe(count)
          return texts()
        },
        expectsToHear: (line) => void expected.push(line),
      })
      if (info.status === info.expectedStatus) for (const hand of hands) await expectWell(hand)
      const unexpected = running.tab.messages().filter((line) => !expected.some((pattern) => pattern.test(line)))
      expect(unexpected, 'the console is empty').toEqual([])
    } finally {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** Declares a flow, once in each engine. */
export function flow(title: string, follow: (given: Given) => Promise<void>): void {
  for (const engine of Object.keys(engines) as EngineName[])
    test.describe(engine, () => {
      test.use({ engine })
      test(title, ({ given }) => follow(given))
    })
}

/** Opens the console, and signs in by the access token, with the keyboard. */
export async function signIn(hand: Hand, site: Site): Promise<void> {
  await hand.tab.open(site.origin)
  await hand.sees(['field', 'Your access token'], { isFocused: true })
  await hand.tab.type(site.admin.bearer)
  await hand.tab.press('Enter')
  await hand.sees(['table', 'Tokens'])
}

/** What is true at the end of each flow: the focus is somewhere, only what is meant shows, and a phone shows it all. */
async function expectWell({ tab }: Hand): Promise<void> {
  const focused = () => tab.run(() => document.activeElement?.tagName ?? 'none')
  await expect.poll(focused, { message: 'the focus is not lost', ...patience }).not.toMatch(/^(BODY|HTML|none)$/)
  await expect.poll(() => tab.run(showing), { message: 'nothing shows that is for screen readers only' }).toEqual([])
  await tab.size(360, 800)
  await expect.poll(() => tab.run(() => innerWidth), { message: 'the window is narrow' }).toBe(360)
  await expect.poll(() => tab.run(tooWide), { message: 'nothing is wider than a phone' }).toEqual([])
  await expect.poll(() => tab.run(showing), { message: 'nothing shows that is for screen readers only' }).toEqual([])
}

/** What reaches beyond the right edge of the window. */
function tooWide(): string[] {
  const { documentElement: root } = document
  if (root.scrollWidth <= root.clientWidth) return []
  const beyond = [...document.body.querySelectorAll('*')].filter(
    (node) => node.getBoundingClientRect().right > root.clientWidth + 1,
  )
  return [`${root.scrollWidth} px`, ...beyond.slice(-4).map((node) => node.outerHTML.slice(0, 120))]
}

/** Text for screen readers only that the pointer can reach. */
function showing(): string[] {
  const found: string[] = []
  for (const hidden of document.querySelectorAll('.sr, .sr *, caption')) {
    if (hidden.closest('.sr') === null) continue
    const range = document.createRange()
    range.selectNodeContents(hidden)
    for (const box of range.getClientRects()) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      if (box.width > 2 && box.height > 2 && hidden.contains(document.elementFromPoint(x, y)))
        found.push(hidden.outerHTML.slice(0, 120))
    }
  }
  return found
}
