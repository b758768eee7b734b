/** What each plan earns and costs, the least profitable first. */
import { Anchor } from '@mantine/core'
import type { Figures } from '../../api/generated.ts'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { figures } from '../../shared/texts/console-figures.ts'
import { locale } from '../../shared/texts/texts.ts'
import { SmallTable } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { Money } from '../blocks/values.tsx'
import classes from './figures.module.css'

const texts = figures.margins

export function Margins({ plans }: { plans: Figures['recurring']['plans'] }) {
  if (plans.length === 0) return <p className={classes.hint}>{texts.none}</p>
  return (
    <>
      <SmallTable label={texts.title} head={texts.head}>
        {plans.map(({ plan_id, name, currency, ...plan }) => (
          <tr key={`${plan_id} ${currency}`}>
            <td>
              <Anchor inherit href={to('/plans/:id', { id: plan_id })}>
                {name}
              </Anchor>
            </td>
            <td>{plan.clients.toLocaleString(locale)}</td>
            <td>{plan.units.toLocaleString(locale)}</td>
            <td>
              <Money amount={plan.revenue} currency={currency} />
            </td>
            <td>
              <Money amount={plan.cost} currency={currency} />
            </td>
            <td>
              <Money amount={plan.revenue - plan.cost} currency={currency} />
            </td>
            <td>
              {plan.clients_below_cost === 0 ? (
                words.times.none
              ) : (
                <Anchor inherit href={to('/figures/:list', { list: 'below-cost' }, { plan: plan_id })}>
                  <StateBadge tone="warning">{figures.clients(plan.clients_below_cost)}</StateBadge>
                </Anchor>
              )}
            </td>
          </tr>
        ))}
      </SmallTable>
      <p className={classes.hint}>{texts.hint}</p>
    </>
  )
}
