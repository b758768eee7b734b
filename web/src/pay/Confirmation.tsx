import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Refused } from '../shared/api.ts'
import { Failure } from '../shared/feedback/Notice.tsx'
import { formatMoney } from '../shared/format/money.ts'
import { Panel } from '../shared/layout/Panel.tsx'
import { texts } from '../shared/texts/texts.ts'
import classes from './Confirmation.module.css'
import { confirmPayment, declineSentence, type PaymentSession } from './session.ts'

interface ConfirmationProps {
  readonly session: PaymentSession
  readonly step: { readonly confirmation: string; readonly last: string }
  onPaid(): Promise<unknown>
  onDeclined(reason: string): void
}

/** What a bank would ask its customer on its own page. */
export function Confirmation({ session, step, onPaid, onDeclined }: ConfirmationProps) {
  const { confirm } = texts.pay
  const deciding = useMutation({
    mutationFn: async (isApproved: boolean) => {
      try {
        const outcome = await confirmPayment(session.id, step.confirmation, isApproved)
        if (outcome.status === 'declined') return onDeclined(declineSentence(outcome))
        await onPaid()
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 409) throw error
        // Paid or closed elsewhere, or another card was tried: the current state is requested, and the form says why.
        onDeclined(error.message)
        await onPaid()
      }
    },
  })
  return (
    <Panel title={confirm.title} aside={<span className={classes.bank}>{confirm.bank}</span>}>
      <div className={classes.question}>
        <Text size="lg">{confirm.question(formatMoney(session.amount_total, session.currency), session.merchant)}</Text>
        <Text c="dimmed">{confirm.card(step.last)}</Text>
        <Failure error={deciding.error} />
        <div className={classes.choice}>
          <Button size="md" loading={deciding.isPending} onClick={() => deciding.mutate(true)}>
            {confirm.yes}
          </Button>
          <Button size="md" variant="default" disabled={deciding.isPending} onClick={() => deciding.mutate(false)}>
            {confirm.no}
          </Button>
        </div>
        <Text size="sm" c="dimmed">
          {confirm.explain}
        </Text>
      </div>
    </Panel>
  )
}
