import type { Page } from '@playwright/test'
import { flip, goOn, savedOf, switchOf } from './tokens-page.ts'
import { expect, test } from '#e2e/rig/world.ts'

test.use({ examples: true, readings: 'documented,list-secret=carried' })

const readAgain = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true }).click()
const noAnswer = /No answer\. The list doesn’t show the change yet \(as of .*requested: active off\)\./

test('a save is called saved only where a read shows it, and overwrites nothing that somebody else changed', async ({
  signedIn: page,
  world,
  watch,
}) => {
  await test.step('after an OK that did nothing: “Not saved”, and “Try again” sends it again', async () => {
    world.proxy.fail('PUT /_/token', { status: 200, body: '' })
    await flip(page, 'grafana', 'active')
    await expect(
      page.getByText('Not saved: the service answered OK, but active is still on.', { exact: false }),
    ).toBeVisible()
    await expect(switchOf(page, 'grafana', 'active')).toBeChecked()
    await expect(page.getByText(/Saved[.,]/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Try again for grafana' }).click()
    await goOn(page)
    await expect(savedOf(page, 'grafana')).toContainText('Saved')
    expect(await world.service.token('grafana')).toMatchObject({ active: false })
  })

  await test.step('a row that somebody else changed after the save is marked after the next read', async () => {
    await world.service.changeToken({ name: 'grafana', write: true })
    await readAgain(page)
    await expect(
      page.getByText('“write” is now on. It was changed outside this page, or by the service.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(/Saved[.,]/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Dismiss note of grafana' }).click()
  })

  await test.step('after a lost answer: “The list doesn’t show the change yet”, until a later read shows the change', async () => {
    watch.expectFailure('/_/token', 502)
    world.proxy.fail('PUT /_/token', { reset: true })
    await switchOf(page, 'mobile-app', 'active').click()
    await goOn(page)
    await expect(page.getByText(noAnswer)).toBeVisible()
    await expect(page.getByText(/Saved[.,]/)).toHaveCount(0)
    await readAgain(page)
    await expect(page.getByText(noAnswer)).toBeVisible()
    await expect(page.getByText(/Not saved/)).toHaveCount(0)
    await expect(switchOf(page, 'mobile-app', 'active')).toBeChecked()
    await world.service.changeToken({ name: 'mobile-app', active: false })
    await readAgain(page)
    await expect(page.getByText(/Saved\./)).toBeVisible()
    await expect(page.getByText(noAnswer)).toHaveCount(0)
    await expect(switchOf(page, 'mobile-app', 'active')).not.toBeChecked()
  })

  await test.step('a row that changed meanwhile: “Save only my change” leaves the other change alone', async () => {
    await world.service.changeToken({ name: 'ci-deploy', write: false })
    await flip(page, 'ci-deploy', 'active')
    const question = page.getByRole('alertdialog', { name: '“ci-deploy” changed since the list was read' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(question.getByRole('row', { name: /^Write on off unchanged/ })).toBeVisible()
    await expect(question.getByRole('row', { name: /^Active on on off/ })).toBeVisible()
    await question.getByRole('button', { name: 'Save only my change' }).click()
    await expect(savedOf(page, 'ci-deploy')).toContainText('Saved')
    expect(await world.service.token('ci-deploy')).toMatchObject({ active: false, write: false })
  })
})
