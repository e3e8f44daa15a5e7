import type { CDPSession, Page } from '@playwright/test'
import { sampled } from '#e2e/rig/sample.ts'
import { expect } from '#e2e/rig/fixture.ts'

/**
 * One way to view a page. `text`: the browser's text size in px; `spaced`: with the text spacing of WCAG 1.4.12; `longer`:
 * each text is 30 % longer, as in another language.
 */
interface Look {
  width: number
  text: number
  spaced: boolean
  longer?: true
}

const widths = [360, 768, 1440, 2560]
const texts = [16, 20, 24, 32]
/** Text of 32 px is supported from a width of 720 px. */
const looks: readonly Look[] = [
  { width: 320, text: 16, spaced: false },
  ...widths.flatMap((width) => [
    ...texts.filter((text) => text < 32 || width >= 720).map((text) => ({ width, text, spaced: false })),
    { width, text: 16, spaced: true },
    { width, text: 16, spaced: false, longer: true as const },
  ]),
]

const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Lengthens each text of the page, or makes it as long as it was. Runs in the page. */
function lengthen(isLonger: boolean): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    const length = text.trim().length
    if (length === 0 || node.parentElement?.closest('script, style') !== null) continue
    const added = `\u2063${'en '.repeat(length).slice(0, Math.ceil(length * 0.3))}\u2063`
    node.nodeValue = isLonger
      ? `${text.trimEnd()}${added}${/\s*$/.exec(text)?.[0]}`
      : text.replace(/\u2063.*\u2063/su, '')
  }
}

async function show(page: Page, { width, text, spaced }: Look): Promise<void> {
  const session = await (sessions.get(page) ?? sessions.set(page, page.context().newCDPSession(page)).get(page)!)
  await session.send('Page.setFontSizes', { fontSizes: { standard: text, fixed: text } })
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    },
    spaced ? spacing : '',
  )
  // Elements that are positioned relative to others move in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/**
 * For each view, or a sample of them: no document is wider than its window, nothing is cut off without an ellipsis, and
 * no text overlaps another. `at` chooses another sample for each state.
 */
export async function expectFits(page: Page, what: string, at: number): Promise<void> {
  for (const look of sampled(looks, 3, at)) {
    await show(page, look)
    const { width, text, spaced, longer = false } = look
    if (longer) await page.evaluate(lengthen, true)
    const name = `${what}, ${width} px, text ${text} px${spaced ? ', spaced' : ''}${longer ? ', longer' : ''}`
    expect.soft(await page.evaluate(faults), name).toEqual([])
    if (longer) await page.evaluate(lengthen, false)
  }
  await show(page, { width: 1440, text: 16, spaced: false })
}

/** Describes everything that does not fit. Runs in the page. */
function faults(): string[] {
  const found: string[] = []
  const named = (node: Element) =>
    `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''} “${node.textContent.slice(0, 30)}”`
  const { documentElement: root } = document
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll('*')].findLast(
      (node) => node.getBoundingClientRect().right > root.clientWidth,
    )
    found.push(`the document is ${root.scrollWidth} px wide${wide ? `, so far reaches ${named(wide)}` : ''}`)
  }
  const over = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
  const within = over ?? document.body
  const isSeen = (node: Element) =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    getComputedStyle(node).clipPath === 'none'
  for (const node of [within, ...within.querySelectorAll('*')]) {
    // Text for screen readers only is a pixel wide. A bar's height is cut, and has no text.
    if (!isSeen(node) || node.clientWidth <= 1 || node.textContent === '' || node instanceof HTMLInputElement) continue
    const { overflowX, overflowY, textOverflow, display, webkitLineClamp } = getComputedStyle(node)
    if (display === 'inline' || webkitLineClamp !== 'none') continue
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    if (hides(overflowX) && textOverflow !== 'ellipsis' && node.scrollWidth > node.clientWidth + 1)
      found.push(`${named(node)} is cut at its side: ${node.scrollWidth} of ${node.clientWidth} px`)
    if (hides(overflowY) && node.scrollHeight > node.clientHeight + 3)
      found.push(`${named(node)} is cut below: ${node.scrollHeight} of ${node.clientHeight} px`)
  }
  // The visible lines of text with their boxes.
  const lines: { node: Element; layer: Element | undefined; box: DOMRect }[] = []
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const node = text.parentElement
    if (node === null || text.textContent?.trim() === '' || !isSeen(node)) continue
    /** Fixed and sticky elements may cover text. */
    let layer: Element | undefined
    let isHidden = false
    let clip = new DOMRect(0, 0, innerWidth, innerHeight)
    for (let up: Element | null = node; up !== null; up = up.parentElement) {
      const { position, overflowX, overflowY, clipPath } = getComputedStyle(up)
      isHidden ||= clipPath !== 'none'
      if (['fixed', 'sticky'].includes(position)) layer ??= up
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const { left, top, right, bottom } = up.getBoundingClientRect()
      const [x, y] = [Math.max(left, clip.left), Math.max(top, clip.top)]
      clip = new DOMRect(
        x,
        y,
        Math.max(0, Math.min(right, clip.right) - x),
        Math.max(0, Math.min(bottom, clip.bottom) - y),
      )
    }
    if (isHidden) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const box of range.getClientRects()) {
      const [x, y] = [Math.max(box.left, clip.left), Math.max(box.top, clip.top)]
      const [width, height] = [Math.min(box.right, clip.right) - x, Math.min(box.bottom, clip.bottom) - y]
      if (width <= 2 || height <= 2) continue
      // Skip text under another element, such as the list under the sticky head.
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      if (top !== null && !top.contains(node) && !node.contains(top)) continue
      lines.push({ node, layer, box: new DOMRect(x, y, width, height) })
    }
  }
  for (const [index, { node, layer, box }] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (layer !== other.layer || node === other.node) continue
      const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      // Line boxes are taller than their letters.
      if (width > 2 && height > 0.35 * Math.min(box.height, other.box.height))
        found.push(`${named(node)} and ${named(other.node)} lie over each other`)
    }
  }
  return [...new Set(found)].slice(0, 6)
}
