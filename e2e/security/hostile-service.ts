import { probesFor } from './payloads.ts'

/** The body of a hostile list, and how many of its rows have a name. */
export interface HostileList {
  body: string
  named: number
  unnamed: number
}

/** Part of every secret in the rows: no page may show it. */
export const canary = 'CANARY7f3a'

/** Makes hostile answers; the same `random` makes the same ones. */
export function hostility(random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const chance = (share: number) => random() < share
  const probes = probesFor('http://127.0.0.1:9/')
  const unicode = () =>
    String.fromCodePoint(...Array.from({ length: 1 + Math.floor(random() * 12) }, () => Math.floor(random() * 0x2ffff)))
  const text = (): string => {
    const made = pick([
      () => pick(probes),
      () => pick(texts),
      unicode,
      () =>
        pick(['a', 'é', '\u202e', '💥', '<', '\u0000', '﷽', 'z\u0301\u0302\u0303']).repeat(
          1 + Math.floor(random() * 3000),
        ),
      () => `${pick(probes)}${pick(texts)}${unicode()}`,
      () => `${pick(texts)}${pick(texts)}`,
    ])()
    return made
  }
  const spelledMoment = () =>
    pick([...moments, () => JSON.stringify(text()), () => String(Math.floor(random() * 4e12))])()
  const spelledFlag = () => pick([...flags, () => JSON.stringify(text())])()
  const spelledName = (at: string): [spelled: string, named: boolean] => {
    if (chance(0.03)) return [pick(noNames), false]
    // Most names are unique: duplicates are only one of many cases.
    return [JSON.stringify(chance(0.03) ? pick(texts) : `${text()}${at}`), true]
  }
  const row = (key: 'name' | 'email', at: string): { text: string; named: boolean } => {
    const [name, named] = spelledName(at)
    const fields = [
      `${JSON.stringify(key)}:${name}`,
      ...['expiration_date', 'created_at', 'updated_at'].map((field) => `"${field}":${spelledMoment()}`),
      ...['active', 'write', 'admin'].map((field) => `"${field}":${spelledFlag()}`),
      `"token":${JSON.stringify(`${canary}${at}`)}`,
      `"password":${JSON.stringify(`${canary}${at}`)}`,
      ...(named && chance(0.2) ? [pick(extras)] : []),
    ]
    return { text: `{${fields.filter((_, place) => place === 0 || !chance(0.05)).join()}}`, named }
  }
  return {
    text,
    /** A list of `count` rows. The last one is named `mark`. */
    list(key: 'name' | 'email', count: number, mark: string): HostileList {
      const rows = Array.from({ length: count - 1 }, (_, at) => row(key, `${mark}.${at}`))
      rows.push({ text: JSON.stringify({ [key]: mark, active: true, write: false }), named: true })
      const named = rows.filter((row) => row.named).length
      return { body: `{"data":[${rows.map((row) => row.text).join()}]}`, named, unnamed: count - named }
    },
    /** A refusal whose message begins with `mark`. */
    refusal(mark: string): { status: number; body: string; type: string } {
      const message = `${mark} ${text()}`
      const status = pick([400, 409, 418, 422, 429, 500, 503])
      const nested = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
      return pick([
        { status, type: 'application/json', body: JSON.stringify({ error: message, stack: `${canary}` }) },
        { status, type: 'application/json', body: JSON.stringify({ message: { detail: message } }) },
        { status, type: 'application/json', body: `{"error":${JSON.stringify(message)},"deep":${nested}}` },
        { status, type: 'application/problem+json', body: JSON.stringify({ title: message, type: 'javascript:1' }) },
        { status, type: 'application/json', body: JSON.stringify(message) },
        { status, type: 'text/plain', body: message },
      ])
    },
  }
}

const texts: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'a.b[0]',
  '../x',
  '..\\..\\x',
  '%2e%2e%2f',
  '/_/token',
  '?name=x#y',
  '\ud800',
  '\udfff\ud800',
  'x\udc00',
  '\u202egnp.exe',
  '\u2066\u2067\u2068x',
  '\u200b\u200d\ufeff',
  '\u0000\u0001\u001b[31m\u007f\u0085',
  'line\nbreak\r\n\ttab\u2028\u2029',
  'аdmin',
  '=HYPERLINK("http://127.0.0.1:9/","x")',
  'undefined',
  'null',
  'NaN',
  '[object Object]',
  '',
  ' ',
  '\u00a0',
  '%s%d%o%c',
  '&lt;b&gt;&#x3c;',
  '"]}',
  "'; DROP TABLE token; --",
  '{"__proto__":{"isAdmin":true}}',
]

const noNames = ['null', '42', 'true', '[]', '{}', '["<b>x</b>"]', '{"toString":1}', '1e999'] as const

const moments = [
  '0',
  '-0',
  '-1',
  '1e999',
  '-1e999',
  '1e-400',
  '1.5',
  '9007199254740993',
  '123456789012345678901234567890',
  '-99999999999999999999',
  '8640000000000001',
  '1795000000000',
  '1795000000',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '"NaN"',
  '"Infinity"',
  '"2026-02-30"',
  '"+275760-09-13T00:00:00Z"',
  '"-271821-04-20"',
  '"2026-11-21T12:00:00.123456789+14:00"',
  '"1795000000000"',
  '"javascript:alert(1)"',
].map((spelled) => () => spelled)

const flags = ['true', 'false', '0', '1', '"0"', '"true"', '2', 'null', '"yes"', '[]', '{"a":1}', '-0', '1e999'].map(
  (spelled) => () => spelled,
)

const extras = [
  '"__proto__":{"name":"polluted","active":true,"isAdmin":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"toJSON":"x"',
  '"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=window.injected=1>"}',
  '"$$typeof":"Symbol(react.element)","type":"script","props":{"children":"window.injected=1"}',
  '"ref":"x","key":"y","children":["<b>"]',
  '"name":"of a second name"',
  `"deep":${'['.repeat(200)}${']'.repeat(200)}`,
  `"wide":"${'x'.repeat(20_000)}"`,
  '"carried":{"fingerprint":"<b>","claims":{"iat":1e999,"exp":"x"},"yours":1}',
] as const
