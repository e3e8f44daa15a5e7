import { posix } from 'node:path'
import { parseSync } from 'vite'

/** Who may import whom, and which packages a house may use. Tests may look everywhere. */
const houses: Record<string, { houses: string[]; packages: RegExp }> = {
  contract: { houses: [], packages: /^zod\/mini$/ },
  reference: {
    houses: [],
    packages: /^(zod(\/.*)?|node:.*|hono(\/.*)?|@hono\/node-server(\/.*)?|libsql|lossless-json|@node-rs\/argon2|jose)$/,
  },
  host: { houses: ['contract'], packages: /^(zod(\/.*)?|node:.*|hono(\/.*)?|@hono\/node-server(\/.*)?)$/ },
  web: {
    houses: ['contract'],
    packages:
      /^(zod\/mini|react|react\/jsx-runtime|react-dom(\/client)?|@tanstack\/[\w-]+|react-hook-form|@hookform\/resolvers(\/[\w-]+)?|react-aria-components|@internationalized\/date|lucide-react|@fontsource-variable\/.*)$/,
  },
}
/** Pages that never import each other. */
const pages = ['web/tokens', 'web/users', 'web/session']
const banned = /(^|[/-])(utils?|helpers?|common|types|managers?|data|info|index)(?=[/.-])/
const wellNamed = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.module|\.test|\.e2e|\.d)?\.\w+$/
const documented = ['contract', 'host']

const isTest = (file: string) => /\.test\.tsx?$|(^|\/)testing\//.test(file)
const houseOf = (file: string) => file.split('/')[0] ?? ''
const pageOf = (file: string) => pages.find((page) => file.startsWith(`${page}/`))

interface Module {
  file: string
  text: string
  parsed: ReturnType<typeof parseSync>
  imports: { from: string; dynamic: boolean }[]
}

function read(file: string, text: string): Module {
  const parsed = parseSync(file, text)
  const { staticImports, staticExports } = parsed.module
  const commented = ({ index }: RegExpExecArray) =>
    parsed.comments.some(({ start, end }) => start <= index && index < end)
  // The parser gives dynamic imports as offsets, and those in types not at all.
  const dynamic = [...text.matchAll(/\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"`]([^'"`]+)/g)].filter(
    (found) => !commented(found),
  )
  return {
    file,
    text,
    parsed,
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

/** The file of our own that an import means, or undefined for a package. */
function target(file: string, from: string): string | undefined {
  const path = from.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') || path.startsWith('/') ? posix.join(posix.dirname(file), path) : undefined
}

function importFaults({ file, imports }: Module): string[] {
  const house = houseOf(file)
  const rule = houses[house]
  return imports.flatMap(({ from, dynamic }) => {
    const to = target(file, from)
    if (/(^|\/)\.\.(\/|$)/.test(from)) return [`imports upwards: ${from}`]
    if (isTest(file) || rule === undefined) return []
    if (to === undefined) {
      // The starter builds first, where there is no build yet.
      if (file.endsWith('.mjs') && dynamic && from === 'vite') return []
      if (!rule.packages.test(from)) return [`${house} may not use the package ${from}`]
      return file.startsWith('web/ui/') && from === '@tanstack/react-query' ? ['ui knows no query'] : []
    }
    if (isTest(to)) return [`imports what is for tests: ${from}`]
    const neighbour = houseOf(to)
    if (house === 'host' && neighbour === 'reference')
      return dynamic ? [] : ['host may import reference only dynamically']
    if (neighbour !== house && !rule.houses.includes(neighbour)) return [`${house} may not import ${neighbour}`]
    if (file.startsWith('web/ui/') && !to.startsWith('web/ui/')) return [`ui may not import ${to}`]
    const [page, other] = [pageOf(file), pageOf(to)]
    return page !== undefined && other !== undefined && page !== other ? [`${page} may not import ${other}`] : []
  })
}

function formFaults({ file, text, parsed }: Module): string[] {
  const faults: string[] = []
  const lines = text.trimEnd().split('\n').length
  if (lines > 400) faults.push(`${lines} lines`)
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
  if (
    JSON.stringify(parsed.program, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)).includes(
      '"type":"TSAnyKeyword"',
    )
  )
    faults.push('any')
  if (!documented.includes(houseOf(file)) || isTest(file)) return faults
  const told = new Map<string, boolean>()
  for (const { start, entries } of parsed.module.staticExports) {
    const comment = parsed.comments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === '')
    for (const { exportName, moduleRequest } of entries) {
      if (moduleRequest !== null) continue
      const name = exportName.name ?? '*'
      // A schema and its type share one name and one docstring.
      told.set(name, told.get(name) === true || (comment?.type === 'Block' && comment.value.startsWith('*')))
    }
  }
  for (const [name, is] of told) if (!is) faults.push(`no docstring on ${name}`)
  return faults
}

function cycles(modules: readonly Module[]): string[] {
  const graph = new Map(
    modules.map(({ file, imports }) => [
      file,
      imports.filter(({ dynamic }) => !dynamic).map(({ from }) => target(file, from)),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) found.push(`a cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`)
    if (done.has(file) || path.includes(file)) return
    for (const next of graph.get(file) ?? []) if (next !== undefined) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

/** Everything that is wrong with these files; paths are relative to `src`. */
export function faultsOf(files: Record<string, string>): string[] {
  const modules = Object.entries(files).map(([file, text]) => read(file, text))
  return [
    ...modules.flatMap((module) =>
      [...importFaults(module), ...formFaults(module)].map((fault) => `${module.file}: ${fault}`),
    ),
    ...cycles(modules),
  ]
}
