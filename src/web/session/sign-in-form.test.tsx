import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { SignInRequest } from '#api/credentials.ts'
import { storedInBrowser } from '#web/testing/browser-storage.ts'
import { createAnnouncer, LiveRegions } from '#web/ui/announcer.tsx'
import { baseUrl } from '#web/ui/browser.ts'
import type { ConsoleServer, SignedInSession, SignInFailure, SignInResult } from './console-server.ts'
import { SignInForm } from './sign-in-form.tsx'

const someone = {} as SignedInSession

/** The form before a console server that answers in turn: a refusal, or `in`. Then it waits until it is released. */
async function formAt(answers: (SignInFailure | 'in')[], { example = false } = {}) {
  const ways: SignInRequest[] = []
  let release: (outcome: SignInResult) => void = () => undefined
  const place = { address: 'x', host: 'x', name: 'x', example }
  const signIn = async (way: SignInRequest) => {
    ways.push(way)
    const answer = answers.shift()
    if (answer === undefined) return new Promise<SignInResult>((resolve) => (release = resolve))
    return answer === 'in' ? { signed: someone } : { refused: answer }
  }
  const signedIn = vi.fn<(signed: SignedInSession) => void>()
  const announcer = createAnnouncer(Date.now)
  const user = userEvent.setup({ delay: null })
  const limits = { idle: 900_000, absolute: 900_000 }
  const server: Pick<ConsoleServer, 'place' | 'limits' | 'signIn'> = { place, limits, signIn }
  render(
    <LiveRegions announcer={announcer}>
      <SignInForm server={server} onSignedIn={signedIn} />
    </LiveRegions>,
  )
  return {
    user,
    ways,
    signedIn,
    alerted: () => announcer.spoken.get().assertive,
    release: (outcome: SignInResult = { signed: someone }) => release(outcome),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    byPassword: () => user.click(screen.getByRole('radio', { name: 'Email and password' })),
    async paste(text: string) {
      await user.click(bearerField())
      if (text !== '') await user.paste(text)
    },
  }
}
const bearerField = () => screen.getByLabelText<HTMLInputElement>('Your access token')
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('an access token may be pasted with spaces, line breaks and “Bearer ” around it; accepted, it leaves its field', async () => {
  const { user, paste, ways, signedIn } = await formAt(['in'])
  await paste('  Bearer abc\ndef \n')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(signedIn).toHaveBeenCalledWith(someone))
  expect(ways).toEqual([{ by: 'bearer', bearer: 'abcdef' }])
  expect(bearerField().value).toBe('')
})

test.each([
  ['', 'Paste an access token.'],
  ['two words', 'An access token contains no spaces.'],
  ['schlüssel', 'An access token contains only ASCII letters, digits and symbols.'],
])('the access token “%s” gets an error in its field, and nothing is sent', async (text, message) => {
  const { user, paste, ways, alerted } = await formAt([])
  await paste(text)
  await user.keyboard('{Enter}')
  screen.getByText(message)
  expect(bearerField().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(bearerField())
  expect(alerted()).toBe('Correct 1 field: Your access token.')
  expect(ways).toEqual([])
})

test('a missing email or password gets an error, and nothing is sent', async () => {
  const { user, press, byPassword, ways } = await formAt([])
  await byPassword()
  await press('Sign in')
  screen.getByText('Enter an email.')
  await user.type(field('Email'), 'a@x.test')
  await press('Sign in')
  screen.getByText('Enter a password.')
  expect(ways).toEqual([])
})

test('spaces around an email are named before it is sent, and can be removed', async () => {
  const { user, press, byPassword } = await formAt([])
  await byPassword()
  await user.type(field('Email'), ' root@example.test ')
  screen.getByText(/^The email starts and ends with a space\./)
  await press('Remove spaces')
  expect(field('Email').value).toBe('root@example.test')
  expect(document.activeElement).toBe(field('Email'))
  expect(screen.queryByText(/with a space/)).toBeNull()
})

test('a rejected access token says why, and stays in its field; another try is possible', async () => {
  const { paste, press, alerted, signedIn } = await formAt([{ why: 'bearer-refused', status: 401 }, 'in'])
  await paste('mistyped')
  await press('Sign in')
  await screen.findByText(/rejected this access token \(401\)/)
  expect(alerted()).toBe('Not signed in. See the error at the field Your access token.')
  expect(bearerField().value).toBe('mistyped')
  expect(document.activeElement).toBe(bearerField())
  await press('Sign in')
  await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1))
})

test('a wrong password is told at its field, and the email stays; the way that was used is remembered, and nothing else', async () => {
  const { user, press, byPassword, signedIn } = await formAt([{ why: 'password-refused' }, 'in', 'in'])
  await byPassword()
  await user.type(field('Email'), 'root@example.test')
  await user.type(field('Password'), 'wrong')
  await press('Sign in')
  await screen.findByText(/^The service rejected this email and password/)
  expect(field('Email').value).toBe('root@example.test')
  expect(document.activeElement).toBe(field('Password'))
  expect(storedInBrowser()).toEqual({}) // it was tried, not used
  await press('Sign in')
  await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1))
  expect(field('Password').value).toBe('')
  expect(Object.values(storedInBrowser())).toEqual(['password'])
  await user.click(screen.getByRole('radio', { name: 'Access token' }))
  await user.type(bearerField(), 'abc{Enter}')
  await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(2))
  expect(storedInBrowser()).toEqual({})
})

test.each([
  [false, null, 'Your access token'],
  [false, 'password', 'Email'],
  [true, null, 'Email'],
  [true, 'bearer', 'Your access token'],
  [true, 'something else', 'Email'],
])('the form opens on the usual way, or on the one used last: demo %s, %s', async (example, last, label) => {
  if (last !== null) localStorage.setItem(`query-admin sign-in ${baseUrl()}`, last)
  await formAt([], { example })
  expect(document.activeElement).toBe(field(label))
})

test('an admin whose browser can’t remember the way is signed in all the same', async () => {
  const { user, byPassword, press, signedIn } = await formAt(['in'])
  const refused = vi.fn<() => never>(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  vi.stubGlobal('localStorage', { setItem: refused, removeItem: refused, getItem: () => null, clear: () => undefined })
  await byPassword()
  await user.type(field('Email'), 'root@example.test')
  await user.type(field('Password'), 'right')
  await press('Sign in')
  await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1))
  expect(refused).toHaveBeenCalledTimes(1)
})

test('after too many attempts a countdown runs, then another try is possible', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { paste, press, ways } = await formAt([{ why: 'too-many-tries', retryAfter: 30 }, 'in'])
  await paste('one-more')
  await press('Sign in')
  await screen.findByText('Too many rejected sign-ins.')
  screen.getByRole('button', { name: 'Try again in 30 s' })
  vi.setSystemTime(Date.now() + 10_000)
  await screen.findByRole('button', { name: 'Try again in 20 s' })
  await press('Try again in 20 s')
  expect(ways).toHaveLength(1)
  vi.setSystemTime(Date.now() + 20_000)
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByText('Too many rejected sign-ins.')).toBeNull()
  await press('Sign in')
  await waitFor(() => expect(ways).toHaveLength(2))
})

test.each([
  ['Root@example.test', true],
  ['root@example.test', false],
])('a rejected “%s” is told that case counts: %s; the next sign-in takes the alert away', async (email, isShown) => {
  const { user, byPassword, press, alerted, signedIn } = await formAt([{ why: 'password-refused' }, 'in'])
  await byPassword()
  expect(field('Email').getAttribute('autocapitalize')).toBe('none')
  await user.type(field('Email'), email)
  await user.type(field('Password'), 'wrong')
  await press('Sign in')
  const message = await screen.findByText(/^The service rejected this email and password\./)
  expect(message.textContent.endsWith(' Upper and lower case count.')).toBe(isShown)
  expect(alerted()).toMatch(/^Not signed in/)
  await press('Sign in')
  await waitFor(() => expect(signedIn).toHaveBeenCalled())
  expect(alerted()).toBe('')
})

test('two presses sign in once', async () => {
  const { paste, press, ways, release, signedIn } = await formAt([])
  await paste('abc')
  await press('Sign in')
  await press('Signing in…')
  release()
  await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1))
  expect(ways).toHaveLength(1)
})

test('the other way can’t be chosen while one is tried: a refusal is shown at the field that was sent', async () => {
  const { paste, press, byPassword, release } = await formAt([])
  await paste('abc')
  await press('Sign in')
  await byPassword()
  expect(bearerField().value).toBe('abc')
  release({ refused: { why: 'bearer-refused', status: 401 } })
  await waitFor(() => expect(document.activeElement).toBe(bearerField()))
  screen.getByText(/rejected this access token/)
})
