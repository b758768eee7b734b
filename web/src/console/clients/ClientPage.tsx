/** One client: its state and next dates at the top, details in tabs, and its actions. */
import type { ReactNode } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Refused } from '../../shared/api.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { ClientsIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Columns, Empty, Facts, PageBody, PageHead, TabLinks } from '../blocks/layout.tsx'
import { TimeLine } from '../blocks/TimeLine.tsx'
import { Time } from '../blocks/values.tsx'
import { ClientAmountsChart, ClientMoney, ClientUnitsChart } from '../figures/ClientFigures.tsx'
import type { PageProps } from '../page.ts'
import { ClientActions } from './actions/ClientActions.tsx'
import { ClientStateBadge } from './ClientState.tsx'
import { type ClientProps, isManaged, isOwned, momentsOfClient, planIdOf } from './client.ts'
import { BillsTab } from './tabs/BillsTab.tsx'
import { ExplainTab } from './tabs/ExplainTab.tsx'
import { HistoryTab } from './tabs/HistoryTab.tsx'
import { InvoicesTab } from './tabs/InvoicesTab.tsx'
import { PlanTab } from './tabs/PlanTab.tsx'
import { ProfileTab } from './tabs/ProfileTab.tsx'
import { StatementTab } from './tabs/StatementTab.tsx'
import { UnitsTab } from './tabs/UnitsTab.tsx'
import { UsersTab } from './tabs/UsersTab.tsx'
import { VisitsTab } from './tabs/VisitsTab.tsx'
import { usePlans } from './use-plans.ts'

const { one, tabs, facts } = { ...words.clients, facts: words.clients.one.facts }

const tabNames = Object.keys(tabs) as readonly (keyof typeof tabs)[]
const Tabs: Readonly<Record<keyof typeof tabs, (props: ClientProps) => ReactNode>> = {
  units: UnitsTab,
  users: UsersTab,
  plan: PlanTab,
  invoices: InvoicesTab,
  statement: StatementTab,
  bills: BillsTab,
  profile: ProfileTab,
  visits: VisitsTab,
  history: HistoryTab,
  explain: ExplainTab,
}

export function ClientPage({ params }: PageProps) {
  const id = Number(params.id)
  const account = useOperation('getAccountsById', { id })
  const users = useOperation('getUsers', { account_ids: String(id) })
  const { byId } = usePlans()
  const tab = tabNames.find((name) => name === params.tab) ?? 'units'
  if (account.error instanceof Refused && account.error.status === 404) {
    return (
      <PageBody>
        <PageHead title={words.clients.title} back={{ address: to('/clients'), title: one.back }} />
        <Empty icon={<ClientsIcon />} title={one.missing} />
      </PageBody>
    )
  }
  return (
    <PageBody>
      <Loaded query={account} height={240}>
        {(found) => (
          <Client account={found} plan={byId.get(planIdOf(found) ?? '')} users={users.data ?? []} tab={tab} />
        )}
      </Loaded>
    </PageBody>
  )
}

function Client({ tab, ...client }: ClientProps & { tab: keyof typeof tabs }) {
  const { account, plan, users } = client
  const units = useOperation('getUnitsCount', { account_ids: String(account.id) })
  const Tab = Tabs[tab]
  const user = users[0]
  return (
    <>
      <PageHead
        title={account.title}
        badge={<ClientStateBadge account={account} plan={plan} />}
        detail={one.id(account.id)}
        back={{ address: to('/clients'), title: one.back }}
      >
        <ClientActions {...client} />
      </PageHead>
      {isOwned(account) && <Notice tone="quiet">{one.owned}</Notice>}
      <Columns>
        <Panel>
          <Facts
            facts={[
              [facts.application, account.reg_apps.map(applicationTitle).join(', ')],
              [facts.plan, plan?.name ?? words.clients.noPlan],
              [facts.user, user?.name ?? words.times.none],
              [facts.email, user?.email ?? words.times.none],
              [facts.activated, <Time key="activated" at={account.ack} as="day" none={one.notYet} />],
              [facts.created, <Time key="created" at={account.created_at} as="day" />],
              ...(account.description ? ([[facts.description, account.description]] as const) : []),
            ]}
          />
        </Panel>
        {isManaged(account) && (
          <Panel title={one.timeline}>
            <TimeLine moments={momentsOfClient(account, plan)} now={Date.now() / 1000} />
          </Panel>
        )}
        <ClientMoney id={account.id} />
      </Columns>
      <TabLinks
        label={one.tabs}
        current={tab}
        tabs={tabNames.map((name) => ({
          name,
          title: tabs[name],
          address: to('/clients/:id/:tab', { id: account.id, tab: name }),
          ...(name === 'units' && units.data && { count: units.data.all }),
        }))}
      />
      <Tab {...client} />
      {tab === 'units' && <ClientUnitsChart id={account.id} />}
      {tab === 'statement' && <ClientAmountsChart id={account.id} />}
    </>
  )
}
