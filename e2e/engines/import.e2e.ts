import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '#e2e/rig/fixture.ts'
import { flow, signIn, test } from './flow.ts'
import { patience, type Hand } from './hand.ts'

test.use({ examples: true })

flow(
  'rows are imported from the picker, a dropped file, the clipboard and the keyboard, and the new values of one are downloaded',
  async ({ hand, site, saved }) => {
    const folder = await mkdtemp(join(tmpdir(), 'query-admin-import-'))
    const file = join(folder, 'tokens.csv')
    await writeFile(file, 'name,expires\nfrom-file-1,\nfrom-file-2,never\n')
    await signIn(hand, site)
    await openImport(hand)
    await hand.tab.files('input[type=file]', [file])
    await hand.reads('2 to create')
    await hand.clicks(['button', 'Import 2'])
    await hand.sees(['dialog', /^2 tokens imported/])
    await hand.clicks(['button', 'Download…'])
    await hand.clicks(['button', 'Download'], ['alertdialog'])
    const [[name, text] = ['', '']] = await saved(1)
    expect(name).toMatch(/^query-admin-secrets-\d{4}-\d\d-\d\d\.csv$/)
    for (const one of ['from-file-1', 'from-file-2']) {
      expect(text).toContain(one)
      expect(text).toContain(await site.service.value(one))
    }
    await hand.tab.press('Escape')
    await hand.counts(['dialog'], 0)

    await openImport(hand)
    expect(await hand.tab.run(drag, '[role=dialog] h2', 'dragover')).toBe(true)
    await expect.poll(() => hand.tab.run(() => document.querySelector('.import-over') !== null), patience).toBe(true)
    expect(await hand.tab.run(drag, '[role=dialog] h2', 'drop')).toBe(true)
    await hand.reads('dropped.csv')
    await hand.clicks(['button', 'Import 1'])
    await hand.counts(['dialog', 'Import tokens'], 0)
    await hand.sees(['button', 'Edit from-drop'])

    await openImport(hand)
    await hand.clicks(['field', 'Or paste rows from a spreadsheet'])
    await hand.pastes('name\texpires\nfrom-paste\t')
    await hand.reads('1 to create')
    await hand.clicks(['button', 'Import 1'])
    await hand.counts(['dialog', 'Import tokens'], 0)
    // The page has read it back, too.
    await hand.sees(['button', 'Edit from-paste'])

    await openImport(hand)
    await hand.counts(['button', 'Preview'], 0)
    await hand.clicks(['field', 'Or paste rows from a spreadsheet'])
    await hand.tab.type('name|active')
    await hand.tab.press('Enter')
    await hand.tab.type('from-keys|no')
    await hand.clicks(['button', 'Preview'])
    await hand.clicks(['button', 'Import 1'])
    await hand.counts(['dialog', 'Import tokens'], 0)
    await hand.sees(['switch', 'from-keys active'], { isChecked: false })
    await rm(folder, { recursive: true })
  },
)

flow('a file dropped anywhere but on the sheet of an import does nothing', async ({ hand, site }) => {
  await signIn(hand, site)
  const isTaken = (at: string) => hand.tab.run(drag, at, 'drop')
  // The browser does nothing where the page has prevented it.
  for (const at of ['body', 'table[aria-label]', 'input[type=search]']) expect(await isTaken(at), at).toBe(true)
  await openImport(hand)
  expect(await isTaken('.scrim')).toBe(true)
  await hand.sees(['button', 'Choose a file…'])
  expect(await hand.tab.run(drag, '.scrim', 'drop', 'text')).toBe(true)
  expect(await hand.tab.run(drag, '[role=dialog] textarea', 'drop', 'text')).toBe(false)
})

async function openImport(hand: Hand): Promise<void> {
  await hand.clicks(['button', 'More for tokens'])
  await hand.clicks(['menuitem', 'Import…'])
  await hand.sees(['dialog', 'Import tokens'])
}

/**
 * No driver drags from another window: the page gets the event that a browser makes of it. Returns whether the page keeps
 * the browser from what it does by itself. Runs in the page.
 */
function drag(at: string, type: 'dragover' | 'drop', what: 'file' | 'text' = 'file'): boolean {
  const dataTransfer = new DataTransfer()
  const text = 'name,expires\nfrom-drop,\n'
  if (what === 'file') dataTransfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }))
  else dataTransfer.setData('text/plain', text)
  const target = document.querySelector(at)
  if (target === null) throw new Error(`no ${at}`)
  return !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
}
