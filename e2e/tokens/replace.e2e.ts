import { storedIn } from '#e2e/rig/guard.ts'
import { rowButton, askToReplace, copyNew, copyOf, expires, nameOf } from './tokens-page.ts'
import { expect, onePreset, presets, signOut, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

for (const readings of presets) {
  test.describe(readings, () => {
    test.use({ readings })

    test('after “Replace value” the service rejects the old value and accepts the new one, and everything else stays', async ({
      signedIn: page,
      site,
    }) => {
      const { updated_at: _, ...before } = (await site.service.token('ci-deploy')) ?? { updated_at: 0 }
      const old = await site.service.value('ci-deploy')
      expect(await site.service.accepts(old)).toBe(true)
      const question = await askToReplace(page, 'ci-deploy')
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expect(question.getByText(/It is deleted and created again, so it fails for a moment/)).toBeVisible()
      expect(site.proxy.callsTo('DELETE /_/token')).toHaveLength(0)
      await question.getByRole('button', { name: 'Replace value' }).click()
      await expect(page.getByRole('row', { name: 'About ci-deploy' })).toContainText('Value replaced.')
      await expect(rowButton(page, 'More for', 'ci-deploy')).toBeFocused()
      const value = await copyNew(page, 'ci-deploy')
      expect(value).not.toBe(old)
      expect(await site.service.accepts(value)).toBe(true)
      expect(await site.service.accepts(old)).toBe(false)
      expect(await site.service.token('ci-deploy')).toMatchObject(before)
      expect(site.proxy.callsTo('DELETE /_/token')).toHaveLength(1)
      expect(site.proxy.callsTo('POST /_/token')).toHaveLength(1)
    })
  })
}

onePreset(0, () => {
  test('replacing the value of an expired token asks for a new expiry first', async ({ signedIn: page, site }) => {
    const question = await askToReplace(page, 'contractor-anna')
    await expect(question.getByText('Its expiry has passed, so the new value gets another.')).toBeVisible()
    await expires(question, '90 days')
    const at = Date.now() + 90 * 24 * 60 * 60 * 1000
    await question.getByRole('button', { name: 'Replace value' }).click()
    await expect(page.getByRole('row', { name: 'About contractor-anna' })).toContainText('Value replaced.')
    const held = await site.service.token('contractor-anna')
    expect(Math.abs((held?.expiration_date ?? 0) - site.service.moment(at))).toBeLessThan(site.service.moment(20_000))
    expect(held).toMatchObject({ active: true, write: true })
    expect(await site.service.accepts(await copyNew(page, 'contractor-anna'))).toBe(true)
  })
})

onePreset(1, () => {
  test('a note above the list keeps what creates a deleted token again until it exists again, and leaving asks', async ({
    signedIn: page,
    site,
    watch,
  }) => {
    const { updated_at: _, ...before } = (await site.service.token('ci-deploy')) ?? { updated_at: 0 }
    const old = await site.service.value('ci-deploy')
    site.proxy.fail('POST /_/token', { status: 500, body: 'kaput' }, Infinity)
    watch.expectFailure('/_/token', 500)
    const question = await askToReplace(page, 'ci-deploy')
    await question.getByRole('button', { name: 'Replace value' }).click()
    const note = page.locator('.callout', { hasText: '“ci-deploy”' })
    await expect(note).toContainText('The old one is deleted.')
    await expect(page.locator('.list > .hint')).toContainText('Expires: ')
    await expect(nameOf(page, 'ci-deploy')).toHaveCount(0)
    expect(await site.service.token('ci-deploy')).toBeUndefined()
    expect(await storedIn(page)).not.toContain(old)

    await signOut(page)
    await expect(page.getByRole('alertdialog', { name: 'Sign out?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create again: ci-deploy' }).click()
    await expect.poll(() => site.proxy.callsTo('POST /_/token').length).toBe(2)
    await expect(note).toContainText('Not created')

    site.proxy.heal()
    await page.getByRole('button', { name: 'Create again: ci-deploy' }).click()
    await expect(nameOf(page, 'ci-deploy')).toBeVisible()
    await expect(note).toHaveCount(0)
    expect(await site.service.token('ci-deploy')).toMatchObject(before)
    expect(await site.service.accepts(await copyOf(page, 'ci-deploy'))).toBe(true)
    await signOut(page)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})
