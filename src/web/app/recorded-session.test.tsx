import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn, signInByPassword } from '#web/testing/console.tsx'

/** ` {name,active}`: the fields of a body, without what they hold. */
const fieldsText = (body: unknown) =>
  typeof body === 'object' && body !== null ? ` {${Object.keys(body).join(',')}}` : ''

/**
 * What the service, the console server, a tab of another build and a bookmark rely on. A change here is a change for
 * them, too.
 */
const recorded = `
GET /console-host.json
POST /console-session {by,email,password}
GET /console-session
GET /_/token
#/tokens
#/tokens?show=inactive&by=expiration_date&down=1
POST /console-rows/_/token {names}
POST /_/token {active,write,name,expiration_date}
PUT /_/token {name,active,write,expiration_date}
GET /_/token/value?name=ci
DELETE /_/token {name}
POST /console-find {value,reads}
GET /_/user
#/users
POST /console-rows/_/user {names}
POST /_/user {email,password,admin,active}
PUT /_/user {email,admin,active}
DELETE /_/user {email}
GET /console-sessions
#/service
DELETE /console-session
stored: query-admin passwords-not-copied http://localhost:3000/ http://localhost:3000/_/ root@example.test
stored: query-admin proof http://localhost:3000/
stored: query-admin sign-in http://localhost:3000/
stored: query-admin signed out http://localhost:3000/
`

test('requests, addresses and keys in the browser’s storage are those of the builds before', async () => {
  const lines: string[] = []
  const keys = new Set<string>()
  const add = (line: string) => void (lines.includes(line) || lines.push(line))
  const page = await openSignIn({
    tokens: ['ci', 'grafana'],
    users: [{ email: 'anna@x.test' }],
    onRequest(method, path, body) {
      for (const storage of [localStorage, sessionStorage]) for (const key of Object.keys(storage)) keys.add(key)
      // How often the session is prolonged depends on how long this takes.
      if (`${method} ${path}` !== 'PUT /console-session') add(`${method} ${path}${fieldsText(body)}`)
    },
  })
  const { press, fill, choose, flip, answer } = page
  const isThere = (name: string) => screen.findByRole('button', { name: `Edit ${name}` })
  const isGone = (name: string) =>
    waitFor(() => expect(screen.queryByRole('button', { name: `Edit ${name}` })).toBeNull())
  const saved = (label: string, isOn: boolean) =>
    waitFor(() => expect(screen.getByRole('switch', { name: label }).getAttribute('aria-checked')).toBe(String(isOn)))

  const go = (hash: string) => {
    location.hash = hash
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  }

  await signInByPassword(page, page.trial.admin)
  await isThere('ci')
  add(location.hash)
  await press(/^Expires/)
  await press(/^Expires/)
  await press(/^Inactive/)
  add(location.hash)
  await press(/^All/)

  await press('New token')
  await fill(await screen.findByLabelText('Name'), 'deploy')
  await press('Create token')
  await isThere('deploy')
  await flip('ci active')
  await page.confirmWarning()
  await saved('ci active', false)
  await press('Reveal ci')
  await screen.findByRole('textbox', { name: 'Value of ci' })
  await choose('grafana', 'Delete grafana')
  await press('Delete token')
  await isGone('grafana')
  await choose('tokens', 'Find by value…')
  const find = within(await screen.findByRole('alertdialog'))
  await fill(find.getByLabelText('Value'), page.trial.valueOf('ci'))
  await page.user.click(await find.findByRole('button', { name: 'Read values' }))
  await find.findByText(/ci/)
  await page.user.click(find.getByRole('button', { name: 'Close' }))

  go('#/users')
  await isThere('anna@x.test')
  add(location.hash)
  await press('New user')
  await fill(await screen.findByLabelText('Email'), 'li@x.test')
  await fill(await screen.findByLabelText('Password'), 'correct horse battery')
  await press('Create user')
  await isThere('li@x.test')
  await flip('li@x.test admin')
  await saved('li@x.test admin', true)
  await choose('anna@x.test', 'Delete anna@x.test')
  await answer('Delete user')
  await isGone('anna@x.test')
  go('#/service')
  await screen.findByRole('heading', { name: 'Service', level: 1 })
  add(location.hash)
  await page.signOut()
  await screen.findByRole('radio', { name: 'Email and password' })
  lines.push(...[...keys].toSorted().map((key) => `stored: ${key}`))
  expect(`\n${lines.join('\n')}\n`).toBe(recorded)
})
