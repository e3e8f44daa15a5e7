import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { withoutNginx } from './nginx.ts'

/** Builds once before all tests, as `npm run build` does; QUERY_ADMIN_BUILT=1 says that it was just done. */
export default function built(): void {
  const missing = withoutNginx()
  if (process.env['QUERY_ADMIN_E2E_MODE'] === 'tab' && missing !== undefined)
    console.log(`Tab mode is skipped: ${missing}.`)
  if (process.env['QUERY_ADMIN_BUILT'] === '1') return
  const root = join(import.meta.dirname, '..')
  execFileSync(process.execPath, ['src/host/start.mjs', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
