/** Invoices and credit notes of the provider. Shown once there is one: most clients of families never get any. */
import { Text } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
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
  return (
    <ListPanel
      title={words.title}
      none={words.none}
      query={invoices}
      row={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
    />
  )
}

function InvoiceRow({ invoice }: { invoice: OwnInvoice }) {
  const { kind, number, total, currency, open_amount, due_on, issued_on, state } = invoice
  const money = (amount: number) => formatMoney(amount, currency)
  const when =
    open_amount > 0 && due_on ? words.due(formatCalendarDay(due_on)) : words.issued(formatCalendarDay(issued_on ?? ''))
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{kind === 'credit' ? words.creditNote(number ?? '') : words.invoice(number ?? '')}</Text>
        <Text size="sm" c="dimmed">
          {open_amount > 0 && open_amount !== total ? words.left(money(open_amount), money(total)) : money(total)} ·{' '}
          {when}
        </Text>
      </div>
      {kind !== 'credit' && <State tone={tones[state]}>{words.states[state]}</State>}
    </li>
  )
}
