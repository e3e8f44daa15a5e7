import { defineConfig } from '@playwright/test'
import { browserArgs, browserEnv, browserPath } from './rig/browser.ts'
import type { SiteOptions } from './rig/fixture.ts'

/** The zone of the browser's clock, and of the tests': a test that names today means the page's today. */
const zone = 'Europe/Berlin'
process.env['TZ'] = zone

export default defineConfig<SiteOptions>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../.reports/e2e-output',
  globalSetup: './rig/global-setup.ts',
  fullyParallel: true,
  workers: 4, // also on two cores: a test waits for half of its time
  forbidOnly: process.env['CI'] !== undefined,
  // No test is about time, but for those that measure: a busy machine takes its own.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['./rig/file-reporter.ts'], ['json', { outputFile: '../.reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: { executablePath: await browserPath(), args: browserArgs, env: browserEnv() },
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: zone,
    actionTimeout: 15_000,
    // Traces, videos and screenshots would keep secrets on disk.
    trace: 'off',
    video: 'off',
    screenshot: 'off',
  },
})
