import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { SetupPage } from './SetupPage.tsx'
import { ToolboxPage } from './ToolboxPage.tsx'

// The secret stays in the address, so that the page can be reloaded or bookmarked.
const secret = window.location.hash.slice(1)

showPage(
  <QueryClientProvider client={queryClient}>
    {window.location.pathname === '/toolbox' ? <ToolboxPage secret={secret} /> : <SetupPage secret={secret} />}
  </QueryClientProvider>,
)
