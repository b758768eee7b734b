import { Button, Text } from '@mantine/core'
import { webAddress } from '../../shared/addresses.ts'
import { useAsked } from '../../shared/api.ts'
import { formatMoney } from '../../shared/money.ts'
import { State } from '../../shared/State.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatDay } from '../../shared/times.ts'
import { type Bill, get } from '../client-api.ts'
import classes from './AccountView.module.css'
import { AskedPanel } from './AskedPanel.tsx'

const words = texts.account.bills
const tones = { open: 'warning', complete: 'good', expired: 'quiet' } as const
const listBills = (signal: AbortSignal) => get<readonly Bill[]>('/bills?with=currency', signal)

export function BillsPanel() {
  const [bills, reload] = useAsked(listBills)
  return (
    <AskedPanel
      title={words.title}
      none={words.none}
      asked={bills}
      reload={reload}
      row={(bill) => <BillRow key={bill.id} bill={bill} />}
    />
  )
}

function BillRow({ bill }: { bill: Bill }) {
  const amount = formatMoney(bill.amount_total, bill.currency)
  const address = bill.status === 'open' ? webAddress(bill.url) : undefined
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{bill.metadata.name}</Text>
        <Text size="sm" c="dimmed">
          {amount} · {words.made(formatDay(bill.created))}
        </Text>
      </div>
      <State tone={tones[bill.status] ?? 'quiet'}>{words.states[bill.status] ?? bill.status}</State>
      {address && (
        <Button component="a" href={address} size="xs">
          {words.pay(amount)}
        </Button>
      )}
    </li>
  )
}
