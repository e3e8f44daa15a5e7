import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn, signIn, type TestConsole } from '#web/testing/console.tsx'
import { signedInAt, signsOutElsewhere, someone } from '#web/testing/server.ts'

// What of an admin's work outlives each end of a session, for the same person who signs in again.

const value = 'a-value-that-nobody-else-may-see'
const password = 'a password that nobody else may see'
const bodies = {
  '/_/token': { data: [{ name: 'ci', active: true, write: false }] },
  '/_/user': { data: [{ email: 'ann@x.test', admin: true, active: true }] },
}

/**
 * A console at a console server. `end`: there, the session ends. `refuse`: from then on, the service refuses every call.
 * Each returns what lets the same person in again.
 */
async function consoleAt(hash: string) {
  let end = (): ReturnType<ReturnType<typeof signedInAt>> => () => {}
  let refuse = (): (() => void) => () => {}
  const testConsole = await openSignIn({
    hash,
    before(_, network) {
      const paths = ['/_/token', '/_/user'] as const
      const serve = () => {
        const all = paths.map((path) =>
          network.interceptAll('GET', path, { status: 200, body: JSON.stringify(bodies[path]) }),
        )
        return () => all.forEach((stop) => stop())
      }
      const stop = serve()
      network.interceptAll('GET', '/_/token/value', { status: 200, body: JSON.stringify({ token: value }) })
      network.interceptAll('DELETE', '/console-session', { status: 204 })
      // Rows that are read by their names; after a refusal, one is.
      const read = { status: 200, body: JSON.stringify(bodies['/_/token']) }
      network.interceptAll('POST', '/console-rows/_/token', read)
      const idle = { left: 900_000, limit: 900_000 }
      const session = { identity: 'ann', age: 0, idle, absolute: { left: 28_800_000, limit: 28_800_000 } }
      end = signedInAt(network, { session })
      refuse = () => {
        stop()
        read.status = 401
        const lists = paths.map((path) => network.interceptAll('GET', path, { status: 401 }))
        return () => {
          for (const accept of lists) accept()
          read.status = 200
          serve()
          end()()
        }
      }
    },
  })
  return { testConsole: testConsole, end: () => end(), refuse: () => refuse() }
}

/** A press on an element behind an open sheet. */
const pressBehind = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()
const sleep = ({ passTime }: TestConsole) => {
  passTime(1_000_000)
  window.dispatchEvent(new Event('focus'))
}

type At = Awaited<ReturnType<typeof consoleAt>>
interface End {
  /** Ends the session. Returns what lets the same person in again, or nothing where the page is signed in anyway. */
  by: (target: At) => (() => void) | undefined | Promise<(() => void) | undefined>
  form: 'stays' | 'goes'
}

const ends: Readonly<Record<string, End>> = {
  'a press of Sign out': {
    async by({ end }) {
      pressBehind('header [aria-haspopup=menu]')
      const item = await screen.findByRole('menuitem', { name: 'Sign out', hidden: true })
      const again = end() // not before: the page may hear of it by itself, and that is another end
      item.click()
      return again
    },
    form: 'goes',
  },
  'a sign-out in another tab': {
    by({ end }) {
      const again = end()
      signsOutElsewhere()
      return again
    },
    form: 'stays',
  },
  'a 401 of the service': {
    by({ refuse }) {
      const again = refuse()
      pressBehind('[aria-label=Refresh]')
      return again
    },
    form: 'stays',
  },
  'the idle limit': {
    by({ testConsole, end }) {
      const again = end()
      sleep(testConsole)
      return again
    },
    form: 'stays',
  },
  'a reload': {
    by({ testConsole }) {
      expect(testConsole.asksToLeave()).toBe(true)
      testConsole.reload()
      return undefined
    },
    form: 'goes',
  },
}

/** Ends the session and signs in again. Returns the form, if it is still there. */
async function ended(target: At, { by }: End): Promise<HTMLElement | null> {
  const again = await by(target)
  const isGone = () => {
    const text = document.documentElement.outerHTML
    const typed = [...document.querySelectorAll('input')].map((input) => input.value)
    expect([text, ...typed].filter((shownText) => shownText.includes(value) || shownText.includes(password))).toEqual(
      [],
    )
  }
  if (again === undefined) {
    isGone()
    await screen.findByRole('table')
  } else {
    await screen.findByLabelText('Your access token')
    expect(screen.queryByRole('dialog', { name: /^New/ })).toBeNull()
    isGone()
    again()
    await signIn(target.testConsole)
    await waitFor(() => expect(screen.queryByLabelText('Your access token')).toBeNull())
    await screen.findByRole('table', { hidden: true })
  }
  isGone()
  return screen.queryByRole('dialog', { name: /^New/ })
}

test.each(Object.entries(ends))('of a form and a value in sight: %s', async (_, end) => {
  const target = await consoleAt('#/tokens')
  await target.testConsole.press('Reveal ci')
  await waitFor(() => expect(document.body.textContent).toContain(value))
  await target.testConsole.press('Keep showing ci')
  await target.testConsole.press('New token')
  await target.testConsole.fill(await screen.findByLabelText('Name'), 'billing-export')
  const form = await ended(target, end)
  expect(form === null ? 'goes' : 'stays').toBe(end.form)
  if (form !== null) expect(within(form).getByLabelText<HTMLInputElement>('Name').value).toBe('billing-export')
})

// Each end empties the page in the same way (above), so that one shows it of passwords.
test('of a form with a typed password: all but the password', async () => {
  const end = ends['a 401 of the service']!
  const target = await consoleAt('#/users')
  await target.testConsole.press('New user')
  await target.testConsole.fill(await screen.findByLabelText('Email'), 'li@x.test')
  await target.testConsole.fill(screen.getByLabelText('Password'), password)
  const form = within((await ended(target, end))!)
  expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('li@x.test')
  expect(form.getByLabelText<HTMLInputElement>('Password').value).toBe('')
})

// A job, and what it left to do: create-app-context.test.ts and job.test.ts.

test('another person who signs in gets a new page, which says that a form was discarded', async () => {
  const { testConsole, end } = await consoleAt('#/tokens')
  await testConsole.press('New token')
  await testConsole.fill(await screen.findByLabelText('Name'), 'billing-export')
  const again = end()
  signsOutElsewhere()
  await screen.findByText(/^You signed out in another tab\./)
  again({ ...someone.session, identity: 'bob' })
  await signIn(testConsole)
  await screen.findByText('The open form belonged to another account and was discarded.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(testConsole.requestsTo('GET', '/console-host.json')).toHaveLength(2)
  expect(sessionStorage.length).toBe(0)
})
