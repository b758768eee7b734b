/** The page of a bill's link in an installation without its own card processor. */
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Loaded } from '../shared/feedback/Loaded.tsx'
import { Notice } from '../shared/feedback/Notice.tsx'
import { formatMoney } from '../shared/format/money.ts'
import { Frame } from '../shared/layout/Frame.tsx'
import { Panel } from '../shared/layout/Panel.tsx'
import { webAddress } from '../shared/router/addresses.ts'
import { texts } from '../shared/texts/texts.ts'
import { CardForm } from './CardForm.tsx'
import { Confirmation } from './Confirmation.tsx'
import { lastDigits } from './card.ts'
import classes from './PayPage.module.css'
import { Receipt } from './Receipt.tsx'
import { Summary } from './Summary.tsx'
import { type PaymentSession, readSession } from './session.ts'

export function PayPage({ id }: { id: string }) {
  // Null: the session does not exist.
  const query = useQuery({
    queryKey: ['session', id],
    queryFn: async ({ signal }) => (await readSession(id, signal)) ?? null,
  })
  const title = query.data ? texts.pay.payTo(query.data.merchant) : texts.pay.title
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Frame title={query.data?.merchant ?? texts.pay.title} isWide above={<Ribbon />}>
      <Loaded query={query} height={320}>
        {(session) =>
          session ? (
            <Payment session={session} reload={query.refetch} />
          ) : (
            <Dead title={texts.pay.missing.title} sentence={texts.pay.missing.sentence} />
          )
        }
      </Loaded>
    </Frame>
  )
}

/** Makes clear that this page takes no money. */
const Ribbon = () => <p className={classes.ribbon}>{texts.pay.sandbox}</p>

const Dead = ({ title, sentence }: { title: string; sentence: string }) => (
  <div className={classes.alone}>
    <Panel title={title} order={1}>
      <Text c="dimmed">{sentence}</Text>
    </Panel>
  </div>
)

function Payment({ session, reload }: { session: PaymentSession; reload: () => Promise<unknown> }) {
  useExpiry(session, reload)
  if (session.status === 'complete') return <Paid session={session} />
  if (session.status === 'expired') {
    const { title, sentence } = texts.pay.expired
    return <Dead title={title} sentence={sentence(session.merchant)} />
  }
  return <OpenPayment session={session} reload={reload} />
}

/** Checks again on expiry, so that no one fills in a form that can no longer be sent. */
function useExpiry({ status, expires_at }: PaymentSession, reload: () => Promise<unknown>): void {
  useEffect(() => {
    if (status !== 'open') return
    // A second later than our clock, which may differ a little. Browsers support no longer timeout.
    const waitMs = Math.min(Math.max(expires_at * 1000 - Date.now(), 0) + 1_000, 2 ** 31 - 1)
    const timer = setTimeout(() => void reload(), waitMs)
    return () => clearTimeout(timer)
  }, [status, expires_at, reload])
}

type Step =
  | { readonly kind: 'form'; readonly declined?: string }
  | { readonly kind: 'confirm'; readonly confirmation: string; readonly last: string }

function OpenPayment({ session, reload }: { session: PaymentSession; reload: () => Promise<unknown> }) {
  const [step, setStep] = useState<Step>({ kind: 'form' })
  const decline = (reason: string) => setStep({ kind: 'form', declined: reason })
  return (
    <div className={classes.columns}>
      <Summary session={session} />
      {step.kind === 'form' ? (
        <div className={classes.form}>
          {step.declined && <Declined reason={step.declined} />}
          <CardForm
            session={session}
            onPaid={reload}
            onClosed={reload}
            onDeclined={decline}
            onConfirmation={(confirmation, number) =>
              setStep({ kind: 'confirm', confirmation, last: lastDigits(number) })
            }
          />
        </div>
      ) : (
        <Confirmation session={session} step={step} onPaid={reload} onDeclined={decline} />
      )}
    </div>
  )
}

function Declined({ reason }: { reason: string }) {
  const { title, hint } = texts.pay.declined
  return (
    <Notice tone="bad" title={title}>
      <p>{reason}</p>
      <p>{hint}</p>
    </Notice>
  )
}

function Paid({ session }: { session: PaymentSession }) {
  const { paid } = texts.pay
  const back = webAddress(session.return_url)
  return (
    <Receipt
      title={paid.title}
      sentence={
        <>
          {paid.sentence(formatMoney(session.amount_total, session.currency), session.merchant)}{' '}
          {session.email && texts.pay.receiptTo(session.email)}
        </>
      }
    >
      <Summary session={session} isReceipt />
      {back ? (
        <Button component="a" href={back} size="md">
          {paid.back}
        </Button>
      ) : (
        <Text c="dimmed">{paid.close}</Text>
      )}
      <Text size="xs" c="dimmed" className={classes.reference}>
        {paid.reference}: {session.id}
      </Text>
    </Receipt>
  )
}
