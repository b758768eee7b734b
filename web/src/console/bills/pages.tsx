import { BillsIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { bills } = words

export const billPages: readonly ConsolePage[] = [
  {
    path: '/bills',
    title: bills.title,
    also: bills.also,
    menu: { section: 'money', icon: <BillsIcon />, isOnPhone: true },
    Page: page(() => import('./BillsPage.tsx'), 'BillsPage'),
  },
  {
    path: '/bills/new',
    title: bills.new,
    also: bills.also,
    under: '/bills',
    Page: page(() => import('./NewBillPage.tsx'), 'NewBillPage'),
  },
  {
    path: '/bills/:id',
    title: bills.title,
    under: '/bills',
    Page: page(() => import('./BillPage.tsx'), 'BillPage'),
  },
]
