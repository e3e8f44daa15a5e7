import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { openConsole, type OurConsole } from './console.ts'
import { median } from './figures.ts'
import type { Service } from './service.ts'

/** What the host costs. Times are milliseconds, sizes bytes. */
export interface HostFigures {
  rows: number
  /** Medians of reading the whole list from the service itself, and through the host. */
  direct: number
  through: number
  /** Processor seconds of the host for one reading, median. */
  processor: number
  /** The most memory the host ever had, with so many answers of so many bytes read at once. */
  peak: number
  atOnce: number
  bytesEach: number
}

const readings = 5
const rows = 100_000
const atOnce = 4
/** About 100 MB. */
const rowsAtOnce = 263_000
/** What the system counts a process' processor time in. */
const ticksPerSecond = 100

/** Lists read by a client that keeps nothing of them, each host a fresh one. */
export async function hostFigures(service: Service, executablePath: string): Promise<HostFigures> {
  await service.list({ rows, mbit: 0 })
  const times = { direct: [] as number[], through: [] as number[], processor: [] as number[] }
  const timed = await openConsole(service.origin, executablePath)
  try {
    for (let reading = 0; reading <= readings; reading += 1) {
      const direct = await read(`${service.origin}/_/token`, {})
      const before = processorSecondsOf(timed.pid)
      const through = await read(`${timed.origin}_/token`, halvesOf(timed))
      const processor = processorSecondsOf(timed.pid) - before
      // The first one warms up.
      if (reading === 0) continue
      times.direct.push(direct.ms)
      times.through.push(through.ms)
      times.processor.push(processor)
    }
  } finally {
    await timed.stop()
  }

  // Signed in with a short list: what the page reads then is none of the answers at once.
  await service.list({ rows: 1000, mbit: 0 })
  const loaded = await openConsole(service.origin, executablePath)
  try {
    await service.list({ rows: rowsAtOnce, mbit: 0 })
    const answers = Array.from({ length: atOnce }, () => read(`${loaded.origin}_/token`, halvesOf(loaded)))
    await Promise.all(answers)
    const { bytes } = await read(`${service.origin}/_/token`, {})
    return {
      rows,
      direct: median(times.direct) ?? Number.NaN,
      through: median(times.through) ?? Number.NaN,
      processor: median(times.processor) ?? Number.NaN,
      peak: peakOf(loaded.pid),
      atOnce,
      bytesEach: bytes,
    }
  } finally {
    await loaded.stop()
  }
}

function halvesOf({ cookies, proof: [, proof] }: OurConsole): Record<string, string> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { cookie, 'x-query-admin-proof': proof, 'x-query-admin-page': '1' }
}

/** A whole answer, thrown away as it comes. @throws when it is not a success or breaks off. */
function read(url: string, session: Record<string, string>): Promise<{ ms: number; bytes: number }> {
  const began = performance.now()
  const headers = { accept: 'application/json', ...session }
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve({ ms: performance.now() - began, bytes }))
      answer.on('error', reject)
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** User and system time of a process so far. */
function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function peakOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
