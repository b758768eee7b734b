import { Button, Text } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { State, type Tone } from '../../shared/feedback/State.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatDay } from '../../shared/format/times.ts'
import classes from '../../shared/forms/Setting.module.css'
import { webAddress } from '../../shared/router/addresses.ts'
import { texts } from '../../shared/texts/texts.ts'
import type { Bill } from '../types.ts'
import { ListPanel } from './ListPanel.tsx'

const words = texts.account.bills
const tones: Readonly<Record<string, Tone>> = { open: 'warning', complete: 'good', expired: 'quiet' }
const states: Readonly<Record<string, string>> = words.states

export const BillsPanel = () => (
  <ListPanel
    title={words.title}
    none={words.none}
    query={useOperation('getClientBills', { with: 'currency' })}
    row={(bill) => <BillRow key={bill.id} bill={bill} />}
  />
)

function BillRow({ bill }: { bill: Bill }) {
  const amount = formatMoney(bill.amount_total, bill.currency ?? '')
  const address = bill.status === 'open' ? webAddress(bill.url) : undefined
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{bill.metadata.name}</Text>
        <Text size="sm" c="dimmed">
          {amount} · {words.made(formatDay(bill.created))}
        </Text>
      </div>
      <State tone={tones[bill.status] ?? 'quiet'}>{states[bill.status] ?? bill.status}</State>
      {address && (
        <Button component="a" href={address} size="xs">
          {words.pay(amount)}
        </Button>
      )}
    </li>
  )
}
