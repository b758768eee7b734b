import { UnclaimedIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

export const unclaimedPages: readonly ConsolePage[] = [
  {
    path: '/lobby',
    title: words.lobby.title,
    also: words.lobby.also,
    menu: { section: 'work', icon: <UnclaimedIcon /> },
    Page: page(() => import('./UnclaimedPage.tsx'), 'UnclaimedPage'),
  },
]
