/** Reminders that were sent, for one invoice or one client. */
import { Anchor } from '@mantine/core'
import type { SentReminder } from '../../api/generated.ts'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { SmallTable } from '../blocks/layout.tsx'
import { Money, Time } from '../blocks/values.tsx'

const { sent: texts } = words.reminders

interface SentRemindersProps {
  readonly sent: readonly SentReminder[]
  /** Hidden if all rows are of one client. */
  readonly hasInvoice?: boolean
}

export function SentReminders({ sent, hasInvoice }: SentRemindersProps) {
  if (sent.length === 0) return <p style={{ margin: 0 }}>{texts.none}</p>
  const { invoice, ...head } = texts.head
  return (
    <SmallTable label={texts.title} head={[...(hasInvoice ? [invoice] : []), ...Object.values(head)]}>
      {sent.map(({ invoice_id, number, days, sent_at, amount, fee, fee_invoice_id, currency, mail }) => (
        <tr key={`${invoice_id} ${days}`}>
          {hasInvoice && (
            <td>
              <Anchor href={to('/invoices/:id', { id: invoice_id })}>{number}</Anchor>
            </td>
          )}
          <td>{texts.step(days)}</td>
          <td>
            <Time at={sent_at} />
          </td>
          <td>{texts.mails[mail]}</td>
          <td>
            <Money amount={amount} currency={currency} />
          </td>
          <td>
            {fee === null || fee_invoice_id === null ? (
              words.times.none
            ) : (
              <Anchor href={to('/invoices/:id', { id: fee_invoice_id })}>
                <Money amount={fee} currency={currency} />
              </Anchor>
            )}
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}
