import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Page, Thread } from './alone.ts'
import type { Figures } from './figures.ts'

/** How long the browser may take to give freed memory back, in milliseconds. */
const settling = 500

interface HeapUsage {
  usedSize: number
  backingStorageSize?: number
}

/** What the page and its workers hold after two collections, and the page's process as the system counts it. */
export async function memoryOf(browser: Browser, page: Page): Promise<Figures> {
  const usages = [...(await page.inWorkers(collected)), await collected(page)]
  await sleep(settling)
  const process = await processOf(browser, page)
  return {
    heap: sum(usages.map(({ usedSize }) => usedSize)),
    buffers: sum(usages.map(({ backingStorageSize = 0 }) => backingStorageSize)),
    privateBytes: privateBytesOf(process),
  }
}

async function collected({ send }: Thread): Promise<HeapUsage> {
  await send('HeapProfiler.collectGarbage')
  await send('HeapProfiler.collectGarbage')
  return send<HeapUsage>('Runtime.getHeapUsage')
}

/** The process of a page, among those the browser keeps in reserve: the one that works when the page is made to. */
async function processOf(browser: Browser, page: Page): Promise<number> {
  const system = await browser.newBrowserCDPSession()
  const times = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer')
  }
  const before = new Map((await times()).map(({ id, cpuTime }) => [id, cpuTime]))
  await page.evaluate(() => {
    for (const end = Date.now() + 200; Date.now() < end;);
  })
  const worked = (await times()).map(({ id, cpuTime }) => ({ id, time: cpuTime - (before.get(id) ?? cpuTime) }))
  await system.detach()
  const [most] = worked.toSorted((a, b) => b.time - a.time)
  if (most === undefined) throw new Error('the browser names no process of the page')
  return most.id
}

function privateBytesOf(pid: number): number {
  const [, kilobytes = '0'] = /^Private_Dirty:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
