import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Where Chromium and Chrome are usually installed on Linux. */
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
]

/** Ours alone: those of @sparticuz/chromium hold `--single-process` and `--disable-web-security`. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else a heap snapshot holds the first 1,024 characters of each text only.
  '--js-flags=--heap-snapshot-string-limit=10000000',
]

/**
 * The browser to test with: the one that QUERY_ADMIN_CHROMIUM names (`bundled`: the one inside node_modules), else an
 * installed one, else Playwright's own, else the bundled one, which is linux-x64 and needs neither root nor a download.
 */
export async function browserPath(named = process.env['QUERY_ADMIN_CHROMIUM']): Promise<string> {
  if (named !== undefined && named !== '' && named !== 'bundled') return named
  const installed = [...usual, chromium.executablePath()].find((path) => existsSync(path))
  return installed === undefined || named === 'bundled' ? bundled() : installed
}

async function bundled(): Promise<string> {
  // Read when the package is imported: without it, the libraries it carries stay packed.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x'
  const { default: carried } = await import('@sparticuz/chromium')
  return carried.executablePath()
}
