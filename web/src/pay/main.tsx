import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { PayPage } from './PayPage.tsx'

showPage(
  <QueryClientProvider client={queryClient}>
    <PayPage id={window.location.pathname.split('/')[2] ?? ''} />
  </QueryClientProvider>,
)
