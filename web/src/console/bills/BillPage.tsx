/** One bill: its state, its link, its items, and the actions while it is open. */
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import type { Bill } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { CopyTextButton } from '../../shared/content/CopyTextButton.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { webAddress } from '../../shared/router/addresses.ts'
import { to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { texts as common, locale } from '../../shared/texts/texts.ts'
import { confirm } from '../blocks/confirm.tsx'
import { Columns, Facts, PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { toastResult } from '../blocks/toasts.tsx'
import { Money, Time } from '../blocks/values.tsx'
import { fleetApp } from '../clients/applications.ts'
import type { PageProps } from '../page.ts'
import { useMay } from '../session.ts'
import { toneOf } from './bill.ts'
import { useItems } from './use-currency.ts'

const { one: texts, states } = words.bills
const windowSeconds = 31 * 86_400
const back = { address: to('/bills'), title: texts.back }

/** The API lists bills by time, 31 days per request, so this searches the last three such periods. */
function useBill(id: string, accountId: number) {
  const [now] = useState(() => Math.ceil(Date.now() / 1000) + 60)
  const window = (index: number) => ({
    app_id: fleetApp as typeof fleetApp,
    account_id: accountId,
    from: now - (index + 1) * windowSeconds + 1,
    to: now - index * windowSeconds,
  })
  const first = useOperation('getBillingCardpayPayments', window(0))
  const isOlder = first.data !== undefined && !(id in first.data)
  const second = useOperation('getBillingCardpayPayments', window(1), { isEnabled: isOlder })
  const isOldest = isOlder && second.data !== undefined && !(id in second.data)
  const third = useOperation('getBillingCardpayPayments', window(2), { isEnabled: isOldest })
  const bill = first.data?.[id] ?? second.data?.[id] ?? third.data?.[id]
  const error = first.error ?? second.error ?? third.error
  return { bill, error, isMissing: third.data !== undefined && bill === undefined }
}

export function BillPage({ params: { id = '' } }: PageProps) {
  const [query] = useQueryValues()
  const accountId = Number(query.get('account_id')) || 0
  const { bill, error, isMissing } = useBill(id, accountId)
  if (bill) return <OneBill bill={bill} />
  return (
    <PageBody>
      <PageHead title={words.bills.title} back={back} />
      {error ? <Failure error={error} /> : isMissing && <Notice tone="warning">{texts.missing}</Notice>}
    </PageBody>
  )
}

function OneBill({ bill }: { bill: Bill }) {
  const { status, metadata, account_id } = bill
  const items = useItems(bill)
  const currency = items.data?.[0]?.currency
  const link = webAddress(bill.url)
  const client = useOperation('getAccounts', { ids: String(account_id), fields: 'id,title' })
  const money = (amount: number) => (currency ? <Money amount={amount} currency={currency} /> : words.times.none)
  return (
    <PageBody>
      <PageHead
        title={metadata.name}
        back={back}
        badge={
          <StateBadge tone={toneOf[status] ?? 'quiet'}>{states[status as keyof typeof states] ?? status}</StateBadge>
        }
      >
        <Actions bill={bill} link={link} />
      </PageHead>
      <Columns>
        <Panel title={words.bills.columns.name}>
          <Facts
            facts={[
              [
                texts.facts.client,
                <Anchor key="client" href={to('/clients/:id/:tab?', { id: account_id, tab: 'bills' })}>
                  {client.data?.[0]?.title ?? account_id}
                </Anchor>,
              ],
              [texts.facts.amount, money(bill.amount_total)],
              [texts.facts.created, <Time key="created" at={bill.created} as="time" />],
              ...(status === 'complete'
                ? []
                : [[texts.facts.expires, <Time key="expires" at={bill.expires_at} as="deadline" />] as const]),
              [texts.facts.email, metadata.email || words.times.none],
              [texts.facts.id, bill.id],
            ]}
          />
        </Panel>
        {link && (
          <Panel title={texts.link} aside={<CopyTextButton text={link} label={texts.copy} said={common.shared} />}>
            <p>
              <Anchor href={link} target="_blank" rel="noopener noreferrer" style={{ overflowWrap: 'anywhere' }}>
                {link}
              </Anchor>
            </p>
            <p>{texts.linkHint}</p>
            {status === 'open' && !metadata.email && (
              <p>
                {texts.noEmail}{' '}
                <Anchor underline="always" href={to('/clients/:id/:tab?', { id: account_id, tab: 'profile' })}>
                  {texts.addEmail}
                </Anchor>
              </p>
            )}
          </Panel>
        )}
      </Columns>
      <Panel title={texts.itemsTitle}>
        <Loaded query={items} height={80}>
          {(rows) => (
            <SmallTable label={texts.itemsTitle} head={texts.itemHead}>
              {rows.map((item) => (
                <tr key={item.id}>
                  <td>{item.description}</td>
                  <td>{item.quantity.toLocaleString(locale)}</td>
                  <td>
                    <Money amount={item.price.unit_amount} currency={item.currency} />
                  </td>
                  <td>
                    <Money amount={item.amount_total} currency={item.currency} />
                  </td>
                </tr>
              ))}
            </SmallTable>
          )}
        </Loaded>
      </Panel>
    </PageBody>
  )
}

function Actions({ bill, link }: { bill: Bill; link: string | undefined }) {
  const may = useMay()
  const send = useChange('postBillingCardpayPaymentsByPaymentIdSend')
  const expire = useChange('postBillingCardpayPaymentsByPaymentIdExpire')
  if (!may('bills') || bill.status !== 'open') return null
  const { metadata, account_id } = bill
  const sendIt = () =>
    toastResult(send.mutateAsync({ params: { payment_id: bill.id, app_id: fleetApp } }), texts.sent(metadata.email))
  const expireIt = async () => {
    const isYes = await confirm({
      title: texts.expireTitle(metadata.name),
      text: texts.expireText,
      effect: [[1, texts.expireEffect]],
      canBeUndone: false,
      act: texts.expire,
    })
    if (!isYes) return
    await toastResult(
      expire.mutateAsync({ params: { payment_id: bill.id }, body: { app_id: fleetApp, account_id } }),
      texts.expired,
    )
  }
  return (
    <>
      <Button variant="default" onClick={() => void expireIt()} loading={expire.isPending}>
        {texts.expire}
      </Button>
      {link && (
        <Button component="a" href={link} target="_blank" rel="noopener noreferrer" variant="default">
          {texts.pay}
        </Button>
      )}
      <Button onClick={() => void sendIt()} loading={send.isPending} disabled={!metadata.email}>
        {texts.send}
      </Button>
    </>
  )
}
