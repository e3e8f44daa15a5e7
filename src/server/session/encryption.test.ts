import { expect, test } from 'vitest'
import { encryptionKey } from './encryption.ts'

const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

test('what is sealed opens with its key, in its place and for its service alone, and unchanged', () => {
  const key = encryptionKey(first, 'https://query.example')
  const sealed = key.encrypt('secret', 'here')
  expect(sealed).not.toContain('secret')
  expect(key.encrypt('secret', 'here'), 'each time with another nonce').not.toBe(sealed)
  expect(encryptionKey(first, 'https://query.example').decrypt(sealed, 'here')).toBe('secret')
  expect(key.decrypt(sealed, 'there')).toBeUndefined()
  expect(encryptionKey(first, 'https://other.example').decrypt(sealed, 'here')).toBeUndefined()
  expect(encryptionKey(second, 'https://query.example').decrypt(sealed, 'here')).toBeUndefined()
  const parts = sealed.split('.')
  for (const index of parts.keys()) {
    const changed = parts.map((part, place) =>
      place === index ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part,
    )
    expect(key.decrypt(changed.join('.'), 'here')).toBeUndefined()
  }
  for (const broken of ['', '.', 'x', parts.slice(0, 2).join('.')]) expect(key.decrypt(broken, 'here')).toBeUndefined()
})

test('a name is the same for the same text, and another one for another kind, key or service', () => {
  const name = (secret: Uint8Array, service: string, kind: string) =>
    encryptionKey(secret, service).nameOf(kind, 'text')
  const names = [
    name(first, 'https://query.example', 'session'),
    name(first, 'https://query.example', 'person'),
    name(second, 'https://query.example', 'session'),
    name(first, 'https://other.example', 'session'),
  ]
  expect(new Set(names).size).toBe(4)
  expect(name(first, 'https://query.example', 'session')).toBe(names[0])
})
