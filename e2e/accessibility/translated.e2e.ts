import type { Page } from '@playwright/test'
import { rowButton, nameOf, openMenu, rowOf, switchOf, toastOf, valueOf } from '#e2e/tokens/tokens-page.ts'
import { expect, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, permissions: ['clipboard-read', 'clipboard-write'], readings: 'query-server' })

/** Translates the page into capitals as browsers do: each text is taken out, and put into elements of its own. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const put = (text: Text) => {
      const parent = text.parentElement
      if (parent === null || !text.data.trim() || parent.closest('font, script, style, [translate=no]') !== null) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data.toUpperCase()
      outer.append(inner)
      text.replaceWith(outer)
    }
    const all = (node: Node) => {
      if (node instanceof Text) return put(node)
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      while (texts.nextNode()) found.push(texts.currentNode)
      for (const text of found) if (text instanceof Text) put(text)
    }
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) for (const node of [target, ...addedNodes]) all(node)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    all(document.body)
  })
}

test('in a page that the browser translates, every action shows what came of it, and names stay as they are', async ({
  signedIn: page,
  site,
  watch,
}) => {
  watch.expectFailure('/_/token', 400)
  await expect(nameOf(page, 'ci-deploy')).toBeVisible()
  await translate(page)
  const status = (name: string) => rowOf(page, name).locator('.c-status > span').first()
  await expect(status('ci-deploy')).toHaveText('ACTIVE')
  await expect(nameOf(page, 'ci-deploy')).toHaveText('ci-deploy')
  const total = page.locator('.meta b')
  const before = Number.parseInt(await total.innerText(), 10)
  const question = page.getByRole('alertdialog')

  await test.step('switch', async () => {
    await switchOf(page, 'ci-deploy', 'active').click()
    await expect(question).toContainText('ci-deploy')
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expect(status('ci-deploy')).toHaveText('INACTIVE')
    await expect(page.locator('.callout').first()).toContainText('NEW VALUE')
    await switchOf(page, 'ci-deploy', 'active').click()
    await question.getByRole('button', { name: 'Activate' }).click()
    await expect(status('ci-deploy')).toHaveText('NEW VALUE')
  })

  await test.step('a switch that the service refuses, and the note about it', async () => {
    site.proxy.fail('PUT /_/token', { status: 400, body: 'kaput' })
    await switchOf(page, 'grafana', 'write').click()
    await question.getByRole('button', { name: 'Turn write' }).click()
    await expect(page.locator('.callout.error').first()).toContainText('KAPUT')
    await page.getByRole('button', { name: 'Dismiss note of grafana' }).click()
    await expect(page.locator('.callout.error')).toHaveCount(0)
  })

  await test.step('reveal, keep showing, hide, and copy', async () => {
    const value = await site.service.value('grafana')
    await rowButton(page, 'Reveal', 'grafana').click()
    await expect(valueOf(page, 'grafana')).toHaveText(value)
    await page.getByRole('button', { name: 'Keep showing grafana' }).click()
    await page.getByRole('button', { name: 'Hide grafana', exact: true }).last().click()
    await expect(valueOf(page, 'grafana')).toHaveCount(0)
    for (const name of ['grafana', 'ci-deploy']) {
      await rowButton(page, 'Copy', name).click()
      await expect(toastOf(page)).toContainText(`COPIED “${name}”`)
    }
  })

  await test.step('create', async () => {
    await page.getByRole('button', { name: 'New token' }).click()
    const sheet = page.getByRole('dialog', { name: 'New token' })
    await sheet.getByRole('textbox', { name: 'Name' }).fill('translated')
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await expect(status('translated')).toHaveText('NEW VALUE')
    await expect(total).toHaveText(`${before + 1} TOKENS`)
  })

  await test.step('search and filter', async () => {
    const chip = page.getByRole('button', { name: /^inactive/i })
    await page.getByRole('searchbox').fill('translated')
    await expect(page.getByRole('row').filter({ has: page.locator('[data-name]') })).toHaveCount(1)
    await expect(chip).toContainText('0')
    await page.getByRole('searchbox').fill('nothing like this')
    await expect(page.getByRole('heading', { name: /no tokens match/i })).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(nameOf(page, 'grafana')).toBeVisible()
  })

  await test.step('refresh', async () => {
    await site.service.changeToken({ name: 'translated', active: false })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(status('translated')).toHaveText('INACTIVE')
  })

  await test.step('delete', async () => {
    await openMenu(page, 'translated')
    await page.getByRole('menuitem', { name: 'Delete translated' }).click()
    await question.getByRole('button', { name: 'Delete token' }).click()
    await expect(nameOf(page, 'translated')).toHaveCount(0)
    await expect(total).toHaveText(`${before} TOKENS`)
  })

  await test.step('replace, where the second half fails', async () => {
    site.proxy.fail('POST /_/token', { status: 400, body: 'kaput' })
    await openMenu(page, 'grafana')
    await page.getByRole('menuitem', { name: 'Replace value' }).click()
    await question.getByRole('button', { name: 'Replace value' }).click()
    await expect(page.locator('.callout', { hasText: 'THE OLD ONE IS DELETED' })).toBeVisible()
    site.proxy.heal()
    await page.getByRole('button', { name: 'Create again: grafana' }).click()
    await expect(status('grafana')).toHaveText('NEW VALUE')
    await expect(page.locator('.callout', { hasText: 'THE OLD ONE IS DELETED' })).toHaveCount(0)
  })

  await test.step('other pages', async () => {
    for (const name of ['Users', 'Service', 'Tokens']) {
      await page.getByRole('navigation').getByText(name, { exact: false }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
  })
})
