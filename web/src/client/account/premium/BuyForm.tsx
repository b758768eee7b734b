import { Text } from '@mantine/core'
import { call } from '../../../api/call.ts'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { formatMoney } from '../../../shared/format/money.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { Form, SelectField, SwitchField, useForm } from '../../../shared/forms/form.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { Order } from '../../types.ts'
import classes from './PremiumPanel.module.css'
import { effectOf, planName, type SoldOffer, type Subscription } from './premium.ts'

const words = texts.premium
const spans = [1, 3, 6, 12]

type Wanted = Pick<Order, 'app_id' | 'plan' | 'months' | 'auto_renew'>

/** The same order again leads to the same payment page, so nothing is paid twice. */
export const pay = async ({ app_id, plan, months, auto_renew }: Wanted): Promise<void> => {
  const { url } = await call('postClientSubscriptionOrders', undefined, { app_id, plan, months, auto_renew })
  window.location.assign(url)
}

interface BuyFormProps {
  readonly offers: readonly SoldOffer[]
  readonly current: Subscription | undefined
}

/** Shows the price and the effect before the payment page opens. */
export function BuyForm({ offers, current }: BuyFormProps) {
  const first = offers.find((offer) => offer.plan === current?.plan) ?? offers.at(-1)!
  const form = useForm({
    start: { plan: first.plan, months: '1', auto_renew: current?.auto_renew ?? false },
    send: ({ plan, months, auto_renew }) => pay({ app_id: first.app_id, plan, months: Number(months), auto_renew }),
  })
  const { plan, months } = form.values
  const { amount, currency } = offers.find((one) => one.plan === plan) ?? first
  return (
    <Form form={form} className={classes.form} act={words.pay(formatMoney(amount * Number(months), currency))}>
      <div className={classes.fields}>
        <SelectField
          form={form}
          name="plan"
          label={words.plan}
          options={offers.map((one) => ({ value: one.plan, label: planName(one.plan) }))}
        />
        <SelectField
          form={form}
          name="months"
          label={words.months}
          options={spans.map((count) => ({ value: String(count), label: words.monthsOf(count) }))}
        />
      </div>
      <SwitchField form={form} name="auto_renew" label={words.renewal.choice} hint={words.renewal.choiceText} />
      <EffectNotice plan={plan} current={current} />
    </Form>
  )
}

function EffectNotice({ plan, current }: { plan: string; current: Subscription | undefined }) {
  const effect = effectOf(plan, current)
  if (effect === 'replaces' && current?.expires_at) {
    return (
      <Notice tone="warning">{words.effect.replaces(planName(current.plan), formatDay(current.expires_at))}</Notice>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {effect === 'adds' ? words.effect.adds : words.effect.begins(planName(plan))}
    </Text>
  )
}
