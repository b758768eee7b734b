import { TeamIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { team } = words

export const teamPages: readonly ConsolePage[] = [
  {
    path: '/team',
    title: team.title,
    also: team.also,
    menu: { section: 'business', icon: <TeamIcon /> },
    Page: page(() => import('./PeoplePage.tsx'), 'PeoplePage'),
  },
  {
    path: '/team/audit',
    title: team.tabs.audit,
    also: team.also,
    under: '/team',
    Page: page(() => import('./AuditPage.tsx'), 'AuditPage'),
  },
]
