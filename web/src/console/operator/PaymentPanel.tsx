/** Billing details that wait for a review: what the dealer entered, and the decision. */
import type { OperatorWaitingPaymentInformation } from '../../api/generated.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { operator } from '../../shared/texts/operator.ts'
import { Facts } from '../blocks/layout.tsx'
import { Time } from '../blocks/values.tsx'
import { VerifyButton } from './dealers/DealerActions.tsx'
import classes from './reviews/ReviewPanel.module.css'

const { reviews, dealers } = operator
const { payment: names } = reviews

interface PaymentPanelProps {
  readonly payment: OperatorWaitingPaymentInformation
  /** Instead of the dealer's name, if the page already shows it. */
  readonly title?: string
  /** The button is at the top of the page instead. */
  readonly isVerifiedElsewhere?: boolean
}

export function PaymentPanel({ payment, title, isVerifiedElsewhere }: PaymentPanelProps) {
  const { line1, line2, postal_code, city, state, country } = payment.address
  const address = [line1, line2, [postal_code, city].filter(Boolean).join(' '), state, country].filter(Boolean)
  const shown = (text: string | null) => text || <span className={classes.quiet}>{reviews.nothing}</span>
  return (
    <Panel {...(title && { title })}>
      <div className={classes.content}>
        {!title && (
          <div className={classes.line}>
            <a className={classes.name} href={to('/dealers/:id', { id: payment.id })}>
              {payment.dealer_name}
            </a>
            <span className={classes.quiet}>
              {reviews.since} <Time at={payment.updated_at} as="time" />
            </span>
          </div>
        )}
        <Facts
          facts={[
            [names.name, shown(payment.name)],
            [names.email, shown(payment.email)],
            [names.vat, shown(payment.vat)],
            [names.reg, shown(payment.reg_number)],
            [names.address, shown(address.join(', '))],
            [names.agreement, payment.agreement ? dealers.agreed : dealers.notAgreed],
          ]}
        />
        {!isVerifiedElsewhere && (
          <div className={classes.buttons}>
            <VerifyButton dealer={{ id: payment.id, name: payment.dealer_name }} />
          </div>
        )}
      </div>
    </Panel>
  )
}
