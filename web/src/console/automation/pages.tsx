import { CalendarIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

export const automationPages: readonly ConsolePage[] = [
  {
    path: '/automation',
    title: words.automation.title,
    also: words.automation.also,
    menu: { section: 'money', icon: <CalendarIcon /> },
    Page: page(() => import('./AutomationPage.tsx'), 'AutomationPage'),
  },
]
