/** The client's bills, one month at a time as the API returns them. */
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import type { Bill } from '../../../api/generated.ts'
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { formatDay } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { webAddress } from '../../../shared/router/addresses.ts'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { SmallTable } from '../../blocks/layout.tsx'
import { StateBadge, type Tone } from '../../blocks/StateBadge.tsx'
import { Money, Time } from '../../blocks/values.tsx'
import { useMay } from '../../session.ts'
import { fleetApp } from '../applications.ts'
import type { ClientProps } from '../client.ts'
import { isActivated } from '../client.ts'

const { bills: texts } = words.clients
const windowSeconds = 31 * 86_400
const tones: Readonly<Record<string, Tone>> = { open: 'waiting', complete: 'good', expired: 'quiet' }
const states: Readonly<Record<string, string>> = texts.states

export function BillsTab({ account }: ClientProps) {
  const may = useMay()
  const [now] = useState(() => Math.ceil(Date.now() / 1000) + 60)
  const [windows, setWindows] = useState(1)
  if (!account.reg_apps.includes(fleetApp)) return <Notice tone="quiet">{texts.only}</Notice>
  return (
    <Panel
      title={words.clients.tabs.bills}
      aside={
        may('bills') &&
        isActivated(account) && (
          <Button component="a" href={to('/bills/new', {}, { account_id: account.id })} variant="default" size="xs">
            {texts.new}
          </Button>
        )
      }
    >
      {Array.from({ length: windows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the months never changes.
        <Window key={index} accountId={account.id} to={now - index * windowSeconds} />
      ))}
      <Button variant="subtle" size="xs" mt="sm" onClick={() => setWindows(windows + 1)}>
        {texts.earlier}
      </Button>
    </Panel>
  )
}

function Window({ accountId, to: end }: { accountId: number; to: number }) {
  const start = Math.max(0, end - windowSeconds + 1)
  const bills = useOperation('getBillingCardpayPayments', {
    app_id: fleetApp,
    account_id: accountId,
    from: start,
    to: end,
  })
  const label = texts.window(formatDay(start), formatDay(end))
  return (
    <Loaded query={bills} height={60}>
      {(found) => {
        const rows = Object.values(found).toSorted((one, other) => other.created - one.created)
        if (rows.length === 0) {
          return (
            <p>
              {label}: {texts.none}
            </p>
          )
        }
        return (
          <SmallTable label={label} head={[texts.name, texts.amount, texts.state, texts.created, texts.link]}>
            {rows.map((bill) => (
              <Row key={bill.id} bill={bill} />
            ))}
          </SmallTable>
        )
      }}
    </Loaded>
  )
}

function Row({ bill }: { bill: Bill }) {
  // Only the items show the currency.
  const items = useOperation(
    'getBillingCardpayPaymentsByPaymentIdItems',
    { payment_id: bill.id, app_id: fleetApp, account_id: bill.account_id },
    { isSteady: true },
  )
  const currency = items.data?.[0]?.currency
  const link = webAddress(bill.url)
  return (
    <tr>
      <td>
        <Anchor href={to('/bills/:id', { id: bill.id }, { account_id: bill.account_id })}>{bill.metadata.name}</Anchor>
      </td>
      <td>{currency ? <Money amount={bill.amount_total} currency={currency} /> : words.times.none}</td>
      <td>
        <StateBadge tone={tones[bill.status] ?? 'quiet'}>{states[bill.status] ?? bill.status}</StateBadge>
      </td>
      <td>
        <Time at={bill.created} as="day" />
      </td>
      <td>
        {link && (
          <Anchor href={link} target="_blank" rel="noopener noreferrer">
            {texts.pay}
          </Anchor>
        )}
      </td>
    </tr>
  )
}
