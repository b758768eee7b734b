import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { takeFromAddress } from '../shared/router/addresses.ts'
import { PortalPage } from './PortalPage.tsx'

showPage(
  <QueryClientProvider client={queryClient}>
    <PortalPage secret={takeFromAddress('hash').get('key') ?? ''} />
  </QueryClientProvider>,
)
