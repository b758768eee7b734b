/** The dealer's own company, in tabs: profile, billing details, brand, sign-up links, and the platform's invoices. */
import type { ReactNode } from 'react'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { PageBody, PageHead, TabLinks } from '../blocks/layout.tsx'
import type { PageProps } from '../page.ts'
import { useDealer, useMay } from '../session.ts'
import { BrandTab } from './BrandTab.tsx'
import { InvoicesTab } from './InvoicesTab.tsx'
import { KeysTab } from './KeysTab.tsx'
import { PaymentTab } from './PaymentTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { SignUpTab } from './SignUpTab.tsx'

const { company } = words
type TabName = keyof typeof company.tabs

const Tabs: Readonly<Record<TabName, () => ReactNode>> = {
  card: ProfileTab,
  payment: PaymentTab,
  brand: BrandTab,
  'sign-up': SignUpTab,
  keys: KeysTab,
  invoices: InvoicesTab,
}

export function CompanyPage({ params }: PageProps) {
  const may = useMay()
  const { name } = useDealer()
  const names = (Object.keys(company.tabs) as TabName[]).filter((tab) => tab !== 'keys' || may('keys'))
  const current = names.find((tab) => tab === params.tab) ?? 'card'
  const Tab = Tabs[current]
  return (
    <PageBody>
      <PageHead title={company.title} detail={name} />
      <TabLinks
        label={company.tabsLabel}
        current={current}
        tabs={names.map((tab) => ({
          name: tab,
          title: company.tabs[tab],
          address: tab === 'card' ? to('/company') : to('/company/:tab', { tab }),
        }))}
      />
      <Tab />
    </PageBody>
  )
}
