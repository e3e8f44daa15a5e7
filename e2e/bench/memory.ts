import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession } from '@playwright/test'
import type { Figures } from './figures.ts'

/** How long the browser may take to give freed memory back, in milliseconds. */
const settling = 500

interface HeapUsage {
  usedSize: number
  backingStorageSize?: number
}

/** What the page and its workers hold after two collections, and the page's process as the system counts it. */
export async function memoryOf(browser: Browser, page: CDPSession): Promise<Figures> {
  const usages = await inWorkers(page, collected)
  usages.push(await collected((method) => page.send(method as 'Runtime.getHeapUsage')))
  await sleep(settling)
  const process = await processOf(browser, page)
  return {
    heap: sum(usages.map(({ usedSize }) => usedSize)),
    buffers: sum(usages.map(({ backingStorageSize = 0 }) => backingStorageSize)),
    privateBytes: privateBytesOf(process),
  }
}

type Send = (method: string) => Promise<unknown>

async function collected(send: Send): Promise<HeapUsage> {
  await send('HeapProfiler.collectGarbage')
  await send('HeapProfiler.collectGarbage')
  return (await send('Runtime.getHeapUsage')) as HeapUsage
}

/**
 * Asks every worker of the page. Playwright has no session for workers, so their messages go through the page's; they
 * are listened to from here on only, so that nothing of the load is slowed by it.
 */
async function inWorkers<Answer>(page: CDPSession, ask: (send: Send) => Promise<Answer>): Promise<Answer[]> {
  const waiting = new Map<string, (result: unknown) => void>()
  const asked: Promise<Answer>[] = []
  let last = 0
  const onMessage = ({ sessionId, message }: { sessionId: string; message: string }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown }
    waiting.get(`${sessionId} ${id}`)?.(result)
  }
  const onAttached = ({ sessionId, targetInfo }: { sessionId: string; targetInfo: { type: string } }) => {
    if (targetInfo.type !== 'worker') return
    asked.push(
      ask(async (method) => {
        const id = (last += 1)
        const answer = new Promise((resolve) => waiting.set(`${sessionId} ${id}`, resolve))
        await page.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
        return answer
      }),
    )
  }
  page.on('Target.receivedMessageFromTarget', onMessage)
  page.on('Target.attachedToTarget', onAttached)
  const attaching = { waitForDebuggerOnStart: false, flatten: false }
  await page.send('Target.setAutoAttach', { autoAttach: true, ...attaching })
  const answers = await Promise.all(asked)
  await page.send('Target.setAutoAttach', { autoAttach: false, ...attaching })
  page.off('Target.receivedMessageFromTarget', onMessage)
  page.off('Target.attachedToTarget', onAttached)
  return answers
}

/** The process of a page, among those the browser keeps in reserve: the one that works when the page is made to. */
async function processOf(browser: Browser, page: CDPSession): Promise<number> {
  const system = await browser.newBrowserCDPSession()
  const times = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer')
  }
  const before = new Map((await times()).map(({ id, cpuTime }) => [id, cpuTime]))
  await page.send('Runtime.evaluate', { expression: 'for (const end = Date.now() + 200; Date.now() < end; );' })
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
