import { defineConfig } from '@playwright/test'
import { browserArgs, browserPath } from '#e2e/rig/browser.ts'

/** `npm run screenshots`: takes the README's pictures, against a fresh example service. */
export default defineConfig({
  testDir: '.',
  testMatch: 'pictures.ts',
  outputDir: '../../.reports/pictures',
  globalSetup: '../rig/global-setup.ts',
  reporter: 'line',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: await browserPath(), args: browserArgs },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
  },
})
