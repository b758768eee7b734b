import { BellIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

export const reminderPages: readonly ConsolePage[] = [
  {
    path: '/reminders',
    title: words.reminders.title,
    also: words.reminders.also,
    menu: { section: 'money', icon: <BellIcon /> },
    Page: page(() => import('./RemindersPage.tsx'), 'RemindersPage'),
  },
]
