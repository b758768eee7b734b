/** Invoices and credit notes of the provider. Shown once there is one: most private clients never get any. */
import { Anchor, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { change, useOperation } from '../../api/queries.ts'
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

export function InvoicesPanel({ mayAgree }: { mayAgree: boolean }) {
  const invoices = useOperation('getClientInvoices', undefined)
  if (!invoices.data || invoices.data.length === 0) return null
  const open = invoices.data.filter(({ open_amount }) => open_amount > 0)
  return (
    <ListPanel
      title={words.title}
      none={words.none}
      query={invoices}
      aside={open.length > 1 && <Pay id={null} mayAgree={mayAgree} label={words.payAll} />}
      row={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} mayAgree={mayAgree} />}
    />
  )
}

/**
 * The payment page is the same that a link in an email opens. For a person who may consent to it, it also offers to
 * save the card.
 */
function Pay({ id, mayAgree, label }: { id: string | null; mayAgree: boolean; label: string }) {
  const paying = useMutation({
    mutationFn: () =>
      mayAgree
        ? change('postClientCollectionPaymentLink', undefined, { invoice_id: id })
        : id === null
          ? change('postClientInvoicesPaymentLink', undefined)
          : change('postClientInvoicesByIdPaymentLink', { id }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <>
      <Failure error={paying.error} />
      <Button
        size="xs"
        variant={id === null ? 'filled' : 'default'}
        loading={paying.isPending}
        onClick={() => paying.mutate()}
      >
        {label}
      </Button>
    </>
  )
}

function InvoiceRow({ invoice, mayAgree }: { invoice: OwnInvoice; mayAgree: boolean }) {
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
      {open_amount > 0 && <Pay id={invoice.id} mayAgree={mayAgree} label={words.pay(money(open_amount))} />}
    </li>
  )
}
