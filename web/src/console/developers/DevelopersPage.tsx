/** Everything that a dealer's programs need, in tabs with lists. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { TabLinks } from '../blocks/layout.tsx'
import type { PageProps } from '../page.ts'
import { useDealer, useMay } from '../session.ts'
import { EventsTab } from './EventsTab.tsx'
import { IntakeTab } from './IntakeTab.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { TokensTab } from './TokensTab.tsx'
import type { TabProps } from './tab.ts'
import { WebhooksTab } from './WebhooksTab.tsx'

const { developers } = words
type TabName = keyof typeof developers.tabs

const Tabs: Readonly<Record<TabName, (props: TabProps) => ReactNode>> = {
  tokens: TokensTab,
  webhooks: WebhooksTab,
  events: EventsTab,
  requests: RequestsTab,
  intake: IntakeTab,
}

export function DevelopersPage({ params }: PageProps) {
  const may = useMay()
  const { dialect } = useDealer()
  const names = (Object.keys(developers.tabs) as TabName[]).filter((tab) => tab !== 'tokens' || may('tokens'))
  const current = names.find((tab) => tab === params.tab) ?? names[0]!
  const Tab = Tabs[current]
  return (
    <Tab
      key={current}
      tabs={
        <TabLinks
          label={developers.tabsLabel}
          current={current}
          tabs={names.map((tab) => ({
            name: tab,
            title: developers.tabs[tab],
            address: to('/developers/:tab', { tab }),
          }))}
        />
      }
      actions={
        <Button component="a" href={`/docs#${dialect}`} variant="default">
          {developers.reference}
        </Button>
      }
    />
  )
}
