import { describe, expect, test } from 'vitest'
import { createApiClient } from '#api/client/client.ts'
import { createFakeFetch } from '#api/testing/streams.ts'
import { unknownFieldsOf } from './unknown-fields.ts'

const dates = { created_at: 1, updated_at: 1, last_used_at: 1, updatedAt: 1 }
const secrets = { token: 's3cret', value: 'v', password: 'hash' }
const token = { id: 5, uuid: 'u', name: 'a', expiration_date: 2, active: 1, write: 1, ...dates, ...secrets }
const user = { id: 5, uuid: 'u', email: 'a', admin: 1, active: 1, ...dates, ...secrets }

function serviceOf(rows: readonly object[]) {
  const { fetch } = createFakeFetch(() => Response.json({ data: rows }))
  return createApiClient({ origin: 'http://service.test/', bearer: 'b', fetch })
}

const unknownFields = async (part: 'tokens' | 'users', rows: readonly object[]) =>
  (await serviceOf(rows)[part].list()).unknownFields

describe('fields that the console does not know', () => {
  test('are named once, in the order in which they are met; what is known, dates and secrets are none', async () => {
    const rows = [token, { ...token, description: 'for CI', scopes: [] }, { ...token, owner: '', description: 'x' }]
    expect(await unknownFields('tokens', rows)).toEqual(['description', 'scopes', 'owner'])
    expect(await unknownFields('users', [user, { ...user, phone: 1, write: true }])).toEqual(['phone', 'write'])
    expect(await unknownFields('tokens', [{ ...token, email: 'a' }])).toEqual(['email'])
    expect(await unknownFields('tokens', [token])).toEqual([])
    expect(await unknownFields('users', [user])).toEqual([])
  })

  test('that hold nothing cannot be cleared', async () => {
    expect(await unknownFields('tokens', [{ ...token, description: null }])).toEqual([])
  })

  test('are at most eight, each at most sixty characters and fit to show', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, 1]))
    expect(await unknownFields('tokens', [{ ...token, ...many }])).toHaveLength(8)
    const jwt = `eyJ${'a'.repeat(70)}.${'b'.repeat(70)}`
    const odd = { ...token, ['x'.repeat(200)]: 1, 'line\u2028break\u202e': 1, [jwt]: 1, ' ': 1 }
    expect(await unknownFields('tokens', [odd])).toEqual([`${'x'.repeat(59)}…`, 'line break', '•••'])
  })

  test('are looked for among 64 names, however many a hostile list has', async () => {
    const hostile = Object.fromEntries(Array.from({ length: 500 }, (_, index) => ['\u0001'.repeat(index + 1), 1]))
    expect(unknownFieldsOf(hostile, new Set())).toHaveLength(64)
    expect(await unknownFields('tokens', [{ ...token, ...hostile, description: 1 }])).toEqual([])
    const rows = Array.from({ length: 64 }, (_, index) => ({ ...token, ['\u0001'.repeat(index + 1)]: 1 }))
    expect(await unknownFields('tokens', [...rows, { ...token, description: 1 }])).toEqual([])
    expect(await unknownFields('tokens', [...rows.slice(1), { ...token, description: 1 }])).toEqual(['description'])
  })
})
