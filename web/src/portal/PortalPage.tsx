/** Where a dealer sees and pays the platform's charges. The secret of the link stays in memory. */
import { Anchor, Button, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ask, Refused } from '../shared/api.ts'
import { Loaded } from '../shared/feedback/Loaded.tsx'
import { Failure } from '../shared/feedback/Notice.tsx'
import { State } from '../shared/feedback/State.tsx'
import { formatMoney } from '../shared/format/money.ts'
import { formatDay, formatDeadline, formatTime } from '../shared/format/times.ts'
import { Frame } from '../shared/layout/Frame.tsx'
import { Panel } from '../shared/layout/Panel.tsx'
import { webAddress } from '../shared/router/addresses.ts'
import { texts } from '../shared/texts/texts.ts'
import classes from './PortalPage.module.css'

const { portal } = texts.pay

interface InvoiceLine {
  readonly description: string
  readonly quantity: number
  readonly unit_amount: number
  readonly amount_total: number
}

interface Invoice {
  readonly id: string
  readonly number: string
  readonly status: keyof typeof portal.states
  readonly period_start: number
  readonly period_end: number
  readonly currency: string
  readonly amount_total: number
  readonly created: number
  readonly paid_at: number | null
  readonly lines: readonly InvoiceLine[]
}

interface Invoices {
  readonly dealer: { readonly name: string }
  readonly return_url: string | null
  readonly expires_at: number
  readonly invoices: readonly Invoice[]
}

export function PortalPage({ secret }: { secret: string }) {
  const query = useQuery({
    queryKey: ['invoices'],
    queryFn: ({ signal }) => ask<Invoices>('GET', '/portal/api/invoices', undefined, { bearer: secret, signal }),
  })
  const isClosed = query.error instanceof Refused && [401, 403].includes(query.error.status)
  return (
    <Frame title={portal.title} isWide>
      <div className={classes.page}>
        {isClosed ? (
          <Panel title={portal.closed.title} order={1}>
            <Text c="dimmed">{portal.closed.sentence}</Text>
          </Panel>
        ) : (
          <Loaded query={query} height={240}>
            {(found) => <InvoiceList found={found} secret={secret} />}
          </Loaded>
        )}
      </div>
    </Frame>
  )
}

function InvoiceList({ found, secret }: { found: Invoices; secret: string }) {
  const back = webAddress(found.return_url)
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{portal.of(found.dealer.name)}</Title>
        {back && <Anchor href={back}>{portal.back}</Anchor>}
      </div>
      {found.invoices.length === 0 && (
        <Panel>
          <Text c="dimmed">{portal.none}</Text>
        </Panel>
      )}
      {found.invoices.map((invoice) => (
        <InvoicePanel key={invoice.id} invoice={invoice} secret={secret} />
      ))}
      <Text size="sm" c="dimmed">
        {portal.until(formatDeadline(found.expires_at))}
      </Text>
    </>
  )
}

function InvoicePanel({ invoice, secret }: { invoice: Invoice; secret: string }) {
  const money = (amount: number) => formatMoney(amount, invoice.currency)
  const opening = useMutation({
    mutationFn: async () => {
      const path = `/portal/api/invoices/${encodeURIComponent(invoice.id)}/pay`
      const { url } = await ask<{ url: string }>('POST', path, {}, { bearer: secret })
      const address = webAddress(url)
      if (address) window.location.assign(address)
    },
  })
  const isOpen = invoice.status === 'open'
  return (
    <Panel
      title={portal.number(invoice.number)}
      aside={
        <State tone={isOpen ? 'warning' : invoice.status === 'paid' ? 'good' : 'quiet'}>
          {portal.states[invoice.status] ?? invoice.status}
        </State>
      }
    >
      <div className={classes.facts}>
        <div>
          <Text>{portal.period(formatDay(invoice.period_start), formatDay(invoice.period_end))}</Text>
          <Text size="sm" c="dimmed">
            {invoice.paid_at ? portal.paidAt(formatTime(invoice.paid_at)) : portal.made(formatTime(invoice.created))}
          </Text>
        </div>
        {isOpen ? (
          <Button loading={opening.isPending} onClick={() => opening.mutate()}>
            {portal.payButton(money(invoice.amount_total))}
          </Button>
        ) : (
          <span className={classes.amount}>{money(invoice.amount_total)}</span>
        )}
      </div>
      <Failure error={opening.error} />
      {invoice.lines.length > 0 && (
        <details className={classes.lines}>
          <summary>{portal.details}</summary>
          <ul>
            {invoice.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice never change, and may repeat.
              <li key={index}>
                <span>
                  {line.description}
                  {line.quantity !== 1 && ` · ${texts.pay.quantity(line.quantity, money(line.unit_amount))}`}
                </span>
                <span className={classes.amount}>{money(line.amount_total)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}
