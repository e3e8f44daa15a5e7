import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { secretsAsCsv, secretsAsTsv, readSecrets } from './copy-secrets.ts'
import { SecretNotFoundError, type Secret } from './secret.ts'

const secretOf = (name: string, read: Secret['read'] = async () => name): Secret => ({
  name,
  kind: 'value',
  read,
  warning: () => undefined,
  onCopied: () => undefined,
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
      const file = secretsAsCsv(pairs.map(([name, text]) => ({ secret: secretOf(name), text })))
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
      const lines = secretsAsTsv(pairs.map(([name, text]) => ({ secret: secretOf(name), text })))
      const { data } = Papa.parse<string[]>(lines, { delimiter: '\t', newline: '\n' })
      expect(data.map((cells) => cells[1])).toEqual(pairs.map(([, secret]) => secret))
    }),
    { numRuns: 500 },
  )
})

test('a secret that needs no quotes has none, and never an apostrophe; a name that is a formula is disarmed', () => {
  const texts = [
    { secret: secretOf('=WEBSERVICE("x")'), text: '=a+b"c' },
    { secret: secretOf('ci\tdeploy'), text: 'eyJ.e30.s' },
  ]
  expect(secretsAsTsv(texts)).toBe(`"'=WEBSERVICE(""x"")"\t=a+b"c\n"ci\tdeploy"\teyJ.e30.s`)
  expect(secretsAsCsv([{ secret: secretOf('ci'), text: '-x@y' }])).toBe('Name,Secret,Kind\r\nci,-x@y,value')
})

test('at most four secrets are read at a time, and they keep their order', async () => {
  let open = 0
  let most = 0
  const waiting: (() => void)[] = []
  const secrets = Array.from({ length: 11 }, (_, index) =>
    secretOf(String(index), async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise<void>((go) => waiting.push(go))
      open -= 1
      return `secret ${index}`
    }),
  )
  const all = readSecrets(secrets, new AbortController().signal)
  for (let settled = 0; settled < secrets.length; settled += 1) {
    while (waiting.length === 0) await Promise.resolve()
    waiting.pop()?.()
    await new Promise((go) => setTimeout(go))
  }
  expect((await all).texts).toEqual(secrets.map((secret, index) => ({ secret, text: `secret ${index}` })))
  expect(most).toBe(4)
})

test('a secret that cannot be read is told on its own, and the others are read', async () => {
  const error = new SecretNotFoundError('This token has no value.')
  const [a, bad, b] = [secretOf('a'), secretOf('bad', () => Promise.reject(error)), secretOf('b')]
  const { signal } = new AbortController()
  expect(await readSecrets([a, bad, b], signal)).toEqual({
    texts: [
      { secret: a, text: 'a' },
      { secret: b, text: 'b' },
    ],
    leftOut: [{ name: 'bad', word: 'could not be read', detail: 'This token has no value.' }],
  })
  await expect(readSecrets([bad], signal)).rejects.toThrow(
    'Left out: “bad” (could not be read). This token has no value.',
  )
})

test('the end of the session ends all reads', async () => {
  const over = new AbortController()
  const slow = secretOf(
    'a',
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const all = readSecrets([slow], over.signal)
  over.abort()
  await expect(all).rejects.toBe(over.signal.reason)
})
