import { StrictMode } from 'react'
import { Admin, Resource } from 'react-admin'
import { createRoot } from 'react-dom/client'
import { tokensProvider } from './tokens-provider.ts'
import { TokensList } from './tokens-list.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Admin dataProvider={tokensProvider} disableTelemetry>
      <Resource name="tokens" list={TokensList} />
    </Admin>
  </StrictMode>,
)
