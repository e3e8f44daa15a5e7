import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { NoSecret, readAll, Unread, type Secret } from './secret.ts'
import { fileOf, linesOf } from './secrets-text.ts'

const secretOf = (name: string, read: Secret['read'] = async () => name): Secret => ({
  resource: 'tokens',
  name,
  is: 'value',
  isConfirmed: true,
  read,
  onHanded: () => undefined,
})

const awkward = fc.string({
  unit: fc.constantFrom(...'=+-@\'"\t\r\n,; aé😀|\\'.split(/(?:)/u)),
  minLength: 1,
  maxLength: 8,
})
const text = fc.oneof(awkward, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }))
const some = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 })

test('every secret of the file is read back as it is, and every name stays one cell', () => {
  fc.assert(
    fc.property(some, (pairs) => {
      const secrets = pairs.map(([name]) => secretOf(name))
      const file = fileOf(
        secrets,
        pairs.map(([, secret]) => secret),
      )
      const { data, errors } = Papa.parse<string[]>(file, { delimiter: ',' })
      expect(errors).toEqual([])
      expect(data[0]).toEqual(['Name', 'Secret', 'Kind'])
      expect(data.slice(1).map((cells) => cells[1])).toEqual(pairs.map(([, secret]) => secret))
      expect(data.every((cells) => cells.length === 3)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('every secret that is copied with others is read back as it is, one a line', () => {
  fc.assert(
    fc.property(some, (pairs) => {
      const lines = linesOf(
        pairs.map(([name]) => secretOf(name)),
        pairs.map(([, secret]) => secret),
      )
      const { data } = Papa.parse<string[]>(lines, { delimiter: '\t', newline: '\n' })
      expect(data.map((cells) => cells[1])).toEqual(pairs.map(([, secret]) => secret))
    }),
    { numRuns: 500 },
  )
})

test('a secret that needs no quotes has none, and never an apostrophe; a name that is a formula is disarmed', () => {
  const secrets = [secretOf('=WEBSERVICE("x")'), secretOf('ci\tdeploy')]
  expect(linesOf(secrets, ['=a+b"c', 'eyJ.e30.s'])).toBe(`"'=WEBSERVICE(""x"")"\t=a+b"c\n"ci\tdeploy"\teyJ.e30.s`)
  expect(fileOf([secretOf('ci')], ['-x@y'])).toBe('Name,Secret,Kind\r\nci,-x@y,value')
})

test('at most four secrets are read at a time, and they keep their order', async () => {
  let open = 0
  let most = 0
  const waiting: (() => void)[] = []
  const secrets = Array.from({ length: 11 }, (_, at) =>
    secretOf(String(at), async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise<void>((go) => waiting.push(go))
      open -= 1
      return `secret ${at}`
    }),
  )
  const all = readAll(secrets, undefined!, new AbortController().signal)
  for (let settled = 0; settled < secrets.length; settled += 1) {
    while (waiting.length === 0) await Promise.resolve()
    waiting.pop()?.()
    await new Promise((go) => setTimeout(go))
  }
  expect(await all).toEqual(secrets.map((_, at) => `secret ${at}`))
  expect(most).toBe(4)
})

test('the first secret that cannot be read is named, ends the other reads, and no more begin', async () => {
  const begun: string[] = []
  const ended: string[] = []
  const slow = (name: string) =>
    secretOf(name, (_, signal) => {
      begun.push(name)
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          ended.push(name)
          reject(new DOMException('ended', 'AbortError'))
        }),
      )
    })
  const bad = secretOf('bad', () => Promise.reject(new NoSecret('This token has no value.')))
  const all = readAll([slow('a'), slow('b'), bad, slow('c'), slow('d')], undefined!, new AbortController().signal)
  await expect(all).rejects.toMatchObject({ secret: { name: 'bad' }, cause: { message: 'This token has no value.' } })
  await expect(all).rejects.toBeInstanceOf(Unread)
  expect(begun).toEqual(['a', 'b', 'c'])
  expect(ended).toEqual(['a', 'b', 'c'])
})
