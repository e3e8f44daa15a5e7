import { expect, test } from 'vitest'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { activityCsv } from './activity-log.tsx'

test('the exported activity names in each action the row to which it was done', async () => {
  const on = createTestAppContext('ci', '$& #')
  await on.act('deactivate', on.snapshotsOf('ci', '$& #'))
  const lines = activityCsv(on.app.jobs.get(), () => 'Tokens').split('\r\n')
  expect(lines[1]).toContain('"Tokens","ci","ci deactivated","Done","Saved, active off."')
  expect(lines[2]).toContain('"Tokens","$& #","$& # deactivated","Done"')
})
