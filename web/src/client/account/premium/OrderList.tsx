import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { State, type Tone } from '../../../shared/feedback/State.tsx'
import { formatMoney } from '../../../shared/format/money.ts'
import { formatDay } from '../../../shared/format/times.ts'
import rows from '../../../shared/forms/Setting.module.css'
import { texts } from '../../../shared/texts/texts.ts'
import type { Order } from '../../types.ts'
import { pay } from './BuyForm.tsx'
import { planName } from './premium.ts'

const words = texts.premium
const tones: Readonly<Record<string, Tone>> = { open: 'warning', paid: 'good' }
const states: Readonly<Record<string, string>> = words.states

export function OrderList({ orders, mayBuy }: { orders: readonly Order[]; mayBuy: boolean }) {
  return (
    <section aria-label={words.orders}>
      <Text fw={550} mb="xs">
        {words.orders}
      </Text>
      <ul className={rows.rows}>
        {orders.map((one) => (
          <OrderRow key={one.id} one={one} mayBuy={mayBuy} />
        ))}
      </ul>
    </section>
  )
}

function OrderRow({ one, mayBuy }: { one: Order; mayBuy: boolean }) {
  const paying = useMutation({ mutationFn: pay })
  const amount = formatMoney(one.amount_total, one.currency)
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <Text>{words.order(planName(one.plan), words.monthsOf(one.months))}</Text>
        <Text size="sm" c="dimmed">
          {amount} · {words.made(one.number, formatDay(one.created_at))}
        </Text>
      </div>
      <State tone={tones[one.status] ?? 'quiet'}>{states[one.status] ?? one.status}</State>
      {mayBuy && one.status === 'open' && !one.renewal && (
        <Button size="xs" loading={paying.isPending} onClick={() => paying.mutate(one)}>
          {words.finish(amount)}
        </Button>
      )}
      <Failure error={paying.error} />
    </li>
  )
}
