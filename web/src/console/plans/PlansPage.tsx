/** A dealer's plans as cards: there are a handful, never thousands. */
import { Button } from '@mantine/core'
import type { ClientPlan } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { PlansIcon, PlusIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Empty, PageBody, PageHead } from '../blocks/layout.tsx'
import { useMay } from '../session.ts'
import { ModuleTitles } from './modules.tsx'
import classes from './PlansPage.module.css'
import { automationText, quotaText } from './plan.ts'

const { plans } = words

export function PlansPage() {
  const may = useMay()
  const query = useOperation('getClientPlans', { sort: 'name' })
  const create = may('manage') && (
    <Button component="a" href={to('/plans/new')} leftSection={<PlusIcon />}>
      {plans.new}
    </Button>
  )
  return (
    <PageBody>
      <PageHead title={plans.title}>{create}</PageHead>
      <Loaded query={query} height={240}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<PlansIcon />} title={plans.empty.title} action={create}>
              {plans.empty.text}
            </Empty>
          ) : (
            <ul className={classes.cards}>
              {all.map((plan) => (
                <li key={plan.id}>
                  <Card plan={plan} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </PageBody>
  )
}

const Card = ({ plan }: { plan: ClientPlan }) => (
  <a className={classes.card} href={to('/plans/:id', { id: plan.id })}>
    <span className={classes.name}>{plan.name}</span>
    <span className={classes.quiet}>{applicationTitle(plan.app_id)}</span>
    <span className={classes.quotas}>
      {Object.entries(plan.quotas).map(([name, value]) => (
        <span key={name}>
          <strong>{quotaText(name, value)}</strong> {plans.quotas[name] ?? name}
        </span>
      ))}
    </span>
    <span className={classes.quiet}>
      <ModuleTitles names={plan.modules} />
    </span>
    <span className={classes.foot}>{automationText(plan)}</span>
  </a>
)
