import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Where Chromium and Chrome are usually installed on Linux. */
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
]

/** Not those of @sparticuz/chromium: they include `--single-process` and `--disable-web-security`. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // By default a heap snapshot has only the first 1,024 characters of each string.
  '--js-flags=--heap-snapshot-string-limit=10000000',
]

/**
 * The environment of the browser. It sets these two itself while its threads read the environment, and now and then dies of
 * it in `getenv` before it has a page: where they are set, the list of variables stays in its place.
 */
export const browserEnv = (): NodeJS.ProcessEnv => ({
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  FC_FONTATIONS: '1',
  ...process.env,
})

/**
 * The browser to test with: the one that QUERY_ADMIN_CHROMIUM names, else the one in node_modules, which is the same on
 * every machine. Where that cannot run (it is for linux-x64), an installed one. The deep run needs an installed one:
 * the one in node_modules is a headless shell without a back/forward cache.
 * @throws {Error} when there is none.
 */
export async function browserPath(named = process.env['QUERY_ADMIN_CHROMIUM']): Promise<string> {
  if (named !== undefined && named !== '') return named
  const isLong = process.env['DEEP'] === '1'
  if (!isLong && process.platform === 'linux' && process.arch === 'x64') return bundled()
  const installed = [...usual, chromium.executablePath()].find((path) => existsSync(path))
  if (installed === undefined)
    throw new Error('No Chromium is installed: install one, or name it in QUERY_ADMIN_CHROMIUM.')
  return installed
}

/** In node_modules: where the package would unpack itself, another user's or an older version's may stand. */
const unpacked = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'chromium')

async function bundled(): Promise<string> {
  // The package reads this when it is imported. Without it, the package does not unpack its libraries.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x'
  const { TMPDIR } = process.env
  mkdirSync(unpacked, { recursive: true })
  process.env['TMPDIR'] = unpacked
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const path = await packaged.executablePath()
    configureFonts(join(unpacked, 'fonts'))
    return path
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
}

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`

/**
 * The package names only folders of its usual place, where no fonts are. Without any, the browser draws no text until a web
 * font is there, and sometimes dies of it (`SkFontMgr_FontConfigInterface.cpp: Not implemented`).
 */
function configureFonts(folder: string): void {
  const file = join(folder, 'fonts.conf')
  if (!existsSync(file) || readFileSync(file, 'utf8') !== fontConfiguration) writeFileSync(file, fontConfiguration)
  process.env['FONTCONFIG_PATH'] = folder
}
