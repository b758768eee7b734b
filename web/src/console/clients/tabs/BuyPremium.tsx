import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import type { Account, SubscriptionOffer, SubscriptionOrder } from '../../../api/generated.ts'
import { useChange, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { formatMoney } from '../../../shared/format/money.ts'
import { Form, SelectField, useForm } from '../../../shared/forms/form.tsx'
import { webAddress } from '../../../shared/router/addresses.ts'
import { words } from '../../../shared/texts/console.ts'
import { NumberField } from '../../blocks/fields.tsx'
import classes from '../actions/actions.module.css'

const { buy } = words.clients

interface BuyProps {
  readonly account: Account
  close(): void
}

/** The dealer pays the platform; the client gets premium as soon as the invoice is paid. */
export function BuyPremium({ account, close }: BuyProps) {
  const offers = useOperation('getSubscriptionOffers', undefined)
  const [order, setOrder] = useState<SubscriptionOrder>()
  if (order) return <Ordered order={order} close={close} />
  return (
    <Loaded query={offers}>
      {(all) => {
        const fitting = all.filter(({ app_id }) => account.reg_apps.includes(app_id))
        if (fitting.length === 0) return <Notice tone="quiet">{buy.none}</Notice>
        return <Choose account={account} offers={fitting} done={setOrder} close={close} />
      }}
    </Loaded>
  )
}

interface ChooseProps extends BuyProps {
  readonly offers: readonly SubscriptionOffer[]
  done(order: SubscriptionOrder): void
}

function Choose({ account, offers, done, close }: ChooseProps) {
  const order = useChange('postAccountsByIdSubscriptions')
  const form = useForm<{ plan: string; months: number | '' }>({
    start: { plan: '0', months: 1 },
    judge: ({ months }) => ({ months: months === '' ? words.form.missing : undefined }),
    send: async ({ plan, months }) => {
      const { app_id, plan: name } = offers[Number(plan)]!
      done(
        await order.mutateAsync({ params: { id: account.id }, body: { app_id, plan: name, months: Number(months) } }),
      )
    },
  })
  return (
    <Form form={form} act={buy.act} cancel={close}>
      <p className={classes.line}>{buy.explain}</p>
      <SelectField
        form={form}
        name="plan"
        label={buy.plan}
        options={offers.map(({ plan, amount, currency, period }, index) => ({
          value: String(index),
          label: buy.offer(plan, formatMoney(amount, currency), period),
        }))}
        isFirst
      />
      <NumberField form={form} name="months" label={buy.months} min={1} max={120} />
    </Form>
  )
}

function Ordered({ order, close }: { order: SubscriptionOrder; close: () => void }) {
  const link = webAddress(order.url)
  return (
    <div className={classes.content}>
      <Notice tone="good" title={buy.orderedTitle}>
        {buy.explain}
      </Notice>
      {link && (
        <Anchor href={link} target="_blank" rel="noopener noreferrer">
          {buy.pay}
        </Anchor>
      )}
      <Button variant="default" onClick={close}>
        {words.bulk.close}
      </Button>
    </div>
  )
}
