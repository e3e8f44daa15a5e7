import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'
import { picturesDir } from './take-pictures.ts'

const root = join(import.meta.dirname, '..')
const tests = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.e2e.ts'))

if (process.env['PICTURES'] === undefined) rmSync(picturesDir, { recursive: true, force: true }) // once, not in each worker
process.env['PICTURES'] = 'yes'

/** `npm run screenshots`: pictures of all states that a test has checked by axe, and the README's, against fresh services. */
export default defineConfig(base, {
  testDir: root,
  testMatch: [
    'pictures/pictures.ts',
    ...tests.filter((file) => /^ *await expectAccessible\(/m.test(readFileSync(join(root, file), 'utf8'))),
  ],
  outputDir: '../../.reports/e2e-output',
  globalSetup: '../rig/global-setup.ts',
  globalTeardown: './take-pictures.ts',
  reporter: 'line',
})
