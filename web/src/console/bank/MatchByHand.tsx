/** A payment that only a person can match: whose it is, and how much of it goes to which invoice. */
import { useState } from 'react'
import type { BankLine, ListedClientInvoice } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { formatMoney, minorOf, priceText } from '../../shared/format/money.ts'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { toast } from '../blocks/toasts.tsx'
import { Price } from '../prices/PriceListFields.tsx'
import classes from './bank.module.css'

const { one: texts } = words.bank

export function MatchByHand({ line }: { line: BankLine }) {
  const [account, setAccount] = useState<number | null>(null)
  const invoices = useOperation(
    'getConsoleClientInvoices',
    { account_ids: String(account), sort: 'due_on', limit: 200 },
    { isEnabled: account !== null },
  )
  const open = (invoices.data ?? []).filter(
    ({ open_amount, currency, state }) => open_amount > 0 && state !== 'draft' && currency === line.currency,
  )
  return (
    <Panel title={texts.byHand}>
      <div className={classes.byHand}>
        <ClientPicker label={texts.client} hint={texts.clientHint} value={account} onChange={setAccount} />
        {account !== null && invoices.data && <Amounts key={account} line={line} account={account} invoices={open} />}
      </div>
    </Panel>
  )
}

interface AmountsProps {
  readonly line: BankLine
  readonly account: number
  readonly invoices: readonly ListedClientInvoice[]
}

/** The oldest are paid first, until someone enters something else. */
function spread(total: number, invoices: readonly ListedClientInvoice[]): number[] {
  let left = total
  return invoices.map(({ open_amount }) => {
    const amount = Math.min(left, open_amount)
    left -= amount
    return amount
  })
}

function Amounts({ line: { id, amount, currency }, account, invoices }: AmountsProps) {
  const match = useChange('postConsoleBankLinesMatch')
  const restOf = (amounts: readonly string[]) =>
    amounts.reduce((rest, text) => rest - (minorOf(text || '0', currency) ?? 0), amount)
  const form = useForm({
    start: () => ({ amounts: spread(amount, invoices).map((one) => priceText(one, currency)) }),
    judge: ({ amounts }) => ({
      amounts: amounts.some((text) => minorOf(text || '0', currency) === undefined)
        ? words.invoices.create.price
        : restOf(amounts) < 0
          ? texts.tooMuch
          : undefined,
    }),
    send: async ({ amounts }) => {
      const parts = invoices
        .map(({ id: invoice_id }, index) => ({ invoice_id, amount: minorOf(amounts[index] || '0', currency) ?? 0 }))
        .filter((part) => part.amount > 0)
      const account_id = restOf(amounts) > 0 ? account : null
      await match.mutateAsync({ params: undefined, body: { matches: [{ id, parts, account_id }] } })
      toast(texts.accepted)
    },
  })
  const { amounts } = form.values
  const rest = restOf(amounts)
  return (
    <Form form={form} act={texts.act}>
      {invoices.length === 0 && <p className={classes.plain}>{texts.noInvoices}</p>}
      {invoices.map(({ id: invoice, number, open_amount }, index) => (
        <Price
          key={invoice}
          label={texts.pay(number ?? '', formatMoney(open_amount, currency))}
          value={amounts[index] ?? ''}
          currency={currency}
          isTried={form.isTried}
          onChange={(value) => form.set('amounts', amounts.with(index, value))}
        />
      ))}
      <p className={rest < 0 ? classes.bad : classes.plain} role="status">
        {rest < 0 ? texts.tooMuch : rest > 0 ? texts.rest(formatMoney(rest, currency)) : texts.restNone}
      </p>
    </Form>
  )
}
