import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { takeFromAddress } from '../shared/addresses.ts'
import { showPage } from '../shared/Page.tsx'
import { PortalPage } from './PortalPage.tsx'

showPage(
  <QueryClientProvider client={queryClient}>
    <PortalPage secret={takeFromAddress('hash').get('key') ?? ''} />
  </QueryClientProvider>,
)
