import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect } from '@playwright/test'
import { Builder, By, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver'
import { installed } from '#e2e/rig/installed.ts'
import { keysIn, type Engine, type Tab } from './engine.ts'
import { patience } from './hand.ts'

const packages = 'webkit2gtk-driver xvfb gir1.2-webkit2-4.1 python3-gi'
/** What the packages bring that is no program, in Debian's places. */
const bindings = [
  `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`,
  '/usr/lib/python3/dist-packages/gi',
]
/** WebDriver has a character for each key that types none. */
const {
  CONTROL,
  SHIFT,
  ENTER,
  TAB,
  ESCAPE,
  DELETE,
  HOME,
  END,
  PAGE_DOWN,
  PAGE_UP,
  ARROW_DOWN,
  ARROW_RIGHT,
  ARROW_UP,
  F6,
} = Key
const special: Readonly<Record<string, string>> = {
  Control: CONTROL,
  Shift: SHIFT,
  Enter: ENTER,
  Tab: TAB,
  Escape: ESCAPE,
  Delete: DELETE,
  Home: HOME,
  End: END,
  PageDown: PAGE_DOWN,
  PageUp: PAGE_UP,
  ArrowDown: ARROW_DOWN,
  ArrowRight: ARROW_RIGHT,
  ArrowUp: ARROW_UP,
  F6,
}

/** WebKitGTK, driven by its own WebDriver in a bare window on a screen of its own. */
export const webkitEngine: Engine = {
  missing: () =>
    installed('WebKitWebDriver') && installed('Xvfb') && bindings.every((path) => existsSync(path))
      ? undefined
      : `WebKitGTK is not installed: apt-get install ${packages}`,
  async start({ downloads, home }) {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2600x1400x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const display = await firstLine(screen.stdio[3] as Readable)
    const port = await freePort()
    const { PATH, TZ } = process.env
    const server = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: { PATH, TZ, HOME: home, DOWNLOADS: downloads, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const said: string[] = []
    createInterface(server.stdout).on('line', (line) => line.includes('CONSOLE ') && said.push(line))
    const stopAll = async () => void (await Promise.all([server, screen].map(ended)))
    const address = `http://127.0.0.1:${port}`
    try {
      const isReady = () =>
        fetch(`${address}/status`).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(isReady, { message: 'WebKitWebDriver listens', ...patience }).toBe(true)
      const browser = { binary: join(import.meta.dirname, 'webkit-window.py'), args: ['--automation'] }
      const asked = new Capabilities({ browserName: 'window', 'webkitgtk:browserOptions': browser })
      const driver = await new Builder().usingServer(address).withCapabilities(asked).build()
      const tab = await tabOf(driver, said)
      const stop = async () => {
        await driver.quit().catch(() => undefined)
        await stopAll()
      }
      return { tab, stop }
    } catch (error) {
      await stopAll()
      throw error
    }
  },
}

/** The tab that the driver is at now. */
async function tabOf(driver: WebDriver, said: readonly string[]): Promise<Tab> {
  const handle = await driver.getWindowHandle()
  const here = async () => {
    await driver.switchTo().window(handle)
    return driver
  }
  return {
    open: async (url) => (await here()).get(url),
    run: async (inPage, ...given) =>
      (await here()).executeScript(`return (${inPage.toString()})(...${JSON.stringify(given)})`),
    add: async (script) => (await here()).executeScript(script),
    click: async (x, y) =>
      (await here())
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
        .click()
        .perform(),
    async drag(from, to) {
      const at = ([x, y]: readonly [number, number]) =>
        ({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 200 }) as const
      await (await here()).actions().move(at(from)).press().move(at(to)).release().perform()
    },
    type: async (text) => (await here()).actions().sendKeys(text).perform(),
    async press(keys) {
      const { held, key } = keysIn(keys)
      const does = (await here()).actions()
      for (const one of held) does.keyDown(special[one] ?? one)
      does.keyDown(special[key] ?? key).keyUp(special[key] ?? key)
      for (const one of held.toReversed()) does.keyUp(special[one] ?? one)
      await does.perform()
    },
    size: async (width, height) => void (await (await here()).manage().window().setRect({ x: 0, y: 0, width, height })),
    picture: async (path) => writeFile(path, await (await here()).takeScreenshot(), 'base64'),
    files: async (selector, paths) => (await here()).findElement(By.css(selector)).sendKeys(paths.join('\n')),
    async second() {
      await (await here()).switchTo().newWindow('tab')
      return tabOf(driver, said)
    },
    messages: () => said,
  }
}

function firstLine(out: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(out)
      .once('line', resolve)
      .once('close', () => reject(new Error('Xvfb did not start')))
  })
}

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await exit
}
