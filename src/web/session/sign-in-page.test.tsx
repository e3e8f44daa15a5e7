import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createAnnouncer, LiveRegions } from '#web/ui/announcer.tsx'
import { SignInPage } from './sign-in-page.tsx'

const acme = { address: 'https://query.acme.test/', host: 'query.acme.test', name: 'query.acme.test', example: false }

function pageOf(place: object, how: { leftAtHost?: boolean; replaced?: boolean } = {}) {
  const limits = { idle: 900_000, absolute: 28_800_000 }
  const server = { place: { ...acme, ...place }, limits, signIn: () => Promise.reject(new Error('not tried')) }
  render(
    <LiveRegions announcer={createAnnouncer(Date.now)}>
      <SignInPage
        server={server}
        failure={how.replaced === true ? { why: 'session-replaced' } : undefined}
        leftAtHost={how.leftAtHost === true}
        onSignedIn={() => undefined}
      />
    </LiveRegions>,
  )
}

test('the sign-in page and its tab say which service it is', () => {
  pageOf({ label: 'Production' })
  screen.getByText('query.acme.test')
  screen.getByText('Production')
  screen.getByText('https://query.acme.test/')
  expect(document.title).toBe('Sign in · Production · Query Admin')
})

test('a service without a name has its host’s; the demo says where its sign-in details are', () => {
  pageOf({ example: true })
  screen.getByText('The terminal where you started the console shows the sign-in details, or the file with them.')
  expect(document.title).toBe('Sign in · Query Admin')
})

test('it says why nobody is signed in any more, and that a sign-out did not reach the console server', () => {
  pageOf({}, { leftAtHost: true, replaced: true })
  screen.getByText(/replaced this browser’s session cookie/)
  expect(screen.getByText(/^Signed out here\. The session couldn’t be ended.* for up to 8 h/)).toBeTruthy()
})
