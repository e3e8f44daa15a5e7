import { expect, test } from 'vitest'
import { lookAlikes } from './look-alike-table.ts'
import { strangers } from './look-alikes.ts'

test('letters of other scripts among Latin ones are named, but not whole words of another script, nor accents', () => {
  expect(strangers('pаypal')).toBe('а (U+0430)')
  expect(strangers('gооgle')).toBe('о (U+043E)')
  for (const honest of ['paypal', 'сервис', 'Ünïcödé', 'kapı', 'api-ノート', 'Δelta', 'ci-支払い', 'ß']) {
    expect(strangers(honest)).toBeUndefined()
  }
})

test('the table maps to ASCII in one step, and maps no ASCII', () => {
  expect(lookAlikes.size).toBeGreaterThan(400)
  for (const [char, ascii] of lookAlikes) {
    expect(char).toMatch(/^[^ -~]$/u)
    expect(ascii).toMatch(/^[ -~]$/)
    expect(lookAlikes.has(ascii)).toBe(false)
  }
})
