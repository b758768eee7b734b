import { Button, NativeSelect, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useDoing } from '../../../shared/api.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Failure, Notice } from '../../../shared/Notice.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { formatDay } from '../../../shared/times.ts'
import classes from './PremiumPanel.module.css'
import { effectOf, order, planName, type SoldOffer, type Subscription } from './premium.ts'

const words = texts.premium
const spans = [1, 3, 6, 12]

interface BuyFormProps {
  readonly offers: readonly SoldOffer[]
  readonly current: Subscription | undefined
}

/** Says what it costs and what it does before anybody is sent to pay. */
export function BuyForm({ offers, current }: BuyFormProps) {
  const [plan, setPlan] = useState(offers.find((offer) => offer.plan === current?.plan)?.plan ?? offers.at(-1)?.plan)
  const [months, setMonths] = useState(1)
  const ordering = useDoing()
  const offer = offers.find((one) => one.plan === plan) ?? offers[0]!
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ordering.run(async () => {
      const { url } = await order({ app_id: offer.app_id, plan: offer.plan, months })
      window.location.assign(url)
    })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.fields}>
        <NativeSelect
          label={words.plan}
          value={offer.plan}
          data={offers.map((one) => ({ value: one.plan, label: planName(one.plan) }))}
          onChange={({ currentTarget }) => setPlan(currentTarget.value)}
        />
        <NativeSelect
          label={words.months}
          value={String(months)}
          data={spans.map((count) => ({ value: String(count), label: words.monthsOf(count) }))}
          onChange={({ currentTarget }) => setMonths(Number(currentTarget.value))}
        />
      </div>
      <EffectNotice plan={offer.plan} current={current} />
      {ordering.error !== undefined && <Failure error={ordering.error} />}
      <Button type="submit" loading={ordering.isBusy}>
        {words.pay(formatMoney(offer.amount * months, offer.currency))}
      </Button>
    </form>
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
