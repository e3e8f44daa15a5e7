// First, because it declares the order of the CSS layers.
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import '#web/ui/button.css'
import type { Fetch } from '#api/client/request.ts'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { StartupErrorPage, isBrowserUnsupported, UnsupportedBrowserPage } from '#web/session/startup-error.tsx'
import { isStorageAvailable, baseUrl } from '#web/ui/browser.ts'
import { applyTheme, loadTheme } from '#web/ui/theme.ts'
import { App } from './app.tsx'

const hasStorage = isStorageAvailable(window)
if (hasStorage) applyTheme(document.documentElement, loadTheme(localStorage))

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const origin = baseUrl()
const pageFetch: Fetch = (url, init) => fetch(url, init)

const reload = () => window.location.reload()
const openAddress = (address: string) => window.location.replace(address)

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

const reactRoot = createRoot(root, { onCaughtError: onError, onUncaughtError: onError, onRecoverableError: onError })
// At once: rendering asks for the session.
flushSync(() =>
  reactRoot.render(
    <StrictMode>
      {isBrowserUnsupported() ? (
        <UnsupportedBrowserPage />
      ) : hasStorage ? (
        <App fetch={pageFetch} origin={origin} now={Date.now} replaceDocument={reload} openAddress={openAddress} />
      ) : (
        <StartupErrorPage error={{ why: 'no-storage' }} onRetry={reload} />
      )}
    </StrictMode>,
  ),
)
