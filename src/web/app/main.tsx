// First, because it declares the order of the CSS layers.
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import '#web/ui/button.css'
import type { Fetch } from '#contract/transport.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { showTheme, themeIn } from './theme.ts'
import { openListThread } from '#web/list/list-thread.ts'

showTheme(document.documentElement, themeIn(localStorage))

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const origin = new URL('./', document.baseURI).href
const ask: Fetch = (url, init) => fetch(url, init)

createRoot(root).render(
  <StrictMode>
    <App
      fetch={ask}
      lists={openListThread(ask)}
      origin={origin}
      now={Date.now}
      replaceDocument={() => window.location.reload()}
    />
  </StrictMode>,
)
