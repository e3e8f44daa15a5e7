import { randomBytes } from 'node:crypto'
import { isDeep } from '#api/testing/full-length.ts'
import { heldInHeap } from './heap.ts'
import { placesOf } from './places.ts'
import { secretFinder } from './secret-parts.ts'
import { flip, nameOf, newToken, switchOf } from '#e2e/tokens/tokens-page.ts'
import { emailOf, toUsers } from '#e2e/users/users-page.ts'
import { openWiretap } from './wiretap.ts'
import { expect, signIn, signOut, test } from '#e2e/rig/fixture.ts'

test.use({ examples: true, readings: 'documented,list-secret=carried' })

test('additional fields in the rows of lists reach neither the page nor the browser', async ({ page, site }) => {
  const canaries: string[] = []
  /** What the service answered. */
  const sent: string[] = []
  /** Adds fields that the documentation does not name, and one of the console server's own. */
  const carrying = (body: string) => {
    const canary = () => {
      const text = randomBytes(24).toString('base64url')
      canaries.push(text)
      return text
    }
    const answer = JSON.parse(body) as { data: Record<string, unknown>[] }
    const rows = answer.data.map((row) => ({
      secret: canary(),
      ...row,
      value: canary(),
      password: canary(),
      password_hash: `$argon2id$v=19$m=65536,t=3,p=4$${canary()}`,
      data: [{ token: canary() }],
      carried: { fingerprint: canary(), claims: { iat: canary(), exp: 1 }, yours: canary() },
      passphrase: canary(), // the page shows its name, because an update omits it
      constructor: { prototype: { [canary()]: canary() } },
    }))
    for (const { token } of answer.data) if (typeof token === 'string') canaries.push(token)
    const carried = JSON.stringify({ secret: canary(), data: rows, next: canary() }).replaceAll(
      '"constructor":',
      `"__proto__":{"token":"${canary()}"},"constructor":`,
    )
    sent.push(carried)
    return carried
  }
  for (const list of ['GET /_/token', 'GET /_/user']) site.proxy.fail(list, { change: carrying }, Infinity)

  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const { origin, answers, close } = await openWiretap(site.origin)
  await page.goto(origin)
  await signIn(page, site.admin.bearer)
  let heaps = 0
  const places = new Set<string>()
  const look = async (when: string) => {
    if (isDeep() || when !== 'listed') {
      expect(await heldInHeap(page, canaries), `the heap, ${when}`).toEqual([])
      heaps += 1
    }
    for (const [place, holds] of Object.entries(await placesOf(page, logged, []))) {
      expect(secretFinder(canaries)(holds), `${place}, ${when}`).toBe(false)
      places.add(place)
    }
  }
  await expect(nameOf(page, 'grafana')).toBeVisible()
  await look('listed')
  await flip(page, 'grafana', 'active')
  await expect(switchOf(page, 'grafana', 'active')).not.toBeChecked()
  const form = await newToken(page, 'canary')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(nameOf(page, 'canary')).toBeFocused()
  if (isDeep()) await look('saved')
  await toUsers(page)
  await expect(emailOf(page, site.admin.email)).toBeVisible()
  await look('users listed')
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await look('signed out')

  expect(answers.filter((answer) => answer.includes('grafana')).length).toBeGreaterThan(2)
  expect(answers.filter(secretFinder(canaries))).toEqual([])
  // The same search finds them in each of the service's own answers: it can find them.
  expect(sent.filter(secretFinder(canaries))).toEqual(sent)
  console.log(
    `canaries: of ${canaries.length} in rows, 0 in ${heaps} heaps, 0 in ${places.size} places, 0 in ${answers.length} answers of the host to the browser`,
  )
  await page.goto('about:blank')
  await close()
})
