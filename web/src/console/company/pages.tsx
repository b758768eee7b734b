import { CompanyIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { company } = words
const Page = page(() => import('./CompanyPage.tsx'), 'CompanyPage')

export const companyPages: readonly ConsolePage[] = [
  {
    path: '/company',
    title: company.title,
    also: company.also,
    menu: { section: 'business', icon: <CompanyIcon /> },
    Page,
  },
  { path: '/company/:tab', title: company.title, under: '/company', Page },
]
