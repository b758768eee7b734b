/** What the platform offers: plans and fees to dealers, subscriptions to clients. */
import { Button } from '@mantine/core'
import type { OperatorOfferedPlan } from '../../../api/generated.ts'
import { useChange, useOperation } from '../../../api/queries.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { PlansIcon, PlusIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { Empty, PageBody, PageHead, TabLinks } from '../../blocks/layout.tsx'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import { toastResult } from '../../blocks/toasts.tsx'
import type { PageProps } from '../../page.ts'
import { ModuleTitles } from '../../plans/modules.tsx'
import plans from '../../plans/PlansPage.module.css'
import classes from './OffersPage.module.css'
import { isOpen, priceText, rangeText } from './offer.ts'
import { NewServiceButton, ServicePlans } from './ServicePlans.tsx'
import { SubscriptionPlans } from './SubscriptionPlans.tsx'

const { offers } = operator
const tabs = ['provider', 'services', 'subscriptions'] as const

export function OffersPage({ params }: PageProps) {
  const tab = tabs.find((name) => name === params.tab) ?? 'provider'
  return (
    <PageBody>
      <PageHead title={offers.title}>
        {tab === 'provider' && (
          <Button component="a" href={to('/plans/new')} leftSection={<PlusIcon />}>
            {offers.new}
          </Button>
        )}
        {tab === 'services' && <NewServiceButton />}
      </PageHead>
      <TabLinks
        label={offers.title}
        current={tab}
        tabs={tabs.map((name) => ({
          name,
          title: offers[name],
          address: name === 'provider' ? to('/plans') : to('/plans/:tab', { tab: name }),
        }))}
      />
      {tab === 'provider' && <ProviderPlans />}
      {tab === 'services' && <ServicePlans />}
      {tab === 'subscriptions' && <SubscriptionPlans />}
    </PageBody>
  )
}

function ProviderPlans() {
  const query = useOperation('getOperatorProviderPlans', undefined)
  return (
    <Loaded query={query} height={320}>
      {(all) =>
        all.length === 0 ? (
          <Empty icon={<PlansIcon />} title={offers.empty.title}>
            {offers.empty.text}
          </Empty>
        ) : (
          <ul className={plans.cards}>
            {all
              // Available offers come first.
              .toSorted((a, b) => Number(isOpen(b.status)) - Number(isOpen(a.status)))
              .map((plan) => (
                <li key={plan.id}>
                  <Card plan={plan} />
                </li>
              ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const Card = ({ plan }: { plan: OperatorOfferedPlan }) => (
  <article className={classes.card} aria-label={plan.name}>
    <div className={classes.head}>
      <span className={plans.name}>{plan.name}</span>
      <StateBadge tone={isOpen(plan.status) ? 'good' : 'quiet'}>{offers.states[plan.status] ?? plan.status}</StateBadge>
    </div>
    <span className={plans.quiet}>
      {applicationTitle(plan.app_id)}
      {plan.type === 'trial' && ` · ${offers.trial}`}
    </span>
    <strong>{priceText(plan.price, plan.currency)}</strong>
    <dl className={classes.limits}>
      {Object.entries(plan.features.limits).map(([quota, limit]) => (
        <div key={quota}>
          <dt>{words.plans.quotas[quota] ?? quota}</dt>
          <dd>{rangeText(quota, limit)}</dd>
        </div>
      ))}
    </dl>
    <span className={plans.quiet}>
      <ModuleTitles names={plan.features.modules} />
    </span>
    <div className={classes.foot}>
      <span>{offers.founded(plan.client_plans, plan.accounts)}</span>
      <StatusButton plan={plan} />
    </div>
  </article>
)

function StatusButton({ plan }: { plan: OperatorOfferedPlan }) {
  const changing = useChange('patchOperatorProviderPlansById')
  const set = (status: 'active' | 'archived') => changing.mutateAsync({ params: { id: plan.id }, body: { status } })
  const archive = async () => {
    const isYes = await confirm({
      title: offers.archiveTitle(plan.name),
      text: offers.archiveText,
      effect: [
        [plan.client_plans, offers.effectPlans],
        [plan.accounts, offers.effectAccounts],
      ],
      canBeUndone: true,
      act: offers.archive,
    })
    if (!isYes) return
    await toastResult(set('archived'), offers.archived, { undo: () => set('active') })
  }
  const open = () => toastResult(set('active'), offers.opened)
  return isOpen(plan.status) ? (
    <Button variant="default" size="xs" loading={changing.isPending} onClick={() => void archive()}>
      {offers.archive}
    </Button>
  ) : (
    <Button variant="default" size="xs" loading={changing.isPending} onClick={() => void open()}>
      {offers.openAgain}
    </Button>
  )
}
