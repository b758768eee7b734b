import { InvoicesIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { invoices } = words

export const invoicePages: readonly ConsolePage[] = [
  {
    path: '/invoices',
    title: invoices.title,
    also: invoices.also,
    menu: { section: 'money', icon: <InvoicesIcon /> },
    Page: page(() => import('./InvoicesPage.tsx'), 'InvoicesPage'),
  },
  {
    path: '/invoices/new',
    title: invoices.new,
    also: invoices.also,
    under: '/invoices',
    Page: page(() => import('./NewInvoicePage.tsx'), 'NewInvoicePage'),
  },
  {
    path: '/invoices/:id',
    title: invoices.title,
    under: '/invoices',
    Page: page(() => import('./InvoicePage.tsx'), 'InvoicePage'),
  },
]
