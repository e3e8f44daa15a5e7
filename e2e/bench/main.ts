import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserArgs, browserPath } from '#e2e/rig/browser.ts'
import { openConsole } from './console.ts'
import { contenders } from './contenders.ts'
import { inWords, type Condition, type Trial } from './figures.ts'
import { help, optionsFrom, type Options } from './options.ts'
import type { Report } from './report.ts'
import { startService } from './service.ts'
import { tables } from './tables.ts'
import { FailedTrial, trial, type Place } from './trial.ts'

const reports = join(import.meta.dirname, '..', '..', '.reports')
const files = { raw: join(reports, 'bench.json'), tables: join(reports, 'bench.md') }

/** `npm run bench`, after everything is built. */
export async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(help)
  const options = optionsFrom(args)
  if (options.print) return console.log(tables(JSON.parse(readFileSync(files.raw, 'utf8')) as Report))

  const executablePath = await browserPath()
  const service = await startService()
  const report = await opened(options, executablePath)
  try {
    const ours = await openConsole(service.origin, executablePath)
    try {
      for (const condition of conditionsOf(options)) {
        report.bytes[condition.rows] = await service.list(condition)
      }
      for (let round = 1; round <= options.rounds; round += 1) {
        for (const condition of conditionsOf(options)) {
          await everybody(report.trials, round, condition, options, { executablePath, service, ours })
        }
        save(report)
      }
    } finally {
      await ours.stop()
    }
  } finally {
    service.stop()
  }
  save(report)
  console.log(tables(report))
}

/** Measures all contenders, one after the other. Each round starts with another one. */
async function everybody(trials: Trial[], round: number, condition: Condition, { only }: Options, place: Place) {
  const turn = round % only.length
  for (const contender of [...only.slice(turn), ...only.slice(0, turn)]) {
    const began = performance.now()
    const done: Trial = { round, contender, condition, figures: {} }
    try {
      done.figures = await trial(contenders[contender], condition, place)
    } catch (error) {
      if (!(error instanceof FailedTrial)) throw error
      Object.assign(done, { figures: error.figures, failed: error.message })
    }
    trials.push(done)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.error(`round ${round}: ${contender}, ${inWords(condition)}: ${done.failed ?? 'measured'}, ${seconds} s`)
  }
}

function conditionsOf({ rows, speeds }: Options): Condition[] {
  return rows.flatMap((rows) => speeds.map((slow) => ({ rows, slow })))
}

async function opened(options: Options, executablePath: string): Promise<Report> {
  const browser = await chromium.launch({ executablePath, args: browserArgs })
  const chromiumVersion = browser.version()
  await browser.close()
  const [processor] = cpus()
  const machine = {
    processor: processor?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: totalmem(),
    chromium: chromiumVersion,
    node: process.version,
  }
  return { date: new Date().toISOString().slice(0, 10), machine, options, bytes: {}, trials: [] }
}

function save(report: Report): void {
  mkdirSync(reports, { recursive: true })
  writeFileSync(files.raw, JSON.stringify(report, undefined, 1))
  writeFileSync(files.tables, tables(report))
}
