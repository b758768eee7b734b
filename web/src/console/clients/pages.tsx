import { ClientsIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { clients } = words

export const clientPages: readonly ConsolePage[] = [
  {
    path: '/clients',
    title: clients.title,
    also: clients.also,
    menu: { section: 'work', icon: <ClientsIcon />, isOnPhone: true },
    Page: page(() => import('./ClientsPage.tsx'), 'ClientsPage'),
  },
  {
    path: '/clients/new',
    title: clients.new,
    also: clients.also,
    under: '/clients',
    Page: page(() => import('./NewClientPage.tsx'), 'NewClientPage'),
  },
  {
    path: '/clients/invitations',
    title: clients.invitations.title,
    also: clients.invitations.also,
    under: '/clients',
    Page: page(() => import('./InvitationsPage.tsx'), 'InvitationsPage'),
  },
  {
    path: '/clients/:id/:tab?',
    title: clients.title,
    under: '/clients',
    Page: page(() => import('./ClientPage.tsx'), 'ClientPage'),
  },
]
