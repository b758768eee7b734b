/** Everything about the account on one page. A dealer with support access does not see what is for the client only. */
import { Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { change } from '../../api/queries.ts'
import { CompanyCard } from '../../shared/content/CompanyCard.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { isOwner } from '../frame/menu.ts'
import type { Me } from '../types.ts'
import classes from './AccountView.module.css'
import { BillsPanel } from './BillsPanel.tsx'
import { CollectionPanel } from './CollectionPanel.tsx'
import { DataPanel } from './DataPanel.tsx'
import { ErasurePanel } from './ErasurePanel.tsx'
import { InvitationsPanel } from './InvitationsPanel.tsx'
import { InvoicesPanel } from './InvoicesPanel.tsx'
import { LanguagePanel } from './LanguagePanel.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { PeoplePanel } from './PeoplePanel.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { PreferencesPanel } from './PreferencesPanel.tsx'
import { PremiumPanel } from './premium/PremiumPanel.tsx'
import { ServicePanel } from './ServicePanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { StatementPanel } from './StatementPanel.tsx'
import { VisitsPanel } from './VisitsPanel.tsx'

/** Loaded on demand: few clients have terms. */
const TermsPanel = lazy(async () => ({ default: (await import('./TermsPanel.tsx')).TermsPanel }))

const HabitsPanel = lazy(async () => ({ default: (await import('../../shared/habits/HabitsPanel.tsx')).HabitsPanel }))

export function AccountView({ me }: { me: Me }) {
  const isClient = me.session.kind === 'client'
  const may = (operation: string) => me.operations.includes(operation)
  // The account on one side, the person on the other; a dealer with support access has no second part.
  const opened = (
    <>
      {may('client.set-service-mode') && <ServicePanel me={me} isOwn={isClient} />}
      {may('client.view-visits') && <VisitsPanel />}
    </>
  )
  return (
    <main className={classes.view}>
      <Title order={1} className={classes.title}>
        {texts.account.title}
      </Title>
      <div className={classes.columns}>
        <div className={classes.column}>
          {isOwner(me) && <InvitationsPanel me={me} />}
          <PlanPanel me={me} />
          {may('client.view-bills') && me.account.type === null && <PremiumPanel me={me} />}
          {may('client.view') && (
            <Suspense>
              <TermsPanel mayPay={may('client.collect')} />
            </Suspense>
          )}
          {may('client.view-bills') && <InvoicesPanel mayAgree={may('client.collect')} />}
          {may('client.view-bills') && <CollectionPanel me={me} />}
          {may('client.view-bills') && <StatementPanel />}
          {may('client.view-bills') && <BillsPanel />}
          <Panel title={texts.client.company.title}>
            <CompanyCard company={me.company} brand={me.brand} />
          </Panel>
          {isClient && <PeoplePanel me={me} />}
          {isClient && opened}
          {isClient && may('client.manage-account') && <DataPanel />}
          {isOwner(me) && <ErasurePanel eraseAt={me.erase_at} />}
        </div>
        <div className={classes.column}>
          {!isClient && opened}
          {isClient && <LanguagePanel />}
          {isClient && (
            <Suspense>
              <HabitsPanel chosen={me.user} save={(body) => change('patchClientMe', undefined, body)} />
            </Suspense>
          )}
          {isClient && me.modules.includes('notification') && <PreferencesPanel me={me} />}
          {isClient && <LoginPanel me={me} />}
          {isClient && <SessionsPanel />}
        </div>
      </div>
    </main>
  )
}
