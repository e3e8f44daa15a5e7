import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program; undefined: not installed. Debian puts web servers outside an ordinary user's PATH. */
export function installed(program: string): string | undefined {
  const dirs = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return dirs.map((dir) => join(dir, program)).find((path) => existsSync(path))
}
