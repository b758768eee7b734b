import { BankIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { bank } = words

export const bankPages: readonly ConsolePage[] = [
  {
    path: '/bank',
    title: bank.title,
    also: bank.also,
    menu: { section: 'money', icon: <BankIcon /> },
    Page: page(() => import('./BankPage.tsx'), 'BankPage'),
  },
  {
    path: '/bank/new',
    title: bank.new,
    also: bank.also,
    under: '/bank',
    Page: page(() => import('./NewStatementPage.tsx'), 'NewStatementPage'),
  },
  {
    path: '/bank/:id',
    title: bank.title,
    under: '/bank',
    Page: page(() => import('./BankLinePage.tsx'), 'BankLinePage'),
  },
]
