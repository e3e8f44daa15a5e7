import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './ui/tokens.css'
import './ui/base.css'
import './ui/parts.css'
import './ui/pages.css'
import './ui/touch.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <App
      fetch={(url, init) => fetch(url, init)}
      origin={new URL('./', document.baseURI).href}
      now={Date.now}
      replaceDocument={() => window.location.reload()}
    />
  </StrictMode>,
)
