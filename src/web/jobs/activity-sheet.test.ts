import { expect, test } from 'vitest'
import { tokenDesk } from '#web/testing/token-desk.ts'
import { csvOf } from './activity-sheet.tsx'

test('the exported activity names in each act the row to which it was done', async () => {
  const on = tokenDesk('ci', '$& #')
  await on.act('deactivate', on.seenAll('ci', '$& #'))
  const lines = csvOf(on.desk.jobs.get(), () => 'Tokens').split('\r\n')
  expect(lines[1]).toContain('"Tokens","ci","ci deactivated","Done","Saved, active off."')
  expect(lines[2]).toContain('"Tokens","$& #","$& # deactivated","Done"')
})
