/** Invoices and credit notes of the provider. Shown once there is one: most clients of families never get any. */
import { Anchor, Button, Text } from '@mantine/core'
import { useChange, useOperation } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { State, type Tone } from '../../shared/feedback/State.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import classes from '../../shared/forms/Setting.module.css'
import { texts } from '../../shared/texts/texts.ts'
import type { OwnInvoice } from '../types.ts'
import { ListPanel } from './ListPanel.tsx'

const words = texts.account.invoices
const tones: Readonly<Record<OwnInvoice['state'], Tone>> = {
  ...{ draft: 'quiet', open: 'warning', part_paid: 'warning', overdue: 'warning', paid: 'good', void: 'quiet' },
}

export function InvoicesPanel() {
  const invoices = useOperation('getClientInvoices', undefined)
  if (!invoices.data || invoices.data.length === 0) return null
  const open = invoices.data.filter(({ open_amount }) => open_amount > 0)
  return (
    <ListPanel
      title={words.title}
      none={words.none}
      query={invoices}
      aside={open.length > 1 && <PayAll />}
      row={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
    />
  )
}

/** The payment page is the same that a link in an email opens. */
const follow = ({ url }: { readonly url: string }) => window.location.assign(url)

function PayAll() {
  const link = useChange('postClientInvoicesPaymentLink')
  return (
    <>
      <Failure error={link.error} />
      <Button
        size="xs"
        loading={link.isPending}
        onClick={() => void link.mutateAsync({ params: undefined }).then(follow)}
      >
        {words.payAll}
      </Button>
    </>
  )
}

function Pay({ id, amount }: { id: string; amount: string }) {
  const link = useChange('postClientInvoicesByIdPaymentLink')
  return (
    <>
      <Failure error={link.error} />
      <Button
        size="xs"
        variant="default"
        loading={link.isPending}
        onClick={() => void link.mutateAsync({ params: { id } }).then(follow)}
      >
        {words.pay(amount)}
      </Button>
    </>
  )
}

function InvoiceRow({ invoice }: { invoice: OwnInvoice }) {
  const { id, kind, number, total, currency, open_amount, due_on, issued_on, state, reference } = invoice
  const money = (amount: number) => formatMoney(amount, currency)
  const when =
    open_amount > 0 && due_on ? words.due(formatCalendarDay(due_on)) : words.issued(formatCalendarDay(issued_on ?? ''))
  const name = kind === 'credit' ? words.creditNote(number ?? '') : words.invoice(number ?? '')
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{name}</Text>
        <Text size="sm" c="dimmed">
          {open_amount > 0 && open_amount !== total ? words.left(money(open_amount), money(total)) : money(total)} ·{' '}
          {when}
        </Text>
        {open_amount > 0 && reference && (
          <Text size="sm" c="dimmed">
            {words.reference(reference.replaceAll(/(.{4})(?=.)/g, '$1 '))}
          </Text>
        )}
      </div>
      <Anchor href={`/client/invoices/${id}/pdf`} download size="sm" aria-label={words.pdfOf(name)}>
        {words.pdf}
      </Anchor>
      {invoice.has_e_invoice && (
        <Anchor href={`/client/invoices/${id}/e-invoice`} download size="sm" aria-label={words.xmlOf(name)}>
          {words.xml}
        </Anchor>
      )}
      {kind !== 'credit' && <State tone={tones[state]}>{words.states[state]}</State>}
      {open_amount > 0 && <Pay id={invoice.id} amount={money(open_amount)} />}
    </li>
  )
}
