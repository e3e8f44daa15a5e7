import { expect, test } from 'vitest'
import { normalizedKey } from './keyboard.ts'

test.each<[string, Parameters<typeof normalizedKey>[0], string | undefined]>([
  ['a Latin letter', { key: 'k', code: 'KeyK' }, 'k'],
  ['a Latin letter of another layout than its place', { key: 'z', code: 'KeyY' }, 'z'],
  ['a Cyrillic letter', { key: 'л', code: 'KeyK' }, 'k'],
  ['a Greek letter', { key: 'ν', code: 'KeyN' }, 'n'],
  ['a sign', { key: '?', code: 'Minus' }, '?'],
  ['a key with a name', { key: 'Delete', code: 'Delete' }, 'Delete'],
  ['a field that the browser fills', {}, undefined],
  ['a word that is being composed', { key: 'Enter', isComposing: true }, undefined],
  ['the last key of it in Safari', { key: 'Enter', keyCode: 229 }, undefined],
])('%s', (_says, event, key) => expect(normalizedKey(event)).toBe(key))
