/** One invoice as it is printed, its payments and credits, and its actions. */
import { Anchor, Button } from '@mantine/core'
import type { ClientInvoice, InvoiceParty } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import { Columns, Facts, PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { toastResult } from '../blocks/toasts.tsx'
import { Money } from '../blocks/values.tsx'
import type { PageProps } from '../page.ts'
import { rateText } from '../prices/price.ts'
import { InvoiceReminders } from '../reminders/InvoiceReminders.tsx'
import { useMay } from '../session.ts'
import { InvoiceCollectionPanel } from './Collection.tsx'
import { EInvoices } from './EInvoices.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceBadge } from './InvoiceBadge.tsx'
import classes from './invoices.module.css'

const { one: texts, kinds, draftName } = words.invoices
const back = { address: to('/invoices'), title: texts.back }

export function InvoicePage({ params: { id = '' } }: PageProps) {
  const query = useOperation('getConsoleClientInvoicesById', { id })
  return (
    <PageBody>
      <Loaded query={query} height={320}>
        {(invoice) => <OneInvoice invoice={invoice} />}
      </Loaded>
    </PageBody>
  )
}

function OneInvoice({ invoice }: { invoice: ClientInvoice }) {
  const { seller, buyer, account_id, state } = invoice
  return (
    <>
      <PageHead
        title={`${kinds[invoice.kind]} ${invoice.number ?? draftName}`}
        back={back}
        badge={<InvoiceBadge invoice={invoice} />}
        detail={<Money amount={invoice.total} currency={invoice.currency} />}
      >
        {state !== 'draft' && (
          <Button component="a" href={`/console/client-invoices/${invoice.id}/pdf`} download variant="default">
            {texts.pdf}
          </Button>
        )}
        <InvoiceActions invoice={invoice} />
      </PageHead>
      <Columns>
        <Panel>
          <Facts facts={factsOf(invoice)} />
        </Panel>
        {seller && (
          <Panel>
            <div className={classes.parties}>
              <div>
                <h2>{texts.seller}</h2>
                <Party party={seller} />
              </div>
              <div>
                <h2>{texts.buyer}</h2>
                {buyer ? <Party party={buyer} /> : texts.noBuyer}
                {buyer && !buyer.address.line1 && account_id !== 0 && (
                  <Anchor href={to('/clients/:id/:tab', { id: account_id, tab: 'profile' })} size="sm">
                    {texts.fillProfile}
                  </Anchor>
                )}
              </div>
            </div>
          </Panel>
        )}
      </Columns>
      <Panel title={texts.lines}>
        <Lines invoice={invoice} />
      </Panel>
      {invoice.kind !== 'credit' && state !== 'draft' && (
        <Panel title={texts.payments}>
          <Payments invoice={invoice} />
        </Panel>
      )}
      {invoice.kind !== 'credit' && state !== 'draft' && <InvoiceCollectionPanel id={invoice.id} />}
      {invoice.kind !== 'credit' && state !== 'draft' && <InvoiceReminders id={invoice.id} />}
      {state !== 'draft' && <EInvoices id={invoice.id} />}
      {invoice.credit_notes.length > 0 && (
        <Panel title={texts.creditNotes}>
          <Facts
            facts={invoice.credit_notes.map(({ id, number, issued_on, total }) => [
              formatCalendarDay(issued_on),
              <span key={id}>
                <Anchor href={to('/invoices/:id', { id })}>{number}</Anchor>{' '}
                <Money amount={total} currency={invoice.currency} />
              </span>,
            ])}
          />
        </Panel>
      )}
    </>
  )
}

function factsOf(invoice: ClientInvoice) {
  const { account_id, currency, issued_on, due_on, starts, ends, open_amount, state, kind } = invoice
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const isAsked = kind !== 'credit' && state !== 'draft'
  return [
    [
      texts.facts.client,
      account_id === 0 ? (
        words.times.none
      ) : (
        <Anchor key="client" href={to('/clients/:id/:tab', { id: account_id, tab: 'invoices' })}>
          {invoice.buyer?.name ?? account_id}
        </Anchor>
      ),
    ],
    ...(invoice.credits
      ? [
          [
            texts.facts.credits,
            <Anchor key="credits" href={to('/invoices/:id', { id: invoice.credits })}>
              {kinds.manual}
            </Anchor>,
          ] as const,
        ]
      : []),
    ...(issued_on ? [[texts.facts.issued, formatCalendarDay(issued_on)] as const] : []),
    ...(isAsked && invoice.reference
      ? [[texts.facts.reference, invoice.reference.replaceAll(/(.{4})(?=.)/g, '$1 ')] as const]
      : []),
    ...(due_on ? [[texts.facts.due, formatCalendarDay(due_on)] as const] : []),
    ...(starts && ends ? [[texts.facts.period, periodText(starts, ends)] as const] : []),
    ...(isAsked && invoice.paid_total > 0 ? [[texts.facts.paid, money(invoice.paid_total)] as const] : []),
    ...(isAsked && invoice.credited_total > 0 ? [[texts.facts.credited, money(invoice.credited_total)] as const] : []),
    ...(isAsked && open_amount > 0 ? [[texts.facts.open, money(open_amount)] as const] : []),
    ...(isAsked && open_amount < 0 ? [[texts.facts.refund, money(-open_amount)] as const] : []),
  ] as const
}

/** Including its last day, as people expect. */
const periodText = (starts: string, ends: string): string => {
  const last = new Date(Date.parse(`${ends}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  return starts === last ? formatCalendarDay(starts) : `${formatCalendarDay(starts)} – ${formatCalendarDay(last)}`
}

function Party({ party }: { party: InvoiceParty }) {
  const { name, contact, email, tax_number, reg_number, address } = party
  const place = [address.postal_code, address.city].filter(Boolean).join(' ')
  const rest = [contact, address.line1, address.line2, place, address.state, address.country, email]
  const numbers = [tax_number && texts.taxNumber(tax_number), reg_number && texts.regNumber(reg_number)]
  return (
    <address className={classes.party}>
      <strong>{name}</strong>
      {[...rest, ...numbers].filter(Boolean).map((line) => (
        <span key={line} style={{ display: 'block' }}>
          {line}
        </span>
      ))}
    </address>
  )
}

function Lines({ invoice }: { invoice: ClientInvoice }) {
  const { currency, lines, is_reverse_charge, note } = invoice
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <SmallTable label={texts.lines} head={texts.lineHead}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of lines on an invoice never changes.
          <tr key={index}>
            <td>
              {line.description}
              {line.starts && line.ends && <span className={classes.detail}>{periodText(line.starts, line.ends)}</span>}
            </td>
            <td className={classes.number}>
              {line.starts
                ? texts.days(line.quantity.toLocaleString(locale), line.days)
                : line.quantity.toLocaleString(locale)}
            </td>
            <td className={classes.number}>
              {line.starts ? texts.perMonth(money(line.unit_amount)) : money(line.unit_amount)}
            </td>
            <td className={classes.number}>{line.discount === 0 ? words.times.none : money(-line.discount)}</td>
            <td className={classes.number}>{rateText(line.tax_rate)} %</td>
            <td className={classes.number}>{money(line.net)}</td>
          </tr>
        ))}
      </SmallTable>
      <dl className={classes.sums}>
        <dt>{texts.net}</dt>
        <dd>{money(invoice.net_total)}</dd>
        <dt>{texts.tax}</dt>
        <dd>{money(invoice.tax_total)}</dd>
        <dt data-strong>{texts.total}</dt>
        <dd data-strong>{money(invoice.total)}</dd>
      </dl>
      {is_reverse_charge && <p>{texts.reverse}</p>}
      {note && <p style={{ whiteSpace: 'pre-line' }}>{note}</p>}
    </>
  )
}

function Payments({ invoice }: { invoice: ClientInvoice }) {
  const may = useMay()
  const remove = useChange('deleteConsoleClientInvoicesByIdPaymentsByClientPaymentId')
  const removeIt = (client_payment_id: string) =>
    toastResult(remove.mutateAsync({ params: { id: invoice.id, client_payment_id } }), texts.undone)
  if (invoice.payments.length === 0) return <p style={{ margin: 0 }}>{texts.noPayments}</p>
  return (
    <SmallTable label={texts.payments} head={texts.paymentHead}>
      {invoice.payments.map(({ id, paid_on, way, comment, amount, is_from_statement }) => (
        <tr key={id}>
          <td>{formatCalendarDay(paid_on)}</td>
          <td>{texts.ways[way]}</td>
          <td>{comment ?? words.times.none}</td>
          <td className={classes.number}>{formatMoney(amount, invoice.currency)}</td>
          <td>
            {may('bills') && !is_from_statement && (
              <Button variant="subtle" size="compact-xs" onClick={() => void removeIt(id)} loading={remove.isPending}>
                {texts.undo}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}
