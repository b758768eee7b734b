/** What is open in one currency: which of it to pay, and how much. */
import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import './styles.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../shared/feedback/Notice.tsx'
import { State } from '../shared/feedback/State.tsx'
import { formatMoney, minorOf, priceText } from '../shared/format/money.ts'
import { formatCalendarDay } from '../shared/format/times.ts'
import { Panel } from '../shared/layout/Panel.tsx'
import { language, texts } from '../shared/texts/texts.ts'
import { KeepCard, useKeeping } from './KeepCard.tsx'
import classes from './LinkPage.module.css'
import { type LinkedInvoice, openCheckout, type PaymentLink } from './link.ts'

const words = texts.pay.link

interface PayFormProps {
  readonly id: string
  readonly view: PaymentLink
  readonly invoices: readonly LinkedInvoice[]
  readonly currency: string
}

export function PayForm({ id, view, invoices, currency }: PayFormProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = invoices.filter((invoice) => !left.has(invoice.id))
  const owed = chosen.reduce((sum, { open_amount }) => sum + open_amount, 0)
  const [typed, setTyped] = useState<string>()
  // A part of several invoices would have to be divided; a part is only possible for one.
  const [only] = chosen
  const mayPart = view.allows_part_payments && chosen.length === 1
  const amount = mayPart && typed !== undefined ? minorOf(typed, currency) : owed
  const fault = amount === undefined || amount === 0 || amount > owed ? words.amountFault(money(owed)) : undefined
  const keeping = useKeeping(view)
  const text = view.consent_texts?.[language]
  const paying = useMutation({
    mutationFn: () =>
      openCheckout(
        id,
        chosen.map((one) => (amount === owed ? { id: one.id } : { id: one.id, amount })),
        keeping.ticket !== undefined && text !== undefined ? { ticket: keeping.ticket, text } : undefined,
      ),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  function money(value: number): string {
    return formatMoney(value, currency)
  }
  const toggle = (invoice: string) => {
    setTyped(undefined)
    setLeft((before) =>
      before.has(invoice) ? new Set([...before].filter((one) => one !== invoice)) : new Set([...before, invoice]),
    )
  }
  return (
    <Panel>
      <ul className={classes.rows}>
        {invoices.map((invoice) => (
          <InvoiceRow
            key={invoice.id}
            invoice={invoice}
            isAlone={!view.is_all}
            isChosen={!left.has(invoice.id)}
            toggle={() => toggle(invoice.id)}
          />
        ))}
      </ul>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!fault && !paying.isPending && !keeping.isAsking) paying.mutate()
        }}
      >
        {mayPart && only && (
          <TextInput
            label={words.amount}
            description={words.amountHint(money(only.open_amount))}
            inputMode="decimal"
            size="md"
            value={typed ?? priceText(only.open_amount, currency)}
            error={typed !== undefined && fault}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {view.takes_cards && text !== undefined && <KeepCard id={id} text={text} keeping={keeping} />}
        <Failure error={paying.error} />
        {view.takes_cards ? (
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={paying.isPending || paying.isSuccess}
            disabled={chosen.length === 0 || keeping.isAsking}
          >
            {texts.pay.button(money(amount ?? owed))}
          </Button>
        ) : (
          <Text c="dimmed">{words.noCards(view.provider.name)}</Text>
        )}
      </form>
    </Panel>
  )
}

interface InvoiceRowProps {
  readonly invoice: LinkedInvoice
  readonly isAlone: boolean
  readonly isChosen: boolean
  toggle(): void
}

function InvoiceRow({ invoice, isAlone, isChosen, toggle }: InvoiceRowProps) {
  const { number, currency, lines, due_on, state, total, paid_total, credited_total, open_amount } = invoice
  const money = (amount: number) => formatMoney(amount, currency)
  const due = due_on && (
    <span className={classes.detail}>
      {words.due(formatCalendarDay(due_on))} {state === 'overdue' && <State tone="bad">{words.overdue}</State>}
    </span>
  )
  if (!isAlone)
    return (
      <li className={classes.row}>
        <Checkbox
          checked={isChosen}
          onChange={toggle}
          label={
            <>
              {words.invoice(number)}
              {due}
            </>
          }
        />
        <span className={classes.price}>{money(open_amount)}</span>
      </li>
    )
  const sums = [
    ...(open_amount === total ? [] : [[texts.pay.total, total] as const]),
    ...(credited_total > 0 ? [[words.credited, -credited_total] as const] : []),
    ...(paid_total > 0 ? [[words.paid, -paid_total] as const] : []),
  ]
  return (
    <>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice never change, and two may be equal.
        <li key={index} className={classes.row}>
          <span className={classes.what}>{line.description}</span>
          <span className={classes.price}>{money(line.total)}</span>
        </li>
      ))}
      {sums.map(([label, sum]) => (
        <li key={label} className={classes.row}>
          <span>{label}</span>
          <span className={classes.price}>{money(sum)}</span>
        </li>
      ))}
      <li className={classes.row} data-total>
        <div>
          {open_amount === total ? texts.pay.total : words.open}
          {due}
        </div>
        <span className={classes.price}>{money(open_amount)}</span>
      </li>
    </>
  )
}
