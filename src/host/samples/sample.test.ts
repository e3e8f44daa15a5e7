import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hostHeader, sentHeader, serviceDateHeader } from '#contract/console-host.ts'
import { caching, fileTypes, hashed } from '#host/files.ts'
import { securityHeaders } from '#host/headers.ts'
import { limits } from '#host/limits.ts'
import { passedOnHere, withheld } from './sample.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

describe.each([
  ['nginx.conf', 'proxy_hide_header ', ';'],
  ['Caddyfile', 'header_down -', '\n'],
])('%s', (name, hides, end) => {
  const text = read(name)
  const isNginx = name === 'nginx.conf'

  test('sends every header of the console server to the letter, but not the one by which the page knows it', () => {
    for (const [header, value] of securityHeaders) {
      const line = `${header} "${value}"`
      if (header === hostHeader) expect(text).not.toContain(line)
      else expect(text).toContain(line)
    }
    expect(text).toContain(`${sentHeader} `)
    for (const value of [caching.hashed, caching.other]) expect(text).toContain(value)
    expect(text).toContain(isNginx ? hashed.source.slice(1) : hashed.source)
  })

  test('passes on the calls of the contract to their exact addresses, with the Host of the service, and no others', () => {
    const paths = passedOnHere.map(({ path }) => path)
    const namedPaths = [...text.matchAll(isNginx ? /location = (\/_\/\S+) \{/g : /@call\d path (\S+)/g)].map(
      ([, path]) => path,
    )
    expect(namedPaths).toEqual(paths)
    for (const { path, methods } of passedOnHere) {
      expect(text).toContain(isNginx ? `^(${methods.join('|')})$` : `not method ${methods.join(' ')}\n`)
      expect(text).toContain(`"${methods.join(', ')}"`)
      expect(text).toContain(isNginx ? `proxy_pass https://query.example.org${path};` : `rewrite * ${path}?{query}\n`)
    }
    expect(text).toContain(`Host query.example.org${end}`)
  })

  test('keeps from the page what the console server keeps from it', () => {
    const each = isNginx ? 1 : passedOnHere.length
    for (const header of withheld) expect(text.split(`${hides}${header}${end}`), header).toHaveLength(each + 1)
    if (isNginx) expect(text).toContain(`${serviceDateHeader} $upstream_http_date`)
  })

  test('waits and takes no more than the console server does, listens on this machine and verifies the service', () => {
    const seconds = (ms: number) => `${ms / 1000}s`
    const times = isNginx
      ? [
          ['client_header_timeout', limits.headers],
          ['client_body_timeout', limits.upload],
          ['keepalive_timeout', limits.keepAlive],
          ['proxy_connect_timeout', limits.connect],
          ['proxy_read_timeout', limits.firstByte],
        ]
      : [
          ['read_header', limits.headers],
          ['read_body', limits.upload],
          ['idle', limits.keepAlive],
          ['dial_timeout', limits.connect],
          ['response_header_timeout', limits.firstByte],
        ]
    for (const [word, ms] of times) expect(text).toContain(`${word} ${seconds(Number(ms))}`)
    expect(text).toContain(
      isNginx ? `client_max_body_size ${limits.body / 1024}k;` : `max_size ${limits.body / 1024}KiB`,
    )
    expect(text).toContain('127.0.0.1:8080')
    expect(text).not.toMatch(/ssl_verify off|insecure/)
  })
})

test('nginx names the type of every file, and answers none of its own errors as HTML', () => {
  const text = read('nginx.conf')
  for (const [ending, type] of Object.entries(fileTypes)) expect(text).toContain(`"${type}" ${ending.slice(1)};`)
  const statuses = [400, 403, 404, 405, 408, 411, 413, 414, 416, 494, 500, 501, 502, 503, 504, 505]
  for (const status of statuses) expect(text).toMatch(new RegExp(`error_page ${status} =\\d{3} /.error/${status};`))
})
