import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Condition } from './figures.ts'

/** A text to search for, and the number of rows that each prefix of it leaves. */
export interface Search {
  text: string
  counts: number[]
}

/** The running service of the benchmark. */
export interface Service {
  origin: string
  /** Sets the number of rows and undoes all changes. Returns the size of the list in bytes. */
  list: (condition: Pick<Condition, 'rows'>) => Promise<number>
  search: () => Promise<Search>
  row: (name: string) => Promise<{ active: number } | null>
  stop: () => void
}

export async function startService(): Promise<Service> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'service.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const origin = /http:\S+/.exec(line.toString())?.[0] ?? ''
  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    const answer = await fetch(`${origin}/bench${path}`, init)
    if (!answer.ok) throw new Error(`the service of the benchmark: ${await answer.text()}`)
    return answer.json()
  }
  return {
    origin,
    list: async ({ rows }) =>
      ((await ask('', { method: 'PUT', body: JSON.stringify({ rows }) })) as { bytes: number }).bytes,
    search: async () => (await ask('/search')) as Search,
    row: async (name) => (await ask(`/row?name=${encodeURIComponent(name)}`)) as { active: number } | null,
    stop: () => void child.kill('SIGTERM'),
  }
}
