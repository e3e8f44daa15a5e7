import { posix } from 'node:path'
import { parseSync } from 'vite'

/** The layers and packages that each layer may import. Tests may import anything. */
const layers: Record<string, { layers: string[]; packages: RegExp }> = {
  api: { layers: [], packages: /^zod\/mini$/ },
  'reference-service': {
    layers: [],
    packages: /^(zod(\/.*)?|node:.*|hono(\/.*)?|libsql|@node-rs\/argon2|jose)$/,
  },
  server: { layers: ['api'], packages: /^(zod(\/.*)?|node:.*|prom-client|@redis\/client)$/ },
  web: {
    layers: ['api'],
    packages:
      /^(zod\/mini|react|react\/jsx-runtime|react-dom(\/client)?|react-error-boundary|@tanstack\/[\w-]+|react-hook-form|@hookform\/resolvers(\/[\w-]+)?|react-aria-components|papaparse|lucide-react|@fontsource-variable\/.*)$/,
  },
}
/** The folders of the page, each after those that it may import. */
const levels: readonly (readonly string[])[] = [
  ['ui'],
  ['router', 'session'],
  ['resource'],
  ['jobs'],
  ['secrets'],
  ['forms', 'import'],
  ['list', 'service'],
  ['tokens', 'users'],
  ['app'],
]
/** Files that may compare resource names. All others look resources up in a table. */
const descriptions = /^(api\/(token|user)\.ts$|web\/(tokens|users)\/)/
/** What makes a request. In these folders only their `hooks.ts` imports it: it lists every request of its page. */
const requests = new Set(['createRow', 'runAction', 'useActionMutation', 'useMutation', 'useQuery'])
const pages = /^web\/(tokens|users)\/(?!hooks\.ts$)/
/** The one file of the page that asks for the value of a token. */
const valueReader = 'web/tokens/reveal-value.tsx'
const mostFiles = 25
const mostLines = 450
const banned = /(^|[/-])(utils?|helpers?|common|types|managers?|data|info|index)(?=[/.-])/
const wellNamed = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.module|\.test|\.e2e|\.d)?\.\w+$/
const documented = ['api', 'server']

const isTest = (file: string) => /\.test\.tsx?$|(^|\/)testing\//.test(file)
const layerOf = (file: string) => file.split('/')[0] ?? ''
/** `web/tokens`. */
const folderOf = (file: string) => file.split('/').slice(0, 2).join('/')
/** The level of a folder of the page; undefined: it has none. */
function levelOf(file: string): number | undefined {
  const [layer, folder = ''] = file.split('/')
  const level = levels.findIndex((folders) => folders.includes(folder))
  return layer !== 'web' || level < 0 ? undefined : level
}

interface Module {
  file: string
  text: string
  parsed: ReturnType<typeof parseSync>
  imports: { from: string; dynamic: boolean }[]
  /** What its static imports name in the other module. */
  importedNames: string[]
}

function read(file: string, text: string): Module {
  const parsed = parseSync(file, text)
  const { staticImports, staticExports } = parsed.module
  const commented = ({ index }: RegExpExecArray) =>
    parsed.comments.some(({ start, end }) => start <= index && index < end)
  // The parser reports dynamic imports as offsets, and omits those in types.
  const dynamic = [...text.matchAll(/\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"`]([^'"`]+)/g)].filter(
    (found) => !commented(found),
  )
  return {
    file,
    text,
    parsed,
    importedNames: staticImports.flatMap(({ entries }) => entries.map(({ importName }) => importName.name ?? '*')),
    imports: [
      ...staticImports.map(({ moduleRequest }) => ({ from: moduleRequest.value, dynamic: false })),
      ...staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) =>
          moduleRequest === null ? [] : [{ from: moduleRequest.value, dynamic: false }],
        ),
      ),
      ...dynamic.map(([, from = '']) => ({ from, dynamic: true })),
    ],
  }
}

/** The file that an import refers to; undefined for a package. */
function target(file: string, from: string): string | undefined {
  const path = from.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') || path.startsWith('/') ? posix.join(posix.dirname(file), path) : undefined
}

function requestFaults({ file, text, importedNames }: Module): string[] {
  if (isTest(file)) return []
  const imported = pages.test(file) ? importedNames.filter((name) => requests.has(name)) : []
  const readsValue = layerOf(file) === 'web' && file !== valueReader && /\btokens\??\.value\(/.test(text)
  return [
    ...imported.map((name) => `only hooks.ts may import ${name}`),
    ...(readsValue ? [`only ${valueReader} may read a value`] : []),
  ]
}

function importFaults({ file, imports }: Module): string[] {
  const layer = layerOf(file)
  const rule = layers[layer]
  return imports.flatMap(({ from, dynamic }) => {
    const to = target(file, from)
    if (/(^|\/)\.\.(\/|$)/.test(from)) return [`imports upwards: ${from}`]
    if (isTest(file) || rule === undefined) return []
    if (to === undefined) {
      // The starter builds first if there is no build.
      if (file.endsWith('.mjs') && dynamic && from === 'vite') return []
      if (!rule.packages.test(from)) return [`${layer} may not use the package ${from}`]
      return file.startsWith('web/ui/') && from === '@tanstack/react-query' ? ['ui knows no query'] : []
    }
    if (isTest(to) || layerOf(to) === 'e2e') return [`imports what is for tests: ${from}`]
    const other = layerOf(to)
    if (layer === 'server' && other === 'reference-service')
      return dynamic ? [] : ['server may import reference-service only dynamically']
    if (other !== layer && !rule.layers.includes(other)) return [`${layer} may not import ${other}`]
    if (file.startsWith('web/ui/') && !to.startsWith('web/ui/')) return [`ui may not import ${to}`]
    const [importingLevel, importedLevel] = [levelOf(file), levelOf(to)]
    const isSame = folderOf(file) === folderOf(to)
    return importingLevel === undefined || importedLevel === undefined || isSame || importedLevel < importingLevel
      ? []
      : [`${folderOf(file)} may not import ${folderOf(to)}`]
  })
}

function formFaults({ file, text, parsed }: Module): string[] {
  const faults: string[] = []
  const lines = text.trimEnd().split('\n').length
  if (lines > mostLines) faults.push(`${lines} lines`)
  if (banned.test(file)) faults.push('a banned name')
  if (!wellNamed.test(file)) faults.push('not kebab-case')
  const exported = parsed.module.staticExports.flatMap(({ entries }) => entries)
  if (exported.some(({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default'))
    faults.push('a default export')
  const again = exported.filter(({ moduleRequest }) => moduleRequest !== null)
  if (
    again.some(({ exportName }) => exportName.kind === 'None') ||
    (again.length > 0 && again.length === exported.length)
  )
    faults.push('a barrel')
  if (isTest(file)) return faults
  const comparison = /[!=]==? '(tokens|users)'|'(tokens|users)' [!=]==?/.exec(text)?.[0]
  if (comparison !== undefined && !descriptions.test(file)) faults.push(`asks which resource it is: ${comparison}`)
  if (!documented.includes(layerOf(file))) return faults
  const documentedExports = new Map<string, boolean>()
  for (const { start, entries } of parsed.module.staticExports) {
    const comment = parsed.comments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === '')
    for (const { exportName, moduleRequest } of entries) {
      if (moduleRequest !== null) continue
      const name = exportName.name ?? '*'
      // A schema and its type share one name and one docstring.
      documentedExports.set(
        name,
        documentedExports.get(name) === true || (comment?.type === 'Block' && comment.value.startsWith('*')),
      )
    }
  }
  for (const [name, is] of documentedExports) if (!is) faults.push(`no docstring on ${name}`)
  return faults
}

/** Folders with too many source files. */
function crowded(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (!isTest(file)) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > mostFiles).map(([folder, count]) => `${folder}: ${count} files`)
}

/** All faults of these files; paths are relative to `src`. */
export function faultsOf(files: Record<string, string>): string[] {
  const modules = Object.entries(files).map(([file, text]) => read(file, text))
  return [
    ...modules.flatMap((module) =>
      [...importFaults(module), ...requestFaults(module), ...formFaults(module)].map(
        (fault) => `${module.file}: ${fault}`,
      ),
    ),
    ...crowded(modules.map(({ file }) => file)),
  ]
}
