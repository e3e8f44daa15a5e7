import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'

/**
 * Builds once before all tests, as `npm run build` does, unless QUERY_ADMIN_BUILT=1. Afterwards deletes Playwright's
 * descriptions of failed pages, since they could contain a revealed value.
 */
export default function built({ projects }: FullConfig): () => void {
  if (process.env['QUERY_ADMIN_BUILT'] !== '1') build()
  return () => {
    for (const { outputDir } of projects) {
      for (const file of readdirSync(outputDir, { recursive: true, encoding: 'utf8' })) {
        if (file.endsWith('error-context.md')) rmSync(join(outputDir, file))
      }
    }
  }
}

function build(): void {
  const root = join(import.meta.dirname, '..', '..')
  execFileSync(process.execPath, ['src/server/start.mjs', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
