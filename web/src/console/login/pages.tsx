import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

export const loginPages: readonly ConsolePage[] = [
  {
    path: '/login',
    title: words.login.title,
    also: 'password two-factor sessions',
    Page: page(() => import('./MyLoginPage.tsx'), 'MyLoginPage'),
  },
]
