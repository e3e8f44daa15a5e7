import { posix } from 'node:path'
import { parseSync } from 'vite'

/** Words that meant something only here. None is part of an identifier, tests included. */
const bannedParts = 'curtain|dated|deed|desk|foreign|handed|knowing|knows|moment|telling|tick|ticks|told|world'.split(
  '|',
)

/** Ordinary words that were names of types. As the name of a variable or a member they may mean what they say. */
const bannedTypes = 'Act|Given|How|Kind|Place|Question|Questions|Seen|Windows|Words'.split('|')

/** Files that a program or a tool starts with. */
const entries = ['server/cli/main.ts', 'server/dev.ts', 'web/app/main.tsx']

const fewLines = 60

/** Files under 60 lines with one or two importers, and why they are no part of one of these. */
const shortFiles: Record<string, string> = {
  'api/list/redact.ts': 'the page and the console server drop secrets by the same reader',
  'server/keyed-semaphore.ts': 'an algorithm without a word of the server, for two routes',
  'server/session/encryption.ts': 'all cryptography of stored sessions',
  'server/session/origin.ts': 'the one rule against requests of other sites',
  'server/tls.ts': 'all about certificates, read at the start and again at a signal',
  'web/list/export-rows.ts': 'the one CSV out, of a page or of its selected rows',
  'web/list/row-sheets.tsx': 'the sheets of both pages',
  'web/secrets/secret-guard.ts': 'the search box and the palette keep secrets out by the same rule',
  'web/session/console-server-fetch.ts': 'in the session it would close a cycle of imports',
  'web/session/server-find.ts': 'the one response that arrives in lines',
  'web/session/startup-error.tsx': 'shown by the entry where the app cannot be loaded',
  'web/ui/theme.ts': 'the entry applies it before the menu that changes it is loaded',
  'web/users/backend.ts': 'how tasks of users become requests, apart from the hooks that start them',
  'web/users/hooks.ts': 'every endpoint of users by name',
  'web/users/password.ts': 'passwords, for the form and for the rows of an import',
}

const isTest = (file: string) => /\.test\.tsx?$|(^|\/)testing\//.test(file)
const parse = (file: string, text: string) => parseSync(file, text)

/** `createTokenWriter` → create, token, writer. */
const wordsIn = (identifier: string) => identifier.split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)

function isPrivate(identifier: string): boolean {
  const words = wordsIn(identifier)
  return (
    words.some((word) => bannedParts.includes(word.toLowerCase())) ||
    (words.length > 1 && words.at(-1) === 'Words') ||
    bannedTypes.includes(identifier)
  )
}

/** Every identifier in a syntax tree. */
function identifiersIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const child of node) identifiersIn(child, found)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return found
  if ('type' in node && 'name' in node && typeof node.name === 'string' && String(node.type).endsWith('Identifier'))
    found.add(node.name)
  for (const child of Object.values(node)) identifiersIn(child, found)
  return found
}

/** Exported names by the files that declare them. A schema and its type are one name of one file. */
function exportedTwice(files: Record<string, string>): string[] {
  const declared = new Map<string, Set<string>>()
  for (const [file, text] of Object.entries(files)) {
    for (const { entries: exported } of parse(file, text).module.staticExports) {
      for (const { exportName, moduleRequest } of exported) {
        if (moduleRequest !== null || exportName.name === null) continue
        declared.set(exportName.name, (declared.get(exportName.name) ?? new Set()).add(file))
      }
    }
  }
  return [...declared]
    .filter(([, where]) => where.size > 1)
    .map(([name, where]) => `${name} is exported by ${[...where].join(' and ')}`)
}

/** Files that are too short to be one, by their path. */
function shortAndServing(files: Record<string, string>): string[] {
  const importers = new Map<string, Set<string>>()
  const chunks = new Set(entries)
  for (const [file, text] of Object.entries(files)) {
    if (isTest(file)) continue
    const resolve = (from: string) =>
      from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(file), from.replace(/\?.*$/, ''))
    for (const { moduleRequest } of parse(file, text).module.staticImports) {
      const to = resolve(moduleRequest.value)
      importers.set(to, (importers.get(to) ?? new Set()).add(file))
    }
    for (const [, from = ''] of text.matchAll(/\bimport\(\s*['"]([^'"]+)/g)) chunks.add(resolve(from))
  }
  return Object.entries(files)
    .filter(([file, text]) => /\.tsx?$/.test(file) && !isTest(file) && text.trimEnd().split('\n').length < fewLines)
    .map(([file]) => file)
    .filter((file) => !chunks.has(file) && (importers.get(file)?.size ?? 0) < 3)
}

/** Faults in the names of these files; paths are relative to `src`. `reasons`: why a short file is one. */
export function namingFaults(files: Record<string, string>, reasons: Record<string, string> = shortFiles): string[] {
  const short = shortAndServing(files)
  return [
    ...exportedTwice(files),
    ...short.filter((file) => !(file in reasons)).map((file) => `${file} is short and serves one neighbour or two`),
    ...Object.keys(reasons)
      .filter((file) => !short.includes(file))
      .map((file) => `${file} needs no reason to be short`),
    ...(Object.keys(reasons).length > 15 ? ['more than fifteen short files have a reason'] : []),
    ...Object.entries(files).flatMap(([file, text]) =>
      [...identifiersIn(parse(file, text).program)]
        .filter(isPrivate)
        .map((name) => `${file}: ${name} has a word that is only known here`),
    ),
  ]
}
