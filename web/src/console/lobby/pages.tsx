import { words } from '../../shared/texts/console.ts'
import { LobbyIcon } from '../icons.tsx'
import { type ConsolePage, page } from '../page.ts'

export const lobbyPages: readonly ConsolePage[] = [
  {
    path: '/lobby',
    title: words.lobby.title,
    also: words.lobby.also,
    menu: { section: 'work', icon: <LobbyIcon /> },
    Page: page(() => import('./LobbyPage.tsx'), 'LobbyPage'),
  },
]
