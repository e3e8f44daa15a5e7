import { randomBytes } from 'node:crypto'
import { isDeep } from '#contract/testing/deep.ts'
import { heldInHeap } from './heap.ts'
import { placesOf } from './places.ts'
import { sightOf } from './secret-parts.ts'
import { flip, nameOf, newToken, switchOf } from '#e2e/tokens/tokens-page.ts'
import { emailOf, toUsers } from '#e2e/users/users-page.ts'
import { openWiretap } from './wiretap.ts'
import { expect, signIn, test } from '#e2e/rig/world.ts'

test.use({ examples: true, readings: 'documented,list-secret=carried' })

test('what rows of lists carry beside their fields reaches neither page nor browser', async ({ page, world }) => {
  test.setTimeout(90_000)
  /** Without a host of ours the service's own answers reach the browser. */
  const isTab = world.mode === 'tab'
  const canaries: string[] = []
  /** Fields of rows that no contract names, and one that is our own host's. */
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
      passphrase: canary(), // its name is told, for an update leaves it out
      constructor: { prototype: { [canary()]: canary() } },
    }))
    for (const { token } of answer.data) {
      // The bearer, which is in the page then, is a JWT as well, and all of those begin alike.
      if (typeof token === 'string') canaries.push(isTab ? (token.split('.').at(-1) ?? token) : token)
    }
    return JSON.stringify({ secret: canary(), data: rows, next: canary() }).replaceAll(
      '"constructor":',
      `"__proto__":{"token":"${canary()}"},"constructor":`,
    )
  }
  for (const list of ['GET /_/token', 'GET /_/user']) world.wire.fail(list, { change: carrying }, Infinity)

  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const { origin, answers, close } = await openWiretap(world.origin)
  await page.goto(origin)
  await signIn(page, world.admin.bearer)
  let heaps = 0
  const places = new Set<string>()
  const look = async (when: string) => {
    if (isDeep() || when !== 'listed') {
      expect(await heldInHeap(page, canaries), `the heap, ${when}`).toEqual([])
      heaps += 1
    }
    for (const [place, holds] of Object.entries(await placesOf(page, said, []))) {
      expect(sightOf(canaries)(holds), `${place}, ${when}`).toBe(false)
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
  await expect(emailOf(page, world.admin.email)).toBeVisible()
  await look('users listed')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await look('signed out')

  expect(answers.filter((answer) => answer.includes('grafana')).length).toBeGreaterThan(2)
  const hits = answers.filter(sightOf(canaries))
  // Where nothing redacts they come along, which shows that they were there to be found.
  if (isTab) expect(hits).not.toEqual([])
  else expect(hits).toEqual([])
  console.log(
    `canaries: of ${canaries.length} in rows, 0 in ${heaps} heaps, 0 in ${places.size} places${isTab ? '' : `, 0 in ${answers.length} answers of the host to the browser`}`,
  )
  await page.goto('about:blank')
  await close()
})
