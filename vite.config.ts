import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import locales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    react(),
    locales.vite({ locales: ['en-US', 'en-GB', 'de-DE'] }),
    trustedAnnouncer(),
    plainIcons(),
    noInfiniteQueries(),
    begun(),
    nothingPreloaded(),
    compressed(),
    devHost(),
  ],
  base: './', // works under any path prefix
  worker: { format: 'es' },
  optimizeDeps: { entries: ['index.html'] }, // not the benchmark's pages, which have a React of their own
  build: {
    assetsInlineLimit: 0,
    cssCodeSplit: false, // one sheet, which no chunk waits for
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'], // older ones rewrite light-dark() into twice the bytes
    manifest: true, // for the budgets; never served
    modulePreload: false, // the list of what each chunk needs is 1 kB that the first list would wait for
    rolldownOptions: {
      output: {
        // Few requests: what the first list needs is one file, and what its rows may ask for next is one more.
        codeSplitting: {
          groups: [
            {
              name: 'begin',
              test: /web[\\/](begin|list-thread|route|session[\\/](ahead|host-marks))\.ts|contract[\\/](distant-lists|console-host|received|shape|list-reader|problem)\.ts/,
              priority: 4,
            },
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'sign-in', test: /[\\/]sign-in-(page|refusal)/, priority: 2 },
            {
              name: 'acts',
              test: /service[\\/](acting|list-problem|unreadable-rows)|tokens[\\/](no-tokens|under-row|token-banners|token-overlays|copy-value|settle-tokens)|ui[\\/]toast\.tsx/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  test: {
    reporters: ['default'],
    // The default leaves one core idle, which is half of a small machine.
    maxWorkers: '100%',
    // As end to end: on a busy machine a wait may run out; CI tries such a test once more.
    retry: process.env['CI'] === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          testTimeout: 30_000, // no test is about time; a busy machine takes its own
          include: ['src/*.test.ts', 'src/{contract,reference,host}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: ['src/web/testing/setup.ts'],
        },
      },
    ],
  },
})

/** React Aria's announcer empties its regions through `innerHTML`, which throws under Trusted Types. */
function trustedAnnouncer(): Plugin {
  const emptied = ".innerHTML = ''"
  return {
    name: 'query-admin:trusted-announcer',
    apply: 'build',
    transform: {
      filter: { id: /live-announcer[/\\]LiveAnnouncer\.m?js$/ },
      handler(code, id) {
        if (/exports[/\\]private/.test(id)) return null // re-exports only
        if (!code.includes(emptied))
          this.error(`${id} no longer holds ${emptied}: see whether it is safe, or adapt this.`)
        return { code: code.replaceAll(emptied, '.replaceChildren()'), map: null }
      },
    },
  }
}

/** With one style sheet and no preloads a chunk is only imported: what Vite wraps around that does nothing here. */
function nothingPreloaded(): Plugin {
  return {
    name: 'query-admin:nothing-preloaded',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}

/** Lucide's shapes without its renderer, which is 1 kB that every page would load and two components for each icon. */
function plainIcons(): Plugin {
  const ours = join(import.meta.dirname, 'src/web/ui/lucide-icon.tsx')
  return {
    name: 'query-admin:plain-icons',
    apply: 'build',
    load: {
      filter: { id: /lucide-react[\\/].*createLucideIcon\.m?js$/ },
      handler: () => `export { createLucideIcon as default } from ${JSON.stringify(ours)}`,
    },
  }
}

/** What TanStack Query has for lists that come page by page, half a kilobyte that nothing here asks for. */
function noInfiniteQueries(): Plugin {
  return {
    name: 'query-admin:no-infinite-queries',
    apply: 'build',
    load: {
      filter: { id: /query-core[\\/].*infiniteQueryBehavior\.js$/ },
      handler: () =>
        'const none = () => { throw Error("no infinite queries: see vite.config.ts") }\n' +
        'export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage }',
    },
  }
}

/** Runs the first script as soon as it is there: what the page's own code imports would wait for all of that. */
function begun(): Plugin {
  return {
    name: 'query-admin:begun',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const first = Object.values(bundle ?? {}).find((chunk) => chunk.type === 'chunk' && chunk.name === 'begin')
        if (first === undefined) this.error('there is no chunk called begin')
        const attrs = { type: 'module', async: true, crossorigin: true, src: `./${first.fileName}` }
        const fonts = Object.keys(bundle ?? {}).filter((file) => file.endsWith('.woff2'))
        return [
          { tag: 'script', attrs, injectTo: 'head-prepend' },
          // Else they are asked for when the first text stands there, which is then laid out twice.
          ...fonts.map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
            injectTo: 'head' as const,
          })),
        ]
      },
    },
  }
}

/** Puts a `.br` and a `.gz` beside every text of the build; the host, and nginx with its static modules, serve those. */
function compressed(): Plugin {
  return {
    name: 'query-admin:compressed',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir: outDir = 'dist' }) {
      for (const entry of readdirSync(outDir, { withFileTypes: true, recursive: true })) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || !/\.(js|css|svg|html)$/.test(path)) continue
        const bytes = readFileSync(path)
        writeFileSync(`${path}.br`, brotliCompressSync(bytes))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** `npm run dev`: the host's own handler, loaded for each request, so that an edit of it needs no restart. */
function devHost(): Plugin {
  return {
    name: 'query-admin:host',
    apply: (_config, { command, mode }) => command === 'serve' && mode !== 'test',
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        server
          .ssrLoadModule('#host/dev.ts')
          .then((host) => (host as typeof import('./src/host/dev.ts')).answer(incoming, outgoing, next, process.env))
          .catch(next)
      })
    },
  }
}
