/** Actions on an invoice: open or delete a draft, mark it as paid, credit it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ClientInvoice } from '../../api/generated.ts'
import { useChange } from '../../api/queries.ts'
import { formatMoney, minorOf, priceText } from '../../shared/format/money.ts'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { go, to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { toast, toastResult } from '../blocks/toasts.tsx'
import { Price } from '../prices/PriceListFields.tsx'
import { today } from '../prices/price.ts'
import { useMay } from '../session.ts'
import { InvoiceLinkButton } from './PaymentLinkButton.tsx'

const { one: texts, create } = words.invoices

interface ActionProps {
  readonly invoice: ClientInvoice
}

export function InvoiceActions({ invoice }: ActionProps) {
  const may = useMay()
  const [dialog, setDialog] = useState<'pay' | 'credit'>()
  const close = () => setDialog(undefined)
  if (!may('bills') || invoice.kind === 'credit' || invoice.state === 'void') return null
  if (invoice.state === 'draft') return <DraftActions invoice={invoice} />
  return (
    <>
      <Button variant="default" onClick={() => setDialog('credit')}>
        {texts.credit}
      </Button>
      {invoice.open_amount > 0 && <InvoiceLinkButton id={invoice.id} />}
      {invoice.open_amount > 0 && <Button onClick={() => setDialog('pay')}>{texts.pay}</Button>}
      <Dialog title={texts.pay} isOpen={dialog === 'pay'} close={close}>
        <Pay invoice={invoice} close={close} />
      </Dialog>
      <Dialog title={texts.creditAct} isOpen={dialog === 'credit'} close={close} isWide>
        <Credit invoice={invoice} close={close} />
      </Dialog>
    </>
  )
}

function DraftActions({ invoice: { id } }: ActionProps) {
  const open = useChange('postConsoleClientInvoicesByIdOpen')
  const remove = useChange('deleteConsoleClientInvoicesById')
  const openIt = async () => {
    const isYes = await confirm({
      title: texts.openTitle,
      text: texts.openText,
      effect: [[1, texts.openEffect]],
      canBeUndone: false,
      act: texts.open,
    })
    if (!isYes) return
    await toastResult(open.mutateAsync({ params: { id } }), texts.opened)
  }
  const removeIt = async () => {
    if (await toastResult(remove.mutateAsync({ params: { id } }), texts.removed)) go(to('/invoices'))
  }
  return (
    <>
      <Button variant="default" onClick={() => void removeIt()} loading={remove.isPending}>
        {texts.remove}
      </Button>
      <Button onClick={() => void openIt()} loading={open.isPending}>
        {texts.open}
      </Button>
    </>
  )
}

type Way = keyof typeof texts.ways

function Pay({ invoice, close }: ActionProps & { close(): void }) {
  const { id, currency, open_amount } = invoice
  const pay = useChange('postConsoleClientInvoicesByIdPayments')
  const form = useForm({
    start: () => ({ paid_on: today(), way: 'transfer', amount: priceText(open_amount, currency), comment: '' }),
    judge: ({ amount }) => ({ amount: minorOf(amount, currency) ? undefined : create.price }),
    send: async ({ paid_on, way, amount, comment }) => {
      const body = { paid_on, way: way as Way, amount: minorOf(amount, currency)!, comment: comment.trim() || null }
      await pay.mutateAsync({ params: { id }, body })
      close()
      toast(texts.paid)
    },
  })
  return (
    <Form form={form} act={texts.payAct} cancel={close}>
      <FieldRow>
        <TextField form={form} name="paid_on" type="date" label={texts.paidOn} isRequired />
        <SelectField
          form={form}
          name="way"
          label={texts.way}
          options={Object.entries(texts.ways).map(([value, label]) => ({ value, label }))}
        />
      </FieldRow>
      <TextField
        form={form}
        name="amount"
        label={texts.amount}
        hint={texts.amountHint(formatMoney(open_amount, currency))}
        inputMode="decimal"
        isRequired
        isFirst
      />
      <TextField form={form} name="comment" label={texts.comment} maxLength={500} />
    </Form>
  )
}

/** All of each line, until someone enters less. The server knows what earlier credit notes have left. */
function Credit({ invoice, close }: ActionProps & { close(): void }) {
  const { id, currency, lines, credited_total } = invoice
  const credit = useChange('postConsoleClientInvoicesByIdCredit')
  const whole = lines.map(({ net }) => priceText(credited_total === 0 ? net : 0, currency))
  const form = useForm({
    start: { amounts: whole, note: '' },
    judge: ({ amounts }) => ({
      amounts: amounts.every((amount) => minorOf(amount, currency) !== undefined) ? undefined : create.price,
    }),
    serverNames: { amounts: 'lines' },
    send: async ({ amounts, note }) => {
      const some = amounts
        .map((amount, position) => ({ position, net: minorOf(amount, currency)! }))
        .filter(({ net }) => net > 0)
      await credit.mutateAsync({ params: { id }, body: { lines: some, note: note.trim() || null } })
      close()
      toast(texts.credited)
    },
  })
  return (
    <Form form={form} act={texts.creditAct} cancel={close}>
      <p style={{ margin: 0 }}>{texts.creditText}</p>
      {lines.map(({ description, net }, position) => (
        <Price
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of lines on an invoice never changes.
          key={position}
          label={`${description} · ${formatMoney(net, currency)}`}
          value={form.values.amounts[position] ?? ''}
          currency={currency}
          isTried={form.isTried}
          onChange={(value) => form.set('amounts', form.values.amounts.with(position, value))}
        />
      ))}
      <TextField form={form} name="note" label={texts.creditNote} maxLength={2000} />
    </Form>
  )
}
