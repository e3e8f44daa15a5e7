import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserArgs, browserEnv, browserPath } from '#e2e/rig/browser.ts'
import { draggingWith, logViolations, type Engine, type Tab } from './engine.ts'

/** Chromium, driven by Playwright: the browser of all other tests. */
export const chromiumEngine: Engine = {
  missing: () => undefined,
  async start({ downloads }) {
    const executablePath = await browserPath()
    const browser = await chromium.launch({ executablePath, args: browserArgs, env: browserEnv() })
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const said: string[] = []
    context.on('console', (message) => said.push(`${message.type()}: ${message.text()} ${message.location().url}`))
    context.on('weberror', (error) => said.push(`error: ${error.error().message}`))
    await context.addInitScript(logViolations)
    const tabOf = (page: Page): Tab => {
      page.on('download', (file) => void file.saveAs(join(downloads, file.suggestedFilename())))
      return {
        open: async (url) => void (await page.goto(url)),
        // Playwright types what it can pass on; a flow passes only JSON.
        run: (inPage, ...given) => page.evaluate(`(${inPage.toString()})(...${JSON.stringify(given)})`),
        add: (script) => page.evaluate(script),
        click: (x, y) => page.mouse.click(x, y),
        drag: draggingWith(page.mouse),
        type: (text) => page.keyboard.type(text),
        press: (keys) => page.keyboard.press(keys),
        size: (width, height) => page.setViewportSize({ width, height }),
        picture: async (path) => void (await page.screenshot({ path })),
        files: (selector, paths) => page.setInputFiles(selector, [...paths]),
        second: async () => tabOf(await context.newPage()),
        messages: () => said,
      }
    }
    return { tab: tabOf(await context.newPage()), stop: () => browser.close() }
  },
}
