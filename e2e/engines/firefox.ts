import { launch, type ElementHandle, type KeyInput, type Page } from 'puppeteer-core'
import { installed } from '#e2e/rig/installed.ts'
import { draggingWith, keysIn, logViolations, type Engine, type Tab } from './engine.ts'

const path = () => installed('firefox-esr') ?? installed('firefox')

/** Firefox, driven by Puppeteer over WebDriver BiDi. */
export const firefoxEngine: Engine = {
  missing: () => (path() === undefined ? 'Firefox is not installed: apt-get install firefox-esr' : undefined),
  async start({ downloads, home }) {
    const browser = await launch({
      browser: 'firefox',
      executablePath: path() ?? '',
      userDataDir: home,
      defaultViewport: null,
      args: ['--width=1280', '--height=800'],
      extraPrefsFirefox: {
        'focusmanager.testmode': true, // without it a window of its own makes every other one lose the focus
        'ui.prefersReducedMotion': 1,
        'intl.accept_languages': 'en-GB',
        'browser.download.folderList': 2,
        'browser.download.dir': downloads,
        'browser.download.always_ask_before_handling_new_types': false,
      },
    })
    const said: string[] = []
    const tabOf = async (page: Page): Promise<Tab> => {
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()} ${message.location().url ?? ''}`))
      page.on('pageerror', (error) => said.push(`error: ${error instanceof Error ? error.message : String(error)}`))
      await page.evaluateOnNewDocument(logViolations)
      await page.setViewport({ width: 1280, height: 800 })
      return {
        open: async (url) => void (await page.goto(url)),
        run: async (inPage, ...given) =>
          (await page.evaluate(`(${inPage.toString()})(...${JSON.stringify(given)})`)) as ReturnType<typeof inPage>,
        add: async (script) => void (await page.evaluate(script)),
        click: (x, y) => page.mouse.click(x, y),
        drag: draggingWith(page.mouse),
        type: (text) => page.keyboard.type(text),
        async press(keys) {
          const { held, key } = keysIn(keys)
          for (const one of held) await page.keyboard.down(one as KeyInput)
          await page.keyboard.press(key as KeyInput)
          for (const one of held.toReversed()) await page.keyboard.up(one as KeyInput)
        },
        size: (width, height) => page.setViewport({ width, height }),
        picture: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
        async files(selector, paths) {
          const input = await page.$(selector)
          await (input as ElementHandle<HTMLInputElement> | null)?.uploadFile(...paths)
        },
        second: async () => tabOf(await browser.newPage()),
        messages: () => said,
      }
    }
    // In the tab that it starts with, its address bar keeps the focus: keys arrive there, but press no button.
    return { tab: await tabOf(await browser.newPage()), stop: () => browser.close() }
  },
}
