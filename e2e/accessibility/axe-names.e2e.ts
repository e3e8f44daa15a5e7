import { atWidths, expectAccessible } from './expect-accessible.ts'
import { rowButton, nameOf, newToken } from '#e2e/tokens/tokens-page.ts'
import { newUser, toUsers } from '#e2e/users/users-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'] })

atWidths(0, () => {
  test('the warnings about a likeness and a common password, and the toast after a copy, are accessible', async ({
    signedIn: page,
  }) => {
    const sheet = await newToken(page, 'Grafana')
    await expect(sheet.getByText('Looks like “grafana”, which exists.')).toBeVisible()
    await expectAccessible(page, 'a likeness')
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(nameOf(page, 'Grafana')).toBeFocused()
    await rowButton(page, 'Copy', 'grafana').click()
    await expect(page.getByRole('button', { name: 'Clear the clipboard' })).toBeVisible()
    await expectAccessible(page, 'a copy')
    await toUsers(page)
    const user = await newUser(page, 'new@example.test', 'Sunshine1')
    await expect(user.getByText(/one of the most common passwords/)).toBeVisible()
    await expectAccessible(page, 'a common password')
    await user.getByRole('button', { name: 'Generate' }).click()
    await expect(user.getByRole('button', { name: 'Keep showing Password' })).toBeVisible()
    await expectAccessible(page, 'a generated password')
  })
})
