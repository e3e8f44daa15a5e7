import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds once before all tests, as `npm run build` does; QUERY_ADMIN_BUILT=1 says that it was just done. */
export default function built(): void {
  if (process.env['QUERY_ADMIN_BUILT'] === '1') return
  const root = join(import.meta.dirname, '..')
  execFileSync(process.execPath, ['src/host/start.mjs', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
