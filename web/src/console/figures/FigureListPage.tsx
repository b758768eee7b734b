/** The list behind a figure: payments, clients or units, depending on the address. */
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FigureClients, ReceivedPayment } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { figures } from '../../shared/texts/console-figures.ts'
import { locale } from '../../shared/texts/texts.ts'
import { PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { Money, Time } from '../blocks/values.tsx'
import type { PageProps } from '../page.ts'
import classes from './figures.module.css'
import { longMonth, monthIn } from './month.ts'

const back = { address: to('/figures'), title: figures.title }

export function FigureListPage({ params }: PageProps) {
  const [query] = useQueryValues()
  const month = monthIn(query.get('month'))
  const plan = query.get('plan') ?? undefined
  switch (params.list) {
    case 'silent':
      return <SilentUnits />
    case 'recurring':
      return <Clients list="recurring" plan={plan} />
    case 'not-charged':
      return <Clients list="not-charged" plan={plan} />
    case 'below-cost':
      return <Clients list="below-cost" plan={plan} />
    default:
      return <Payments month={month} />
  }
}

const Shell = ({ title, children }: { title: string; children: ReactNode }) => (
  <PageBody>
    <PageHead title={title} back={back} />
    <Panel>{children}</Panel>
  </PageBody>
)

const Nothing = () => <p className={classes.hint}>{figures.empty}</p>

const ClientLink = ({ id, title }: { id: number | null; title: string | null }) =>
  id === null ? (
    (title ?? figures.gone)
  ) : (
    <Anchor inherit href={to('/clients/:id', { id })}>
      {title ?? String(id)}
    </Anchor>
  )

/** What was paid for, with a link to it. */
function Purpose({ kind, id, invoice_id, number }: ReceivedPayment) {
  if (kind === 'credit') return figures.kinds.credit
  return kind === 'bill' ? (
    <Anchor inherit href={to('/bills/:id', { id })}>
      {figures.kinds.bill}
    </Anchor>
  ) : (
    <Anchor inherit href={to('/invoices/:id', { id: invoice_id ?? '' })}>
      {figures.kinds.invoice} {number}
    </Anchor>
  )
}

const wayOf = (way: string | null): string =>
  (words.invoices.one.ways as Readonly<Record<string, string>>)[way ?? ''] ?? words.times.none

export const PaymentRows = ({ payments }: { payments: readonly ReceivedPayment[] }) => (
  <SmallTable label={figures.lists.payments} head={figures.paymentHead}>
    {payments.map((payment) => (
      <tr key={payment.id}>
        <td>{formatCalendarDay(payment.day)}</td>
        <td>
          <ClientLink id={payment.account_id} title={payment.title} />
        </td>
        <td>
          <Purpose {...payment} />
        </td>
        <td>{wayOf(payment.way)}</td>
        <td>
          <Money amount={payment.amount} currency={payment.currency} />
        </td>
      </tr>
    ))}
  </SmallTable>
)

function Payments({ month }: { month: string | undefined }) {
  const query = useOperation('getConsoleFiguresPayments', month ? { month } : {})
  const { lists } = figures
  return (
    <Shell title={month ? lists.paymentsOf(longMonth(month)) : lists.payments}>
      <Loaded query={query} height={320}>
        {(payments) => (payments.length === 0 ? <Nothing /> : <PaymentRows payments={payments} />)}
      </Loaded>
    </Shell>
  )
}

type ClientList = 'recurring' | 'not-charged' | 'below-cost'
const asked = { recurring: 'recurring', 'not-charged': 'not_charged', 'below-cost': 'below_cost' } as const

function Clients({ list, plan }: { list: ClientList; plan: string | undefined }) {
  const query = useOperation('getConsoleFiguresClients', { list: asked[list], ...(plan && { plan }) })
  return (
    <Shell title={figures.lists[list]}>
      <Loaded query={query} height={320}>
        {({ clients, total }) =>
          total === 0 ? (
            <Nothing />
          ) : (
            <>
              <ClientRows list={list} clients={clients} />
              {clients.length < total && <p className={classes.hint}>{figures.first(clients.length, total)}</p>}
            </>
          )
        }
      </Loaded>
    </Shell>
  )
}

function ClientRows({ list, clients }: { list: ClientList; clients: FigureClients['clients'] }) {
  const isUncharged = list === 'not-charged'
  return (
    <SmallTable label={figures.lists[list]} head={isUncharged ? figures.notChargedHead : figures.clientHead}>
      {clients.map(({ account_id, title, plan_id, plan_name, units, currency, revenue, not_charged, cost }) => (
        <tr key={account_id}>
          <td>
            <ClientLink id={account_id} title={title} />
          </td>
          <td>
            <Anchor inherit href={to('/plans/:id', { id: plan_id })}>
              {plan_name}
            </Anchor>
          </td>
          <td>{units.toLocaleString(locale)}</td>
          {(isUncharged ? [not_charged] : [revenue, cost, revenue - cost]).map((amount, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
            <td key={place}>
              <Money amount={amount} currency={currency} />
            </td>
          ))}
        </tr>
      ))}
    </SmallTable>
  )
}

function SilentUnits() {
  const query = useOperation('getConsoleFiguresSilentUnits', undefined)
  return (
    <Shell title={figures.lists.silent}>
      <Loaded query={query} height={320}>
        {(units) =>
          units.length === 0 ? (
            <Nothing />
          ) : (
            <SmallTable label={figures.lists.silent} head={figures.unitHead}>
              {units.map(({ id, name, account_id, account_title, last_active }) => (
                <tr key={id}>
                  <td>
                    <Anchor inherit href={to('/units/:id', { id })}>
                      {name}
                    </Anchor>
                  </td>
                  <td>
                    <ClientLink id={account_id} title={account_title} />
                  </td>
                  <td>
                    <Time at={last_active} />
                  </td>
                </tr>
              ))}
            </SmallTable>
          )
        }
      </Loaded>
    </Shell>
  )
}
