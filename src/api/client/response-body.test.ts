import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSecretBody, byteLength, ensureListBegins } from './response-body.ts'
import { getProblem, invalidResponseError } from '#api/problem.ts'
import { streamedResponse } from '#api/testing/streams.ts'
import { StoredToken } from '#api/token.ts'
import { StoredUser } from '#api/user.ts'
import { sendRequest } from './request.ts'
import { anyText } from '#api/testing/sample-texts.ts'

const rowFrom = (text: string): unknown => JSON.parse(text)
const tokenFrom = (json: unknown) => StoredToken.safeParse(json).data
const userFrom = (json: unknown) => StoredUser.safeParse(json).data
const send = (response: Response) =>
  sendRequest(() => Promise.resolve(response), 'http://service/', {}, { first: 1000 })
const secret = async (body: string, status = 200) => parseSecretBody(status, body)

describe('a row', () => {
  test('whose moment is beyond 2^53 or a fraction shows it as unreadable', () => {
    for (const instant of ['9007199254740993', '1.1234567890123456789', '1e400', '"1900000000"'])
      expect(tokenFrom(rowFrom(`{"name":"a","expiration_date":${instant}}`))?.expiration_date).toBe('?')
  })

  test('whose name is no text cannot be read, a long number neither', () => {
    for (const row of [
      '{"name":12345678901234567890,"updated_at":12345678901234567890}',
      '{"name":null}',
      '{}',
      '[]',
      '7',
      '"a"',
      '["name"]',
    ])
      expect(tokenFrom(rowFrom(row)), row).toBeUndefined()
  })

  test('loses its secret, password and everything else that is not named', () => {
    const extra =
      '"token":"s3cret","value":"s3cret","password":"s3cret","hash":"s3cret","uuid":"s3cret","id":7,"created_at":1,"updated_at":2,"expiration_date":3,"__proto__":{"token":"s3cret"}'
    const token = tokenFrom(rowFrom(`{"name":"a","active":1,"write":0,${extra}}`))
    const user = userFrom(rowFrom(`{"email":"a@b","active":1,"admin":"0",${extra}}`))
    expect(Object.keys(token ?? {}).sort()).toEqual([
      'active',
      'created_at',
      'expiration_date',
      'name',
      'updated_at',
      'write',
    ])
    expect(Object.keys(user ?? {}).sort()).toEqual(['active', 'admin', 'created_at', 'email', 'updated_at'])
    expect(JSON.stringify([token, user, Object.getPrototypeOf(token)])).not.toContain('s3cret')
    expect(user?.admin).toBe(false)
  })

  test('of a hostile name is a row like any other', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '\ud800', '', ' ', '\u0000'])
      expect(tokenFrom(rowFrom(JSON.stringify({ name, active: true, write: false })))).toMatchObject({
        name,
        active: true,
        write: false,
      })
  })

  test('without flags or moments has unknown ones', () => {
    expect(tokenFrom(rowFrom('{"name":"a","active":"perhaps"}'))).toEqual({
      name: 'a',
      active: undefined,
      write: undefined,
      expiration_date: undefined,
      created_at: undefined,
      updated_at: undefined,
    })
  })
})

describe('a value', () => {
  test('is found in every spelling', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText().filter((text) => text !== ''),
        async (value) => {
          const spelled = [
            { data: [{ token: value }] },
            { data: { token: value } },
            { data: value },
            { value },
            { token: value },
            [{ token: value }],
            value,
          ]
          for (const body of spelled) expect(await secret(`\ufeff ${JSON.stringify(body)}\n`.slice(1))).toBe(value)
        },
      ),
    )
  })

  test('in plain text is the text', async () => {
    for (const value of ['abc.def-ghi', '1234', 'true', '/+=', '0x']) expect(await secret(` ${value}\n`)).toBe(value)
  })

  test('of an unknown name is none', async () => {
    for (const body of ['{"data":[]}', '[]', '""', '{"value":""}', 'null', '{"data":null}'])
      expect(await secret(body)).toBeUndefined()
  })

  test('is never guessed at, and no Problem quotes it', async () => {
    const bodies = [
      '{"data":[{"token":"s3cret"}',
      '{"data":[{"tokn":"s3cret"}]}',
      '{"token":7}',
      '{}',
      's3cret with blanks',
      '"s3cret',
      '[s3cret]',
      '{s3cret}',
      '<p>s3cret',
      '',
      ' ',
      'gehe\u0457m-s3cret',
    ]
    for (const body of bodies) {
      const problem = await secret(body).then(
        (value) => expect.unreachable(`${body} gave ${value}`),
        (error: unknown) => getProblem(error),
      )
      expect(problem?.kind, body).toBe('unreadable')
      if (!body.startsWith('<')) expect(JSON.stringify(problem)).not.toMatch(/s3cret|JSON\b|position/)
    }
  })
})

describe('whether an access token may read a list', () => {
  const opens = async (...pieces: string[]) => ensureListBegins(await send(streamedResponse(pieces)))

  test('is known from the beginning of a list, however slowly it comes', async () => {
    await expect(opens('[')).resolves.toBeUndefined()
    await expect(opens('', ' ', '\n', '{"data"')).resolves.toBeUndefined()
    await expect(opens('\ufeff[]')).resolves.toBeUndefined()
  })

  test.each([
    ['nothing', ['']],
    ['blanks', [' ', '\n']],
    ['a text', ['OK']],
    ['a page', ['<html>']],
    ['a value', ['"x"']],
  ])('is no where the service answers with %s', async (_, pieces) =>
    expect(getProblem(await opens(...pieces).catch((error: unknown) => error))?.kind).toBe('unreadable'),
  )

  test('does not need the rest of the list', async () => {
    let cancelled = false
    await ensureListBegins(await send(streamedResponse(['[{"name":"a"},', '{'], {}, () => (cancelled = true))))
    expect(cancelled).toBe(true)
  })
})

test('sizes are bytes, not letters', () => {
  expect(byteLength('é😀')).toBe(6)
  expect(invalidResponseError('json', 200, 5, 'x').problem).toEqual({
    kind: 'unreadable',
    status: 200,
    received: { form: 'json' },
    bytes: 5,
    at: ['x'],
  })
})
