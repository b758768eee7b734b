/** Free or premium: what there is, until when, what more costs, and what was ordered. For accounts that their client owns. */
import { Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAsked } from '../../../shared/api.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { Failure, Notice } from '../../../shared/Notice.tsx'
import { Panel } from '../../../shared/Panel.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { formatDay } from '../../../shared/times.ts'
import type { Me } from '../../client-api.ts'
import { BuyForm } from './BuyForm.tsx'
import { OfferTable } from './OfferTable.tsx'
import { OrderList } from './OrderList.tsx'
import classes from './PremiumPanel.module.css'
import { currentOf, isSold, lookAt, type Order, type Premium, planName, readPremium } from './premium.ts'

const words = texts.premium

export function PremiumPanel({ me, reload }: { me: Me; reload: () => Promise<void> }) {
  const [premium, reloadPremium] = useAsked(readPremium)
  const mayBuy = me.session.kind === 'client'
  const orders = premium.kind === 'here' ? premium.value.orders : []
  const arrival = useArrival(mayBuy ? orders.find(({ status }) => status === 'open') : undefined, async () => {
    await Promise.all([reloadPremium(), reload()])
  })
  return (
    <Panel title={words.title} id="premium">
      {premium.kind === 'asking' && <Skeleton height={120} role="status" aria-label={texts.shared.loading} />}
      {premium.kind === 'failed' && <Failure error={premium.error} retry={reloadPremium} />}
      {premium.kind === 'here' && (
        <div className={classes.parts}>
          {arrival === 'looking' && <Notice tone="quiet">{words.looking}</Notice>}
          {arrival === 'arrived' && <Notice tone="good">{words.thanks}</Notice>}
          {me.plans.map(({ app_id: app }) => (
            <AppPremium key={app} app={app} premium={premium.value} mayBuy={mayBuy} isOne={me.plans.length === 1} />
          ))}
          {!mayBuy && <Text c="dimmed">{words.visitor}</Text>}
          {orders.length > 0 && <OrderList orders={orders} mayBuy={mayBuy} />}
        </div>
      )}
    </Panel>
  )
}

interface AppPremiumProps {
  readonly app: string
  readonly premium: Premium
  readonly mayBuy: boolean
  readonly isOne: boolean
}

function AppPremium({ app, premium, mayBuy, isOne }: AppPremiumProps) {
  const offers = premium.offers.filter((offer) => offer.app_id === app)
  const current = currentOf(premium.subscriptions, app)
  const sold = offers.filter(isSold)
  return (
    <section className={classes.parts} aria-label={applicationTitle(app)}>
      {!isOne && <Text fw={650}>{applicationTitle(app)}</Text>}
      <div>
        <Text fw={550}>
          {current === undefined
            ? words.nowFree
            : current.expires_at === null
              ? words.nowOpen(planName(current.plan))
              : words.now(planName(current.plan), formatDay(current.expires_at))}
        </Text>
        {current && (
          <Text size="sm" c="dimmed">
            {words.afterwards}
          </Text>
        )}
      </div>
      {sold.length > 0 && <OfferTable offers={offers} />}
      {mayBuy && sold.length > 0 && <BuyForm offers={sold} current={current} />}
    </section>
  )
}

/** Whoever comes back from the payment page is not kept waiting for the processor's own message. */
function useArrival(open: Order | undefined, reload: () => Promise<void>): 'looking' | 'arrived' | undefined {
  const [state, setState] = useState<'looking' | 'arrived'>()
  const id = open?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each open order, not whenever the page is drawn.
  useEffect(() => {
    if (id === undefined) return
    setState('looking')
    lookAt(id)
      .then(async ({ begun }) => {
        if (begun) await reload()
        setState(begun ? 'arrived' : undefined)
      })
      .catch(() => setState(undefined))
  }, [id])
  return state
}
