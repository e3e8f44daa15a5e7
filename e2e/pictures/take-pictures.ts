import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Where `npm run screenshots` keeps its pictures, and the page that shows them all. */
export const picturesDir = join(import.meta.dirname, '../../.reports/pictures')

const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]
const themes = ['light', 'dark'] as const

/** Takes the picture of a state in both sizes and both themes, and leaves the page as it was. Overwrites older ones. */
export async function takePictures(page: Page, state: string): Promise<void> {
  const before = page.viewportSize()
  const name = state.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  mkdirSync(picturesDir, { recursive: true })
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(picturesDir, `${name}.${size.width}.${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before !== null) await page.setViewportSize(before)
}

/** Writes the page that shows all pictures, a row for each state. */
export default function writePage(): void {
  const names = readdirSync(picturesDir).filter((file) => file.endsWith('.png'))
  const states = [...new Set(names.map((file) => file.split('.')[0]!))].toSorted()
  const variants = sizes.flatMap(({ width }) => themes.map((theme) => `${width}.${theme}`))
  const rows = states.map((state) => {
    const pictures = variants.map((variant) => {
      const file = encodeURI(`${state}.${variant}.png`)
      return `<a href="${file}"><img src="${file}" alt="${variant}" loading="lazy" /></a>`
    })
    return `<h2>${state.replaceAll('-', ' ')}</h2><div>${pictures.join('')}</div>`
  })
  const style = 'body{font:14px system-ui;background:#888}div{display:flex;gap:8px;overflow:auto}img{height:420px}'
  const head = `<!doctype html><meta charset="utf-8" /><title>All states</title><style>${style}</style>`
  writeFileSync(join(picturesDir, 'index.html'), [head, ...rows].join('\n'))
  process.stdout.write(`${states.length} states: ${join(picturesDir, 'index.html')}\n`)
}
