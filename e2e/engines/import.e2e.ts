import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '#e2e/rig/world.ts'
import { flow, signIn, test } from './flow.ts'
import type { Hand } from './hand.ts'

test.use({ examples: true })

flow(
  'rows are imported from the picker and from the clipboard, and the new values of one are downloaded',
  async ({ hand, world, saved }) => {
    const folder = await mkdtemp(join(tmpdir(), 'query-admin-import-'))
    const file = join(folder, 'tokens.csv')
    await writeFile(file, 'name,expires\nfrom-file-1,\nfrom-file-2,never\n')
    await signIn(hand, world)
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
      expect(text).toContain(await world.service.value(one))
    }
    await hand.tab.press('Escape')
    await hand.counts(['dialog'], 0)

    await openImport(hand)
    await hand.clicks(['field', 'Or paste rows from a spreadsheet'])
    await hand.pastes('name\texpires\nfrom-paste\t')
    await hand.reads('1 to create')
    await hand.clicks(['button', 'Import 1'])
    await hand.counts(['dialog', 'Import tokens'], 0)
    // The page has read it back, too.
    await hand.sees(['button', 'Edit from-paste'])
    await rm(folder, { recursive: true })
  },
)

async function openImport(hand: Hand): Promise<void> {
  await hand.clicks(['button', 'More for tokens'])
  await hand.clicks(['menuitem', 'Import…'])
  await hand.sees(['dialog', 'Import tokens'])
}
