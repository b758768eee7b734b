/** All pages of both consoles, in the order of their menus. Each folder lists its own in its `pages.tsx`. */

import { paramsOf } from '../shared/router/router.ts'
import { automationPages } from './automation/pages.tsx'
import { bankPages } from './bank/pages.tsx'
import { billPages } from './bills/pages.tsx'
import { clientPages } from './clients/pages.tsx'
import { companyPages } from './company/pages.tsx'
import { developerPages } from './developers/pages.tsx'
import { figurePages } from './figures/pages.tsx'
import { invoicePages } from './invoices/pages.tsx'
import { loginPages } from './login/pages.tsx'
import type { ConsolePage } from './page.ts'
import { planPages } from './plans/pages.tsx'
import { reminderPages } from './reminders/pages.tsx'
import { teamPages } from './team/pages.tsx'
import { todayPages } from './today/pages.tsx'
import { unclaimedPages } from './unclaimed/pages.tsx'
import { unitPages } from './units/pages.tsx'

const dealerPages: readonly ConsolePage[] = [
  ...todayPages,
  ...clientPages,
  ...unitPages,
  ...unclaimedPages,
  ...planPages,
  ...figurePages,
  ...invoicePages,
  ...bankPages,
  ...reminderPages,
  ...billPages,
  ...automationPages,
  ...companyPages,
  ...developerPages,
  ...teamPages,
  ...loginPages,
]

/** The operator's list is loaded on demand: a dealer never needs it. */
export async function pagesOf(kind: 'dealer' | 'operator'): Promise<readonly ConsolePage[]> {
  if (kind === 'dealer') return dealerPages
  const { platformPages } = await import('./operator/pages.tsx')
  return [...platformPages, ...loginPages]
}

export interface FoundPage {
  readonly page: ConsolePage
  readonly params: Readonly<Record<string, string>>
}

/** The first page whose pattern matches; `/` is the first page of the menu. */
export function findPage(pages: readonly ConsolePage[], path: string): FoundPage | undefined {
  if (path === '/') {
    const first = pages.find((page) => page.menu)
    return first && { page: first, params: {} }
  }
  for (const page of pages) {
    const params = paramsOf(page.path, path)
    if (params) return { page, params }
  }
  return undefined
}
