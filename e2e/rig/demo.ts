import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { start, type Running } from './processes.ts'

/** A console server with the demo service inside. */
export interface Example extends Running {
  origin: string
}

/** What `npm start` runs without any settings: the console server with the demo service inside. */
export const test = base.extend<{ readings: string; host: Example }>({
  readings: ['documented', { option: true }],
  host: async ({ readings }, provide) => {
    const dir = await mkdtemp(join(tmpdir(), 'query-admin-e2e-'))
    const host = await start({
      env: { PORT: '0', DATA_DIR: dir, READINGS: readings },
      ready: /Sign-in details .+\n/,
    })
    await provide({ ...host, origin: /http:\/\/[^/]+\//.exec(host.output())?.[0] ?? '' })
    await host.stop()
    await rm(dir, { recursive: true })
  },
})

/** A sign-in detail, from the file that the console server names when it starts. */
export function printed(host: Running, what: 'Email' | 'Password' | 'Access token'): string {
  const file = /^Sign-in details +(.+)$/m.exec(host.output())?.[1] ?? ''
  return new RegExp(`^${what} +(\\S+)$`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? ''
}
