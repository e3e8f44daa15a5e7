import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import locales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    react(),
    locales.vite({ locales: ['en-US'] }), // the page is in English, whatever the browser speaks
    moreLicences(),
    compressed(),
    devHost(),
  ],
  base: './', // works under any path prefix
  optimizeDeps: { entries: ['index.html'] }, // not the benchmark's pages, which have a React of their own
  build: {
    assetsInlineLimit: 0,
    cssCodeSplit: false, // one sheet, which no chunk waits for
    target: ['chrome123', 'firefox125', 'safari17.5'], // as README says, and the page to an older one: startup-error.tsx
    manifest: true, // for the budgets; never served
    license: true, // of the script; `moreLicences` adds the others
    chunkSizeWarningLimit: Infinity, // e2e/budgets.mjs has the limits
    modulePreload: false, // what each chunk needs would be listed in the first one, 2 kB of it
    rolldownOptions: {
      checks: { ineffectiveDynamicImport: false }, // of files that share one: the import still waits for it
      // What the first row needs is one file, and its style sheets come first: they declare the order of the layers.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  test: {
    reporters: [['default', { summary: false }]],
    slowTestThreshold: Number.POSITIVE_INFINITY, // one line a file, whatever it took
    testTimeout: process.env['DEEP'] === '1' ? 1_200_000 : 120_000, // no test is about time; a busy machine takes its own
    expect: { poll: { timeout: 60_000 } },
    silent: process.env['DEEP'] === '1' ? false : 'passed-only', // the figures of proofs are of the long run
    // One more than cores: some tests wait for a socket or a program. The default leaves one core idle, half of two.
    maxWorkers: availableParallelism() + 1,
    // The files of a worker share its modules, which halves the work; whoever mocks one loads all anew.
    isolate: false,
    experimental: { fsModuleCache: true }, // a module that is as it was is not compiled again
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/*.test.ts', 'src/{api,reference-service,server}/**/*.test.ts'],
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

/** Adds to the list of licences what is no script: fonts, which style sheets name, and the list of common passwords. */
function moreLicences(): Plugin {
  const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')
  return {
    name: 'query-admin:more-licences',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const list = bundle['.vite/license.md']
        if (list?.type !== 'asset') this.error('The list of licences is missing.')
        const files = Object.values(bundle).flatMap((file) => (file.type === 'asset' ? file.originalFileNames : []))
        const folders = files.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
        const entries = [...new Set(folders)].toSorted().map((folder) => {
          const packed = JSON.parse(read(folder, 'package.json')) as Record<'name' | 'version' | 'license', string>
          return `${packed.name} - ${packed.version} (${packed.license})\n\n${read(folder, 'LICENSE')}`
        })
        const authors = 'Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.\nCopyright (c) 2021 @zxcvbn-ts'
        const passwords = read('LICENSE').replace(/^Copyright.*/m, authors) // the licence is the same as ours
        entries.push(`@zxcvbn-ts/language-common - 4.1.3 (MIT)\n\n${passwords}`)
        list.source = `${[list.source, ...entries].map((text) => `${text}`.trim()).join('\n\n## ')}\n`
      },
    },
  }
}

/** Puts a `.br` and a `.gz` beside every text of the build, which the host serves. */
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
          .ssrLoadModule('#server/dev.ts')
          .then((host) => (host as typeof import('./src/server/dev.ts')).answer(incoming, outgoing, next, process.env))
          // oxlint-disable-next-line promise/no-callback-in-promise -- connect’s own way to hear of an error
          .catch(next)
      })
    },
  }
}
