/** What clients of their own accounts can have; it comes with the installation and is only shown. */
import { useOperation } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { Panel } from '../../shared/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { SmallTable, WhenHere } from '../blocks/layout.tsx'
import { limitText, priceText } from './offer.ts'
import classes from './operator.module.css'

const { offers } = words.operator

export function SubscriptionPlans() {
  const query = useOperation('getOperatorSubscriptionPlans', undefined)
  return (
    <Panel>
      <div className={classes.stack}>
        <p className={classes.text}>{offers.subscriptionText}</p>
        <WhenHere query={query} height={240}>
          {(all) => (
            <SmallTable label={offers.subscriptions} head={offers.subscriptionHead}>
              {all.map((plan) => (
                <tr key={`${plan.app_id} ${plan.name}`}>
                  <td>{plan.name}</td>
                  <td>{applicationTitle(plan.app_id)}</td>
                  <td className={classes.number}>
                    {plan.price === null || plan.currency === null
                      ? offers.notSold
                      : priceText(plan.price, plan.currency)}
                  </td>
                  <td>{plan.platforms.map((name) => offers.platforms[name] ?? name).join(', ')}</td>
                  <td>
                    {Object.entries(plan.data)
                      .flatMap(([name, value]) => limitText(name, value))
                      .join(' · ')}
                  </td>
                  <td className={classes.number}>{plan.running.toLocaleString('en')}</td>
                </tr>
              ))}
            </SmallTable>
          )}
        </WhenHere>
      </div>
    </Panel>
  )
}
