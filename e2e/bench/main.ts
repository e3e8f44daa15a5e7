import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserArgs, browserEnv, browserPath } from '#e2e/rig/browser.ts'
import { start } from '#e2e/rig/processes.ts'
import type { SignedIn } from './page.ts'
import { trial, type Figures, type Search } from './trial.ts'
import { contenders, type Contender } from './watch.ts'

const lengths = [1000, 10_000, 100_000]

/** A goal for our page: at most (or, for frames, at least) the number that `bound` makes of the peers' medians. */
interface Goal {
  figure: keyof Figures
  rows: readonly number[]
  goal: string
  bound: (reactAdmin: number, tanstack: number) => number
}

const goals: readonly Goal[] = [
  { figure: 'first row', rows: [1000], goal: '1.8 × TanStack', bound: (_, tanstack) => 1.8 * tanstack },
  { figure: 'first row', rows: [10_000], goal: '1.3 × TanStack', bound: (_, tanstack) => 1.3 * tanstack },
  { figure: 'first row', rows: [100_000], goal: 'before both peers', bound: Math.min },
  { figure: 'key', rows: lengths, goal: 'within a frame of TanStack', bound: (_, tanstack) => tanstack + 1000 / 60 },
  { figure: 'slowest key', rows: lengths, goal: 'no slower than TanStack', bound: (_, tanstack) => tanstack },
  { figure: 'blocked', rows: [100_000], goal: 'react-admin + 20 ms', bound: (reactAdmin) => reactAdmin + 20 },
  { figure: 'all rows known', rows: [100_000], goal: '1.8 × the faster peer', bound: (a, b) => 1.8 * Math.min(a, b) },
  { figure: 'heap', rows: [100_000], goal: 'less than both peers', bound: Math.min },
  { figure: 'fling', rows: [1000], goal: '120 of 124 frames', bound: () => 120 },
  { figure: 'switch settled', rows: [1000], goal: '120 ms', bound: () => 120 },
  { figure: 'switch settled', rows: [100_000], goal: '350 ms', bound: () => 350 },
  { figure: 'JavaScript', rows: [1000], goal: '175 kB', bound: () => 175_000 },
]

const units: Partial<Record<keyof Figures, (value: number) => string>> = {
  heap: (value) => `${(value / 1e6).toFixed(1)} MB`,
  fling: String,
  JavaScript: (value) => `${(value / 1e3).toFixed(0)} kB`,
}
const ms = (value: number) => `${value.toFixed(0)} ms`
const spelled = (figure: keyof Figures, value: number) => (Number.isNaN(value) ? '–' : (units[figure] ?? ms)(value))

/** `npm run bench [-- rounds]`, after everything is built. The table is printed and written to .reports/bench.md. */
export async function main([rounds = '3']: readonly string[]): Promise<void> {
  const executablePath = await browserPath()
  const service = fork(join(import.meta.dirname, 'service.mjs'))
  const answer = async () => ((await once(service, 'message')) as [unknown])[0]
  const ask = (message: object) => {
    service.send(message)
    return answer()
  }
  const origin = (await answer()) as string
  const env = { PORT: '0', QUERY_SERVICE_URL: origin, SESSION_IDLE_MINUTES: '1440', SESSION_HOURS: '24' }
  const server = await start({ env, ready: /Query Admin +\S+\/\n/ })
  try {
    const ourOrigin = /https?:\/\/[^/]+\//.exec(server.output())?.[0] ?? ''
    const signedIn = await signIn(ourOrigin, executablePath)
    const measured: { who: Contender; rows: number; figures: Figures }[] = []
    for (let round = 1; round <= Number(rounds); round += 1) {
      for (const rows of lengths) {
        for (const who of contenders) {
          const search = (await ask({ rows })) as Search
          const url = who === 'ours' ? ourOrigin : `${origin}/${who}/`
          const { figures, switched } = await trial({ who, rows, url, search, signedIn, executablePath }).catch(
            (cause: Error) => {
              throw new Error(`round ${round}: ${who}, ${rows} rows: ${cause.message}`, { cause })
            },
          )
          const row = (await ask({ name: switched })) as { active: number }
          if (row.active !== 1) throw new Error(`${switched} is settled on ${who}'s page and was not changed`)
          measured.push({ who, rows, figures })
          console.error(`round ${round}: ${who}, ${rows} rows`)
        }
      }
    }
    const table = tableOf(measured)
    mkdirSync('.reports', { recursive: true })
    writeFileSync(join('.reports', 'bench.md'), table)
    console.log(table)
  } finally {
    await server.stop()
    service.kill()
  }
}

/** Signs in to our console, for all trials: each has a browser of its own. */
async function signIn(origin: string, executablePath: string): Promise<SignedIn> {
  const browser = await chromium.launch({ executablePath, args: browserArgs, env: browserEnv() })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(origin)
  await page.getByLabel('Your access token').fill('bench.bearer')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor()
  const cookies = (await context.cookies()).map(({ name, value }) => ({ name, value, url: origin }))
  const stored = await page.evaluate(() => Object.entries(localStorage))
  const proof = stored.find(([key]) => key.startsWith('query-admin proof ')) ?? ['', '']
  await browser.close()
  return { cookies, proof }
}

/** Medians of all rounds, beside the goals. */
function tableOf(measured: readonly { who: Contender; rows: number; figures: Figures }[]): string {
  const median = (who: Contender, rows: number, figure: keyof Figures) => {
    const values = measured.flatMap((trial) =>
      trial.who === who && trial.rows === rows ? (trial.figures[figure] ?? []) : [],
    )
    return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
  }
  const lines = goals.flatMap(({ figure, rows: at, goal, bound }) =>
    at.map((rows) => {
      const [ours, reactAdmin, tanstack] = contenders.map((who) => median(who, rows, figure)) as [
        number,
        number,
        number,
      ]
      const most = bound(reactAdmin, tanstack)
      const verdict = Number.isNaN(most)
        ? '–'
        : (figure === 'fling' ? ours >= most : ours <= most)
          ? 'met'
          : '**missed**'
      const cells = [ours, reactAdmin, tanstack].map((value) => spelled(figure, value)).join(' | ')
      return `| ${rows.toLocaleString('en')} rows: ${figure} | ${cells} | ${goal} | ${verdict} |`
    }),
  )
  return ['| | Query Admin | react-admin | TanStack | goal | |', '|---|---|---|---|---|---|', ...lines, ''].join('\n')
}
