// First, because it declares the order of the CSS layers.
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import '#web/ui/button.css'
import type { Fetch } from '#contract/client/request.ts'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { NotOpened } from '#web/session/not-opened.tsx'
import { isStorageAllowed } from '#web/session/storage-allowed.ts'
import { App } from './app.tsx'
import { showTheme, themeIn } from './theme.ts'
import { isTooOld, TooOld } from './too-old.tsx'
import { pageAddress } from '#web/ui/page-address.ts'

const hasStorage = isStorageAllowed(window)
if (hasStorage) showTheme(document.documentElement, themeIn(localStorage))

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const origin = pageAddress()
const ask: Fetch = (url, init) => fetch(url, init)

const reload = () => window.location.reload()

/** Nothing of an error is printed: its message may hold a secret. */
const onError = () => console.error('A part of the page failed.')

/** A file or a link that is dropped where nothing takes it would replace the page. Text may be dropped in a field. */
for (const type of ['dragover', 'drop'] as const)
  window.addEventListener(type, (event) => {
    const isText = event.dataTransfer?.types.includes('Files') !== true
    const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null
    if (event.defaultPrevented || (isText && isField)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
  })

const page = createRoot(root, { onCaughtError: onError, onUncaughtError: onError, onRecoverableError: onError })
// At once: rendering asks for the session.
flushSync(() =>
  page.render(
    <StrictMode>
      {isTooOld() ? (
        <TooOld />
      ) : hasStorage ? (
        <App fetch={ask} origin={origin} now={Date.now} replaceDocument={reload} />
      ) : (
        <NotOpened unopened={{ why: 'no-storage' }} onRetry={reload} />
      )}
    </StrictMode>,
  ),
)
