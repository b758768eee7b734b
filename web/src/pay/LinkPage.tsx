/** What a payment link opens: one invoice or all open ones, a payment page for them, and the receipt. */
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Loaded } from '../shared/feedback/Loaded.tsx'
import { Notice } from '../shared/feedback/Notice.tsx'
import { formatMoney } from '../shared/format/money.ts'
import { formatCalendarDay } from '../shared/format/times.ts'
import { BrandBar } from '../shared/layout/BrandBar.tsx'
import { ColorSchemeSwitch } from '../shared/layout/ColorSchemeSwitch.tsx'
import { Frame } from '../shared/layout/Frame.tsx'
import { LanguageSwitch } from '../shared/layout/LanguageSwitch.tsx'
import { LegalLinks } from '../shared/layout/LegalLinks.tsx'
import { Panel } from '../shared/layout/Panel.tsx'
import { site } from '../shared/layout/site.ts'
import { reloadWhole } from '../shared/router/addresses.ts'
import { chosenLanguage, isLanguage, rememberLanguage } from '../shared/texts/language.ts'
import { language, texts } from '../shared/texts/texts.ts'
import classes from './LinkPage.module.css'
import { byCurrency, openOf, type PaymentLink, readLink } from './link.ts'
import { PayForm } from './PayForm.tsx'
import { Receipt } from './Receipt.tsx'

const words = texts.pay.link
const pollMs = 3_000
const pollsMax = 20

export function LinkPage({ id }: { id: string }) {
  const isReturned = new URLSearchParams(window.location.search).has('returned')
  const query = useQuery({
    queryKey: ['payment link', id],
    queryFn: ({ signal }) => readLink(id, isReturned, signal),
    // After a payment page, the person waits for the processor's answer.
    refetchInterval: ({ state }) =>
      isReturned && state.dataUpdateCount < pollsMax && openOf(state.data?.invoices ?? []).length > 0 && pollMs,
  })
  const view = query.data
  useLanguageOf(view)
  const name = view?.provider.name
  useEffect(() => {
    document.title = name ? texts.pay.payTo(name) : texts.pay.title
  }, [name])
  const content = (
    <Loaded query={query} height={320}>
      {(found) => (found ? <Invoices id={id} view={found} isReturned={isReturned} /> : <Missing />)}
    </Loaded>
  )
  if (!view) return <Frame title={texts.pay.title}>{content}</Frame>
  return (
    <>
      <BrandBar brand={view.provider} company={view.provider.name} title={view.provider.name}>
        <span className={classes.tools}>
          <LanguageSwitch />
          <ColorSchemeSwitch words={texts.shared.colours} />
        </span>
      </BrandBar>
      <main className={classes.main}>{content}</main>
      <LegalLinks links={site} />
    </>
  )
}

/** The client's language in the provider's records, unless another was chosen in this browser. */
function useLanguageOf(view: PaymentLink | null | undefined): void {
  const wanted = view?.lang?.split('-')[0]
  useEffect(() => {
    if (!isLanguage(wanted) || wanted === language || chosenLanguage() !== null) return
    if (rememberLanguage(wanted)) reloadWhole()
  }, [wanted])
}

const Missing = () => (
  <Panel title={texts.pay.missing.title} order={1}>
    <Text c="dimmed">{texts.pay.missing.sentence}</Text>
  </Panel>
)

interface InvoicesProps {
  readonly id: string
  readonly view: PaymentLink
  readonly isReturned: boolean
}

function Invoices({ id, view, isReturned }: InvoicesProps) {
  const { invoices, is_all, client } = view
  const groups = byCurrency(invoices)
  const settled = invoices.filter(({ open_amount }) => open_amount <= 0)
  if (groups.length === 0) return <Settled view={view} />
  return (
    <>
      <div>
        {client && <Text c="dimmed">{words.for(client)}</Text>}
        <Title order={1} className={classes.title}>
          {is_all ? words.all : words.invoice(invoices[0]?.number ?? '')}
        </Title>
      </div>
      {isReturned && (
        <Notice tone="quiet" title={words.waiting.title}>
          {words.waiting.sentence}
        </Notice>
      )}
      {groups.map(([currency, own]) => (
        <PayForm key={currency} id={id} view={view} invoices={own} currency={currency} />
      ))}
      {settled.length > 0 && (
        <Panel title={words.settled}>
          <SettledList invoices={settled} />
        </Panel>
      )}
    </>
  )
}

function Settled({ view: { invoices, provider, is_all } }: { view: PaymentLink }) {
  const [invoice] = invoices
  const isVoid = !is_all && invoice?.state === 'void'
  return (
    <Receipt
      title={invoice && !isVoid ? texts.pay.paid.title : words.nothing.title}
      sentence={
        isVoid ? words.cancelled(provider.name) : invoice ? words.thanks(provider.name) : words.nothing.sentence
      }
    >
      {invoices.length > 0 && <SettledList invoices={invoices} />}
    </Receipt>
  )
}

const SettledList = ({ invoices }: Pick<PaymentLink, 'invoices'>) => (
  <ul className={classes.rows}>
    {invoices.map(({ id, number, currency, total, payments }) => (
      <li key={id} className={classes.row}>
        <div className={classes.what}>
          {words.invoice(number)}
          {payments.map((payment) => (
            <span key={payment.id} className={classes.detail}>
              {words.paidOn(formatMoney(payment.amount, currency), formatCalendarDay(payment.paid_on))}
            </span>
          ))}
        </div>
        <span className={classes.price}>{formatMoney(total, currency)}</span>
      </li>
    ))}
  </ul>
)
