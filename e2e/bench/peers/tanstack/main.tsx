import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TokensTable } from './tokens-table.tsx'

const client = new QueryClient()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <TokensTable />
    </QueryClientProvider>
  </StrictMode>,
)
