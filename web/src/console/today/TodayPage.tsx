/** Figures of the business, and what needs attention: each figure opens what it counts. */
import { Anchor } from '@mantine/core'
import type { Figures as FiguresAnswer, Today } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import { Columns, PageBody, PageHead } from '../blocks/layout.tsx'
import { AttentionList, Figure, Figures } from '../blocks/standing.tsx'
import { Time } from '../blocks/values.tsx'
import { Amounts, IncomeFigures } from '../figures/Income.tsx'
import { type AttentionItem, addressOf, clientsIn, toneOf } from './attention.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { Trends } from './Trends.tsx'

const { today } = words
const askEveryMs = 60_000

export function TodayPage() {
  const query = useOperation('getToday', undefined, { everyMilliseconds: askEveryMs })
  const figures = useOperation('getConsoleFigures', undefined)
  return (
    <PageBody>
      <PageHead title={today.title} detail={<Time at={query.data?.at} as="time" />} />
      <Loaded query={query} height={480}>
        {(data) => (
          <>
            {data.units.connected === 0 && <FirstSteps today={data} />}
            <AttentionPanel needs={data.needs} />
            <Loaded query={figures} height={240}>
              {(known) => (
                <>
                  <MoneyPanel money={data.money} figures={known} />
                  {data.clients.total > 0 && <Trends figures={known} />}
                </>
              )}
            </Loaded>
            <Columns>
              <ClientsPanel clients={data.clients} />
              <UnitsPanel units={data.units} />
            </Columns>
          </>
        )}
      </Loaded>
    </PageBody>
  )
}

const AttentionPanel = ({ needs }: { needs: readonly AttentionItem[] }) => (
  <Panel title={today.needs}>
    <AttentionList
      nothing={today.nothing}
      nothingHint={today.nothingHint}
      needs={needs.map((need) => ({
        key: need.kind,
        tone: toneOf(need),
        text: today.kinds[need.kind].text(need.count),
        hint: today.kinds[need.kind].hint,
        address: addressOf(need),
        amount: need.amounts.length > 0 && <Amounts amounts={need.amounts} />,
      }))}
    />
  </Panel>
)

type Amount = AttentionItem['amounts'][number]

/** Missing amounts are zero, in the dealer's currency. */
function MoneyPanel({ money, figures }: { money: Today['money']; figures: FiguresAnswer }) {
  const texts = today.money
  const currency = figures.income[0]?.currency ?? figures.recurring.amounts[0]?.currency ?? 'eur'
  const sum = (amounts: readonly Amount[]) => <Amounts amounts={amounts} currency={currency} />
  const { accounts, amounts: due, without_amount } = money.due_this_week
  const late = figures.overdue.reduce((all, { invoices }) => all + invoices, 0)
  return (
    <Panel
      title={texts.title}
      aside={
        <Anchor inherit href={to('/figures')}>
          {words.today.figures}
        </Anchor>
      }
    >
      {figures.income.length > 0 ? (
        figures.income.map((income) => <IncomeFigures key={income.currency} income={income} />)
      ) : (
        <Figures>
          <Figure name={texts.paid} value={sum([])} address={to('/figures/:list', { list: 'payments' })} />
        </Figures>
      )}
      <Figures>
        <Figure
          name={texts.overdueInvoices}
          value={sum(figures.overdue)}
          detail={texts.invoices(late)}
          address={to('/invoices', {}, { state: 'overdue' })}
        />
        <Figure
          name={texts.due}
          value={accounts > 0 && due.length === 0 ? texts.notKnown : sum(due)}
          detail={
            without_amount > 0
              ? `${texts.clients(accounts)}, ${texts.unknown(without_amount)}`
              : texts.clients(accounts)
          }
          address={to('/automation')}
        />
        <Figure
          name={texts.open}
          value={sum(money.open.amounts)}
          detail={texts.bills(money.open.bills)}
          address={to('/bills', {}, { state: 'open' })}
        />
      </Figures>
    </Panel>
  )
}

const number = (value: number) => value.toLocaleString(locale)

const ClientsPanel = ({ clients }: { clients: Today['clients'] }) => (
  <Panel title={today.clients.title}>
    <Figures>
      <Figure name={today.clients.total} value={number(clients.total)} address={to('/clients')} />
      <Figure name={today.clients.waiting} value={number(clients.waiting)} address={clientsIn('inactive')} />
      <Figure name={today.clients.notice} value={number(clients.notice)} address={clientsIn('notice')} />
      <Figure name={today.clients.overdue} value={number(clients.overdue)} address={clientsIn('overdue')} />
      <Figure name={today.clients.soon} value={number(clients.blocked_soon)} address={clientsIn('blocked_soon')} />
      <Figure name={today.clients.blocked} value={number(clients.blocked)} address={clientsIn('blocked')} />
    </Figures>
  </Panel>
)

const UnitsPanel = ({ units }: { units: Today['units'] }) => (
  <Panel title={today.units.title}>
    <Figures>
      <Figure name={today.units.all} value={number(units.all)} address={to('/units')} />
      <Figure
        name={today.units.connected}
        value={number(units.connected)}
        address={to('/units', {}, { state: 'connected' })}
      />
      <Figure name={today.units.silent} value={number(units.silent)} address={to('/units', {}, { state: 'silent' })} />
      <Figure name={today.units.never} value={number(units.never)} address={to('/units', {}, { state: 'never' })} />
    </Figures>
  </Panel>
)
