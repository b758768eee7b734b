import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { LinkPage } from './LinkPage.tsx'
import { isLink } from './link.ts'
import { PayPage } from './PayPage.tsx'

const id = window.location.pathname.split('/')[2] ?? ''

showPage(
  <QueryClientProvider client={queryClient}>
    {isLink(id) ? <LinkPage id={id} /> : <PayPage id={id} />}
  </QueryClientProvider>,
)
