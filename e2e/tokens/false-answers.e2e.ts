import type { Page } from '@playwright/test'
import { askToDelete, flip, goOn, nameOf, newToken, savedOf, switchOf } from './tokens-page.ts'
import { expect, test, type World } from '#e2e/rig/world.ts'

test.use({ examples: true, readings: 'documented,list-secret=carried' })

const readAgain = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true }).click()
const noAnswer = /No answer\. Not in the list yet \(as of .*requested: active off\)\./

test.describe('a service that says OK and does nothing', () => {
  test('a save says “Saved with differences”, names the field, and “Try again” sends it again', async ({
    signedIn: page,
    world,
  }) => {
    world.proxy.fail('PUT /_/token', { status: 200, body: '' })
    await flip(page, 'grafana', 'active')
    await expect(
      page.getByText('Saved with differences: the service answered OK, but active is still on.', { exact: false }),
    ).toBeVisible()
    await expect(switchOf(page, 'grafana', 'active')).toBeChecked()
    await expect(page.getByText(/Saved[.,]/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Try again for grafana' }).click()
    await goOn(page)
    await expect(savedOf(page, 'grafana')).toContainText('Saved')
    expect(await world.service.token('grafana')).toMatchObject({ active: false })
  })

  test('a created token does not exist, and the form says so and keeps its input', async ({
    signedIn: page,
    world,
  }) => {
    world.proxy.fail('POST /_/token', { status: 201, body: '' })
    const sheet = await newToken(page, 'brand-new')
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(sheet.getByText(/stored no token with this name/)).toBeVisible()
    await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('brand-new')
    expect(await world.service.token('brand-new')).toBeUndefined()
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(nameOf(page, 'brand-new')).toBeFocused()
  })

  test('a deleted token still exists, and its row says so', async ({ signedIn: page, world }) => {
    world.proxy.fail('DELETE /_/token', { status: 200, body: '' })
    const question = await askToDelete(page, 'grafana')
    await question.getByRole('button', { name: 'Delete token' }).click()
    await expect(page.getByText(/The service answered OK, but the token is still there/)).toBeVisible()
    await expect(nameOf(page, 'grafana')).toBeVisible()
  })
})

test.describe('a lost answer', () => {
  const lose = async (page: Page, world: World) => {
    world.proxy.fail('PUT /_/token', { reset: true })
    await flip(page, 'grafana', 'active')
    await expect(page.getByText(noAnswer)).toBeVisible()
    await expect(page.getByText(/Saved[.,]/)).toHaveCount(0)
  }

  test('to a save that did not happen: “Not in the list yet”, also after a refresh', async ({
    signedIn: page,
    world,
    watch,
  }) => {
    watch.expectFailure('/_/token', 502)
    await lose(page, world)
    await readAgain(page)
    await expect(page.getByText(noAnswer)).toBeVisible()
    await expect(page.getByText(/Not saved/)).toHaveCount(0)
    await expect(switchOf(page, 'grafana', 'active')).toBeChecked()
  })

  test('to a save that happens late: a refresh says that it is saved', async ({ signedIn: page, world, watch }) => {
    watch.expectFailure('/_/token', 502)
    await lose(page, world)
    await world.service.changeToken({ name: 'grafana', active: false })
    await readAgain(page)
    await expect(page.getByText(/Saved\./)).toBeVisible()
    await expect(page.getByText(noAnswer)).toHaveCount(0)
    await expect(switchOf(page, 'grafana', 'active')).not.toBeChecked()
  })

  test('“Refresh” in the note shows the stored row', async ({ signedIn: page, world, watch }) => {
    watch.expectFailure('/_/token', 502)
    await lose(page, world)
    await world.service.changeToken({ name: 'grafana', active: false })
    await page.getByRole('button', { name: 'Refresh for grafana' }).click()
    await expect(page.getByText(noAnswer)).toHaveCount(0)
    await expect(switchOf(page, 'grafana', 'active')).not.toBeChecked()
  })
})

test('a save that cannot be read back is not called saved until a later read shows it', async ({
  signedIn: page,
  world,
  watch,
}) => {
  let release = () => undefined as void
  world.proxy.fail('PUT /_/token', { until: new Promise<void>((resolve) => (release = resolve)) })
  await flip(page, 'grafana', 'active')
  await expect.poll(() => world.proxy.callsTo('PUT /_/token').length).toBe(1)
  world.proxy.fail('GET /_/token', { status: 500, body: 'kaput' }, Infinity)
  watch.expectFailure('/_/token', 500)
  release()
  await expect(page.getByText(/Not confirmed: the service accepted the change/)).toBeVisible()
  world.proxy.heal()
  await readAgain(page)
  await expect(page.getByText(/Saved\./)).toBeVisible()
  expect(await world.service.token('grafana')).toMatchObject({ active: false })
})

test('a row that somebody else changed after the save is marked after the next read', async ({
  signedIn: page,
  world,
}) => {
  await flip(page, 'grafana', 'write')
  await expect(savedOf(page, 'grafana')).toContainText('Saved')
  await world.service.changeToken({ name: 'grafana', active: false })
  await readAgain(page)
  await expect(page.getByText(/Changed since your save \(active.*\), not by this browser\./)).toBeVisible()
  await expect(page.getByText(/Saved[.,]/)).toHaveCount(0)
  await expect(switchOf(page, 'grafana', 'active')).not.toBeChecked()
})

test.describe('a row that changed meanwhile', () => {
  const meet = async (page: Page, world: World) => {
    await expect(nameOf(page, 'grafana')).toBeVisible()
    await world.service.changeToken({ name: 'grafana', write: true })
    await switchOf(page, 'grafana', 'active').click()
    const question = page.getByRole('alertdialog', { name: '“grafana” changed while you were editing it' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(question.getByRole('row', { name: /^Write off on unchanged/ })).toBeVisible()
    await expect(question.getByRole('row', { name: /^Active on on off/ })).toBeVisible()
    return question
  }

  test('“Save only my change” leaves the other change alone', async ({ signedIn: page, world }) => {
    await (await meet(page, world)).getByRole('button', { name: 'Save only my change' }).click()
    await expect(savedOf(page, 'grafana')).toContainText('Saved')
    expect(await world.service.token('grafana')).toMatchObject({ active: false, write: true })
  })

  test('“Overwrite with mine” restores the row as the admin saw it, with the change', async ({
    signedIn: page,
    world,
  }) => {
    const before = await world.service.token('grafana')
    await (await meet(page, world)).getByRole('button', { name: 'Overwrite with mine' }).click()
    await expect(savedOf(page, 'grafana')).toContainText('Saved')
    expect(await world.service.token('grafana')).toMatchObject({
      active: false,
      write: false,
      expiration_date: before?.expiration_date,
    })
    expect(world.proxy.callsTo('PUT /_/token')).toHaveLength(1)
  })

  test('“Cancel” sends nothing, and the row shows its current state', async ({ signedIn: page, world }) => {
    const question = await meet(page, world)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText(/Changed since you opened it \(.*write.*\)\. Nothing was sent/)).toBeVisible()
    await expect(switchOf(page, 'grafana', 'write')).toBeChecked()
    await expect(switchOf(page, 'grafana', 'active')).toBeChecked()
    expect(world.proxy.callsTo('PUT /_/token')).toHaveLength(0)
  })
})
