import { TodayIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

export const todayPages: readonly ConsolePage[] = [
  {
    path: '/today',
    title: words.today.title,
    also: words.today.also,
    menu: { section: 'work', icon: <TodayIcon />, isOnPhone: true },
    Page: page(() => import('./TodayPage.tsx'), 'TodayPage'),
  },
]
