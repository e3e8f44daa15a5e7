import { useMutation } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createOneTimeRead, secretMutation } from './reveal.ts'
import type { Secret } from './secret.ts'
import { SecretPanel } from './secret-panel.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<string>(() => undefined)
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

/** A box of a secret; `read`: how it is read. */
function renderReveal(read: () => Promise<string>) {
  const lookAgain = vi.fn<() => void>()
  const secret = { kind: 'value', name: 'ci' } as Secret
  const opened = { secret, openingId: 1, read: createOneTimeRead(read), copyWasDenied: false, row: {} }
  const nothing = () => {}
  const reveal = { reload: nothing, close: nothing, copy: nothing }
  const Box = () => <SecretPanel opened={opened} reveal={reveal} mutation={useMutation(secretMutation(opened.read))} />
  renderSignedIn(<Box />, { pollSession: lookAgain })
  return { lookAgain }
}

test('while a secret is shown, the console server is asked at least every 5 s whether the session lasts', async () => {
  const { lookAgain } = renderReveal(async () => 'a-secret')
  await waitFor(() => expect(document.body.textContent).toContain('a-secret'))
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    pass(4_900)
    expect(lookAgain.mock.calls.length).toBeGreaterThanOrEqual(attempt)
  }
  expect(lookAgain.mock.calls.length).toBeLessThanOrEqual(10)
})

test('before it is shown, nothing is asked', async () => {
  const { lookAgain } = renderReveal(never)
  await screen.findByLabelText('Value of ci')
  pass(20_000)
  expect(lookAgain).not.toHaveBeenCalled()
})
