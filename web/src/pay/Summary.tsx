import { Text, Title } from '@mantine/core'
import { formatMoney } from '../shared/format/money.ts'
import { formatDeadline } from '../shared/format/times.ts'
import { texts } from '../shared/texts/texts.ts'
import classes from './Summary.module.css'
import type { PaymentSession } from './session.ts'

/** What is paid, to whom and for what. */
export function Summary({ session, isReceipt }: { session: PaymentSession; isReceipt?: boolean }) {
  const money = (amount: number) => formatMoney(amount, session.currency)
  return (
    <section className={classes.summary} aria-label={isReceipt ? texts.pay.paid.receipt : session.name}>
      {!isReceipt && (
        <>
          <Text c="dimmed">{texts.pay.payTo(session.merchant)}</Text>
          <Title order={1} className={classes.amount}>
            {money(session.amount_total)}
          </Title>
        </>
      )}
      <Text fw={600} className={classes.name}>
        {session.name}
      </Text>
      <ul className={classes.items}>
        {session.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a bill never change, and two may be equal.
          <li key={index} className={classes.item}>
            <div className={classes.what}>
              {item.description}
              {item.quantity !== 1 && (
                <span className={classes.quantity}>{texts.pay.quantity(item.quantity, money(item.unit_amount))}</span>
              )}
            </div>
            <span className={classes.price}>{money(item.amount_total)}</span>
          </li>
        ))}
        <li className={classes.item} data-total>
          <span>{texts.pay.total}</span>
          <span className={classes.price}>{money(session.amount_total)}</span>
        </li>
      </ul>
      {!isReceipt && (
        <Text size="sm" c="dimmed">
          {texts.pay.openUntil(formatDeadline(session.expires_at))}
          {session.email && (
            <>
              <br />
              {texts.pay.receiptTo(session.email)}
            </>
          )}
        </Text>
      )}
    </section>
  )
}
