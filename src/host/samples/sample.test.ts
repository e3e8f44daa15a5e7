import { describe, expect, test } from 'vitest'
import { hostHeader } from '#contract/console-host.ts'
import { securityHeaders } from '#host/headers.ts'
import { caddySample } from './caddy.ts'
import { nginxSample } from './nginx.ts'
import { passedOnHere, sampleSettings } from './sample.ts'
import { SettingsError } from '#host/settings.ts'

const given = ['--service', 'https://query.example.org/q/', '--root', '/srv/page', '--listen', '8080']

describe.each([
  ['nginx', nginxSample],
  ['caddy', caddySample],
])('the sample for %s', (server, sampleOf) => {
  const { sample } = sampleSettings([server, ...given])
  const text = sampleOf(sample)

  test('sends every header of the host to the letter, but not the one that says it is our host', () => {
    for (const [name, value] of securityHeaders) {
      const line = `${name} "${value}"`
      if (name === hostHeader) expect(text).not.toContain(line)
      else expect(text).toContain(line)
    }
  })

  test('passes on the calls of the contract to their exact addresses, with the Host of the service', () => {
    for (const { path, methods } of passedOnHere) {
      expect(text).toContain(server === 'nginx' ? `location = ${path} {` : `path ${path}\n`)
      expect(text).toContain(methods.join(server === 'nginx' ? '|' : ' '))
      expect(text).toContain(server === 'nginx' ? `https://query.example.org/q${path};` : `rewrite * /q${path}?{query}`)
    }
    expect(text).toMatch(/Host query\.example\.org[;\n]/)
  })

  test('asks for no more than the host takes, listens on this machine and verifies the service', () => {
    expect(text).toMatch(/64(k;|KiB)/)
    expect(text).toContain('127.0.0.1:8080')
    expect(text).not.toMatch(/ssl_verify off|insecure/)
    expect(text).not.toMatch(/undefined|NaN|\[object/)
  })
})

test.each([
  [['apache', ...given], /^Name the web server/],
  [given, /^Name the web server/],
  [['nginx', 'caddy', ...given], /^Name the web server/],
  [['nginx', ...given.slice(2)], /^--service /],
  [['nginx', '--service', 'https://a:geheim@b', ...given.slice(2)], /^--service /],
  [['nginx', '--service', 'https://b/;evil', ...given.slice(2)], /^--service /],
  [['nginx', '--service', 'ftp://b', ...given.slice(2)], /^--service /],
  [['nginx', ...given, '--listen', '0'], /^--listen /],
  [['nginx', ...given, '--listen', '80;'], /^--listen /],
  [['nginx', ...given, '--root', 'a"b'], /^--root /],
  [['nginx', ...given, '--root', 'a$b'], /^--root /],
  [['nginx', ...given, '--prefix', 'a\nb'], /^--prefix /],
  [['nginx', ...given, '--geheim'], /^Unknown argument /],
  [['nginx', '--service', 'https://b', '--listen', '80'], /^Name the directory/],
])('%j is refused in a sentence', (args, sentence) => {
  const message = messageOf(args)
  expect(message).toMatch(sentence)
  expect(message).not.toContain('geheim')
})

function messageOf(args: string[]): string {
  try {
    sampleSettings(args)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'taken as it is'
}
