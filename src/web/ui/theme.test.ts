import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { baseUrl } from './browser.ts'
import { saveTheme, applyTheme, loadTheme } from './theme.ts'

test('what is stored and is no theme is the system’s', () => {
  localStorage.setItem(`query-admin theme ${baseUrl()}`, 'purple')
  expect(loadTheme(localStorage)).toBe('system')
  localStorage.clear()
})

test('a theme that was kept is found again and stands on the page, until the system’s is chosen', () => {
  const page = document.createElement('html')
  for (const theme of ['dark', 'light', 'system'] as const) {
    saveTheme(localStorage, theme)
    applyTheme(page, loadTheme(localStorage))
    expect(page.dataset['theme']).toBe(theme === 'system' ? undefined : theme)
  }
  expect(localStorage).toHaveLength(0)
})

test('Dark Reader leaves the page alone, which has a dark theme of its own', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'index.html'), 'utf8')
  expect(page).toContain('<meta name="darkreader-lock" />')
})
