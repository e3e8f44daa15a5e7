import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Fetch } from '#contract/transport.ts'
import { App } from './app.tsx'
import { openListThread } from './list-thread.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/parts.css'
import './ui/pages.css'
import './ui/touch.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const ask: Fetch = (url, init) => fetch(url, init)
const lists = openListThread(ask)

createRoot(root).render(
  <StrictMode>
    <App
      fetch={ask}
      lists={lists}
      origin={new URL('./', document.baseURI).href}
      now={Date.now}
      replaceDocument={() => window.location.reload()}
    />
  </StrictMode>,
)
