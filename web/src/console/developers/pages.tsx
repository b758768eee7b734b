import { DevelopersIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { developers } = words
const Page = page(() => import('./DevelopersPage.tsx'), 'DevelopersPage')

export const developerPages: readonly ConsolePage[] = [
  {
    path: '/developers',
    title: developers.title,
    also: developers.also,
    menu: { section: 'business', icon: <DevelopersIcon /> },
    Page,
  },
  {
    path: '/developers/webhooks/:id',
    title: developers.tabs.webhooks,
    under: '/developers',
    Page: page(() => import('./WebhookPage.tsx'), 'WebhookPage'),
  },
  { path: '/developers/:tab', title: developers.title, under: '/developers', Page },
]
