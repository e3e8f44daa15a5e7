import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { origin, ways } from './begin.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/parts.css'
import './ui/pages.css'
import './ui/touch.css'
import './ui/forced.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <App {...ways} origin={origin} now={Date.now} replaceDocument={() => window.location.reload()} />
  </StrictMode>,
)
