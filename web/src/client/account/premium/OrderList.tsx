import { Button, Text } from '@mantine/core'
import { useDoing } from '../../../shared/api.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Failure } from '../../../shared/Notice.tsx'
import { State } from '../../../shared/State.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { formatDay } from '../../../shared/times.ts'
import rows from '../AccountView.module.css'
import { type Order, order, planName } from './premium.ts'

const words = texts.premium
const tones = { open: 'warning', paid: 'good', void: 'quiet' } as const

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
  const paying = useDoing()
  const amount = formatMoney(one.amount_total, one.currency)
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <Text>{words.order(planName(one.plan), words.monthsOf(one.months))}</Text>
        <Text size="sm" c="dimmed">
          {amount} · {words.made(one.number, formatDay(one.created_at))}
        </Text>
      </div>
      <State tone={tones[one.status]}>{words.states[one.status]}</State>
      {mayBuy && one.status === 'open' && (
        <Button
          size="xs"
          loading={paying.isBusy}
          onClick={() => void paying.run(async () => window.location.assign((await order(one)).url))}
        >
          {words.finish(amount)}
        </Button>
      )}
      {paying.error !== undefined && <Failure error={paying.error} />}
    </li>
  )
}
