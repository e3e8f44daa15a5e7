import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { origin, ways } from './begin.ts'
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import '#web/ui/parts.css'
import '#web/ui/pages.css'
import '#web/ui/touch.css'
import '#web/ui/forced.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <App {...ways} origin={origin} now={Date.now} replaceDocument={() => window.location.reload()} />
  </StrictMode>,
)
