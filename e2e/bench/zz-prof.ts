import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { browserArgs, browserPath } from '/work/main/e2e/browser.ts'
import { openConsole } from '/work/main/e2e/bench/console.ts'
import { startService } from '/work/main/e2e/bench/service.ts'
const rows = Number(process.env.ROWS ?? 100000)
export async function main() {
const service = await startService(); const path = await browserPath()
const ours = await openConsole(service.origin, path)
await service.list({ rows, mbit: 0 })
const browser = await chromium.launch({ executablePath: path, args: browserArgs })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
await context.addCookies(ours.cookies)
const page = await context.newPage()
page.on('console', m => console.log('console', m.text()))
const cdp = await context.newCDPSession(page)
await page.addInitScript(() => { (window as any).lt = []; new PerformanceObserver(l => (window as any).lt.push(...l.getEntries().map(e => [Math.round(e.startTime), Math.round(e.duration)]))).observe({ type: 'longtask', buffered: true });
 const w = window as any; w.tl = []; let last=''; const f = () => { const n = document.querySelectorAll('[data-name]').length; const t = document.querySelector('h1')?.parentElement?.textContent?.slice(0,60) ?? ''; const k = n + ' ' + t; if (k !== last) { last = k; w.tl.push([Math.round(performance.now()), k]) } requestAnimationFrame(f) }; requestAnimationFrame(f) })
const summarize = (profile: any, top = 25) => {
  const self: Record<string, number> = {}; const byId = new Map(profile.nodes.map((n: any) => [n.id, n])); 
  profile.samples.forEach((id: number, i: number) => { const n: any = byId.get(id); const k = `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`; self[k] = (self[k] ?? 0) + profile.timeDeltas[i] / 1000 })
  for (const [k, v] of Object.entries(self).sort((a, b) => b[1] - a[1]).slice(0, top)) console.log(v.toFixed(1).padStart(8), k)
}
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
await cdp.send('Profiler.start')
await page.goto(ours.origin)
await page.waitForFunction(() => /read /.test(document.body.textContent ?? ''), null, { timeout: 60000, polling: 100 })
await page.waitForTimeout(2000)
const p1 = await cdp.send('Profiler.stop')
console.log('LOAD', JSON.stringify(await page.evaluate(() => (window as any).lt)), JSON.stringify(await page.evaluate(() => (window as any).tl)))
console.log(JSON.stringify(await page.evaluate(() => performance.getEntriesByType('resource').map((r: any) => [r.name.split('/').pop(), Math.round(r.startTime), Math.round(r.responseStart), Math.round(r.responseEnd)]))))
writeFileSync('/tmp/m/load.cpuprofile', JSON.stringify(p1.profile)); summarize(p1.profile)
await page.evaluate(() => { (window as any).lt.length = 0 })
await page.locator('input[type=search]').focus()
await cdp.send('Profiler.start')
await page.keyboard.type('token-77', { delay: 100 })
await page.waitForTimeout(1500)
const p2 = await cdp.send('Profiler.stop')
console.log('TYPE', JSON.stringify(await page.evaluate(() => (window as any).lt)))
writeFileSync('/tmp/m/type.cpuprofile', JSON.stringify(p2.profile)); summarize(p2.profile)
await browser.close(); await ours.stop(); service.stop()
}
