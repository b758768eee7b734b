/** Free or premium: the current state, its end, the prices, and past orders. For owned accounts. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { change } from '../../../api/queries.ts'
import { Refused } from '../../../shared/api.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { formatDay } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { Me, Order } from '../../types.ts'
import { BuyForm } from './BuyForm.tsx'
import { OfferTable } from './OfferTable.tsx'
import { OrderList } from './OrderList.tsx'
import classes from './PremiumPanel.module.css'
import { currentOf, isSold, planName } from './premium.ts'
import { Renewal } from './Renewal.tsx'

const words = texts.premium

/** Undefined: no card is saved, because the client did not choose automatic renewal. */
const readCard = async (signal: AbortSignal) => {
  try {
    return await call('getClientKeptCard', undefined, undefined, signal)
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}

const readPremium = async ({ signal }: { signal: AbortSignal }) => {
  const [offers, subscriptions, orders] = await Promise.all([
    call('getClientSubscriptionOffers', undefined, undefined, signal),
    call('getClientSubscriptions', undefined, undefined, signal),
    call('getClientSubscriptionOrders', undefined, undefined, signal),
  ])
  const isBought = subscriptions.some(({ type, active }) => active && type === 'cardpay')
  const card = isBought ? await readCard(signal) : undefined
  return { offers, subscriptions, orders, card }
}
type Premium = Awaited<ReturnType<typeof readPremium>>

export function PremiumPanel({ me }: { me: Me }) {
  const premium = useQuery({ queryKey: ['premium'], queryFn: readPremium })
  const isClient = me.session.kind === 'client'
  const mayBuy = isClient && me.operations.includes('client.buy')
  const orders = premium.data?.orders ?? []
  const arrival = useArrival(mayBuy ? orders.find(({ status }) => status === 'open') : undefined)
  return (
    <Panel title={words.title} id="premium">
      <Loaded query={premium}>
        {(known) => (
          <div className={classes.parts}>
            {arrival === 'checking' && <Notice tone="quiet">{words.looking}</Notice>}
            {arrival === 'arrived' && <Notice tone="good">{words.thanks}</Notice>}
            {me.plans.map(({ app_id: app }) => (
              <AppPremium key={app} app={app} premium={known} mayBuy={mayBuy} isOne={me.plans.length === 1} />
            ))}
            {!isClient && <Text c="dimmed">{words.visitor}</Text>}
            {orders.length > 0 && <OrderList orders={orders} mayBuy={mayBuy} />}
          </div>
        )}
      </Loaded>
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
        {current && current.type !== 'cardpay' && (
          <Text size="sm" c="dimmed">
            {words.afterwards}
          </Text>
        )}
      </div>
      {current?.type === 'cardpay' && <Renewal current={current} card={premium.card} mayBuy={mayBuy} />}
      {sold.length > 0 && <OfferTable offers={offers} />}
      {mayBuy && sold.length > 0 && <BuyForm offers={sold} current={current} />}
    </section>
  )
}

/** After returning from the payment page the order is checked at once, before the processor reports it. */
function useArrival(open: Order | undefined): 'checking' | 'arrived' | undefined {
  const [state, setState] = useState<'checking' | 'arrived'>()
  const id = open?.id
  useEffect(() => {
    if (id === undefined) return
    setState('checking')
    change('postClientSubscriptionOrdersByIdLook', { id })
      .then(({ begun }) => setState(begun ? 'arrived' : undefined))
      .catch(() => setState(undefined))
  }, [id])
  return state
}
