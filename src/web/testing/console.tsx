import { forgetOverlays } from '#web/router/overlay.ts'
import { act, render, screen, waitFor, within, type RenderResult } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { parseReadings, type Readings } from '#reference-service/readings.ts'
import { openTrial, type Trial } from '#reference-service/testing/trial.ts'
import { createTokens } from '#reference-service/tokens.ts'
import { createUsers } from '#reference-service/users.ts'
import { App } from '#web/app/app.tsx'
import { proofStorageKey } from '#web/session/console-server.ts'
import { testConsoleServer } from './console-server.ts'
import { fakeNetwork, type FakeNetwork } from './fake-network.ts'

/** The address of the page in tests, the same as that of happy-dom's window. */
export const origin = 'http://localhost:3000/'

/** When every test starts: Friday 15 January 2027, 08:00:00.500 UTC. Time passes only through `passTime`. */
export const begin = 1_800_000_000_500

const day = 24 * 60 * 60 * 1000

/** A token that exists before the console opens. */
export interface Example {
  name: string
  /** Milliseconds after the start; `never`: no expiry. */
  expires?: number | 'never'
  active?: boolean
  write?: boolean
  /** How long before the start it was created, in milliseconds. */
  age?: number
}

interface ConsoleOptions {
  /** As on the command line of the reference service. */
  readings?: string
  tokens?: readonly (string | Example)[]
  users?: readonly { email: string; admin?: boolean; active?: boolean }[]
  /** Additional fields of each row of a list. */
  rowFields?: Readonly<Record<string, unknown>>
  /** The page to open. */
  hash?: string
  /** Sign in by email and password, so that the page knows the account. */
  byPassword?: boolean
  /** Use React's strict mode, as in development: it renders and mounts twice, but nothing may be fetched twice. */
  strict?: boolean
  /** Prepares the service or the network before the console opens. */
  before?: (trial: Trial, network: FakeNetwork) => void | Promise<void>
  /** The admin is signed in already, as after a reload. */
  isSignedIn?: boolean
  /** Hears each request of the page, those to the console server too. */
  onRequest?: (method: string, path: string, body: unknown) => void
}

/** A console in front of its own service. */
export interface TestConsole extends FakeNetwork {
  trial: Trial
  user: UserEvent
  page: RenderResult
  /** Lets time pass, for the page and the service. Timers do not advance. */
  passTime: (milliseconds: number) => void
  /** Presses the switch of this name, `ci-deploy active`. */
  flip: (label: string) => Promise<void>
  /** Confirms the warning before a save. */
  confirmWarning: () => Promise<void>
  /** Presses this button of the open dialog, once the email or the number that it asks for is typed. */
  answer: (action: string, typed?: string) => Promise<void>
  /** Refreshes the list a second later. */
  refresh: () => Promise<void>
  /** Presses the button of this name. */
  press: (name: string | RegExp) => Promise<void>
  /** Puts a text into a field as one paste: each typed letter would draw the page again. */
  fill: (field: HTMLElement, text: string) => Promise<void>
  /** Opens the sheet of a row. */
  open: (name: string) => Promise<HTMLElement>
  /** Opens the menu of a row and presses an item of it. */
  choose: (row: string, item: string) => Promise<void>
  signOut: () => Promise<void>
  /** What the page has been left for. */
  openedAddresses: readonly string[]
  /** Loads the page anew. */
  reload: () => void
  /** The names in the list, from the top. */
  names: () => string[]
  /** The last polite announcement. */
  announced: () => string | null | undefined
  /** The last assertive announcement. */
  alerted: () => string | null | undefined
  /** Waits for the toast that says this, and nothing else. */
  seesToast: (text: string) => Promise<void>
  /** Presses *Undo* in the row of this name; it is in two cells, and each screen width shows one of them. */
  undo: (name: string) => Promise<void>
  /** The name of the focused element. */
  focused: () => string | null
  /** Whether the browser would ask before this page is closed or reloaded. */
  asksToLeave: () => boolean
}

/** The whole App, not signed in, in front of a service under these readings. */
export async function openSignIn({
  readings = 'documented',
  hash = '#/tokens',
  strict = false,
  ...options
}: ConsoleOptions = {}): Promise<TestConsole> {
  vi.useFakeTimers({ toFake: ['Date'], now: begin })
  const chosen = parseReadings(readings)
  const trial = await openTrial(chosen, { now: begin })
  onTestFinished(() => trial.close())
  await seed(trial, chosen, options)
  const network = fakeNetwork(options.rowFields === undefined ? trial.fetch : carrying(options.rowFields, trial))
  const server = testConsoleServer(network, origin)
  if (options.isSignedIn === true) localStorage.setItem(proofStorageKey(origin), server.begin(trial.bearer))
  await options.before?.(trial, network)
  window.history.replaceState(null, '', hash)
  // No sheet is loaded, so no element is out of the pointer's reach. A press needs no way there: tests of hovering hover.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true })
  /** A new key stands for a new document, as after a reload. */
  let documents = 0
  const replaceDocument = () => {
    forgetOverlays() // a new document remembers nothing
    documents += 1
    page.rerender(element())
  }
  const openedAddresses: string[] = []
  const { onRequest } = options
  const fetch: typeof server.fetch = (url, init) => {
    const { method = 'GET', body } = init
    onRequest?.(method, url.slice(origin.length - 1), typeof body === 'string' ? JSON.parse(body) : undefined)
    return server.fetch(url, init)
  }
  const app = () => (
    <App
      key={documents}
      fetch={fetch}
      origin={origin}
      now={Date.now}
      replaceDocument={replaceDocument}
      openAddress={(address) => void openedAddresses.push(address)}
    />
  )
  const reload = () => {
    window.dispatchEvent(new Event('pagehide'))
    act(replaceDocument)
  }
  const element = () => (strict ? <StrictMode>{app()}</StrictMode> : app())
  const page = render(element())
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  const passTime = (milliseconds: number) => {
    trial.clock.now += milliseconds
    vi.setSystemTime(trial.clock.now)
  }
  return {
    ...network,
    trial,
    user,
    page,
    press,
    passTime,
    reload,
    openedAddresses,
    refresh() {
      passTime(1000)
      return press('Refresh')
    },
    async confirmWarning() {
      const dialog = await screen.findByRole('alertdialog')
      await user.click(
        within(dialog).getByRole('button', {
          name: /^(Save changes|Set expiry|Activate|Deactivate|Turn write on|Turn write off)$/,
        }),
      )
    },
    async answer(action, typed) {
      const dialog = within(await screen.findByRole('alertdialog'))
      if (typed !== undefined) {
        await user.click(dialog.getByLabelText(/^Type .* to continue$/))
        await user.paste(typed)
      }
      await user.click(dialog.getByRole('button', { name: action }))
    },
    async fill(field, text) {
      await user.clear(field)
      await user.paste(text)
    },
    async open(name) {
      await press(`Edit ${name}`)
      return screen.findByRole('dialog', { name })
    },
    async choose(row, item) {
      await press(`More for ${row}`)
      await user.click(await screen.findByRole('menuitem', { name: item }))
    },
    async signOut() {
      await press(/^Account menu/)
      await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    },
    flip: async (label) => user.click(await screen.findByRole('switch', { name: label })),
    // Only inside the page: React Aria has its own live regions beside it.
    announced: () => page.container.querySelector('[aria-live=polite]')?.textContent,
    alerted: () => page.container.querySelector('[aria-live=assertive]')?.textContent,
    seesToast: (expectedText) =>
      waitFor(() => {
        const text = screen.getByRole('region', { name: 'Notifications' }).querySelector(':scope > p')?.textContent
        expect(text).toBe(expectedText)
      }),
    async undo(name) {
      const [first] = await screen.findAllByRole('button', { name: `Undo for ${name}` })
      if (first !== undefined) await user.click(first)
    },
    focused: () => {
      const { activeElement: focusedElement } = document
      const label = focusedElement?.getAttribute('aria-label') ?? undefined
      if (label !== undefined || focusedElement === null) return label ?? null
      const copy = focusedElement.cloneNode(true) as Element
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
      return copy.textContent
    },
    asksToLeave: () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    names: () =>
      screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('button').getAttribute('data-name') ?? ''),
  }
}

/** Opens the console signed in as the admin, as after a reload, and waits for the page and its list. */
export async function openConsole(options: ConsoleOptions = {}): Promise<TestConsole> {
  const testConsole = await openSignIn({ ...options, isSignedIn: options.byPassword !== true })
  if (options.byPassword === true) await signInByPassword(testConsole, testConsole.trial.admin)
  await screen.findByRole('button', { name: /^Account menu/ })
  await waitFor(() => expect(document.querySelector('[aria-label=Refresh][aria-busy]')).toBeNull())
  return testConsole
}

/** Signs in with the admin's access token, or with another. */
export async function signIn({ user, trial }: TestConsole, bearer = trial.bearer): Promise<void> {
  await user.click(await screen.findByLabelText('Your access token'))
  await user.paste(bearer)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

/** Signs in by email and password. */
export async function signInByPassword({ user }: TestConsole, { email, password }: Trial['admin']): Promise<void> {
  await user.click(await screen.findByRole('radio', { name: 'Email and password' }))
  await user.click(screen.getByLabelText('Email'))
  await user.paste(email)
  await user.click(screen.getByLabelText('Password'))
  await user.paste(password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

function carrying(fields: object, { fetch }: Trial): Trial['fetch'] {
  return async (request) => {
    const answer = await fetch(request)
    if (request.method !== 'GET' || !answer.ok || !/\/_\/(token|user)$/.test(request.url)) return answer
    const { data } = (await answer.json()) as { data: object[] }
    return Response.json({ data: data.map((row) => ({ ...row, ...fields })) }, { headers: answer.headers })
  }
}

async function seed(trial: Trial, readings: Readings, { tokens = [], users = [] }: ConsoleOptions): Promise<void> {
  const unit = readings.moments === 's' ? 1000 : 1
  const store = createTokens(trial.database, readings)
  for (const example of tokens) {
    const {
      name,
      expires = 90 * day,
      active = true,
      write = false,
      age = day,
    } = typeof example === 'string' ? { name: example } : example
    const createdAt = begin - age
    const expiration_date = expires === 'never' ? undefined : Math.floor((begin + expires) / 1000) * (1000 / unit)
    await store.insert({ name, expiration_date, active, write, createdAt })
  }
  const accounts = createUsers(trial.database, readings)
  for (const { email, admin = false, active = true } of users) {
    await accounts.insert({ email, password: '-', admin, active, createdAt: begin - day })
  }
}
