/** Figures of the business, and what needs attention: each figure opens what it counts. */
import { Button } from '@mantine/core'
import type { Today } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { TodayIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Columns, Empty, PageBody, PageHead } from '../blocks/layout.tsx'
import { AttentionList, Figure, Figures } from '../blocks/standing.tsx'
import { Money, Time } from '../blocks/values.tsx'
import { useMay } from '../session.ts'
import { type AttentionItem, addressOf, clientsIn, toneOf } from './attention.ts'
import classes from './TodayPage.module.css'

const { today } = words
const askEveryMs = 60_000

export function TodayPage() {
  const query = useOperation('getToday', undefined, { everyMilliseconds: askEveryMs })
  return (
    <PageBody>
      <PageHead title={today.title} detail={<Time at={query.data?.at} as="time" />} />
      <Loaded query={query} height={480}>
        {(data) => (
          <>
            {data.clients.total === 0 && <Beginning />}
            <AttentionPanel needs={data.needs} />
            <MoneyPanel money={data.money} />
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

function Beginning() {
  const may = useMay()
  const { begin } = today
  const actions = may('manage') && (
    <span className={classes.acts}>
      <Button component="a" href={to('/plans/new')} variant="default">
        {begin.plan}
      </Button>
      <Button component="a" href={to('/clients/new')}>
        {begin.client}
      </Button>
    </span>
  )
  return (
    <Panel>
      <Empty icon={<TodayIcon />} title={begin.title} action={actions}>
        {begin.text}
      </Empty>
    </Panel>
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
        amount: <Amounts amounts={need.amounts} />,
      }))}
    />
  </Panel>
)

type Amount = AttentionItem['amounts'][number]

const Amounts = ({ amounts }: { amounts: readonly Amount[] }) => (
  <span className={classes.amounts}>
    {amounts.map(({ amount, currency }) => (
      <Money key={currency} amount={amount} currency={currency} />
    ))}
  </span>
)

function MoneyPanel({ money }: { money: Today['money'] }) {
  const texts = today.money
  const sum = (amounts: readonly Amount[]) => (amounts.length > 0 ? <Amounts amounts={amounts} /> : texts.none)
  const expected = ({ accounts, without_amount }: Today['money']['overdue']) =>
    without_amount > 0 ? `${texts.clients(accounts)}, ${texts.unknown(without_amount)}` : texts.clients(accounts)
  return (
    <Panel title={texts.title}>
      <Figures>
        <Figure
          name={texts.due}
          value={sum(money.due_this_week.amounts)}
          detail={expected(money.due_this_week)}
          address={to('/automation')}
        />
        <Figure
          name={texts.overdue}
          value={sum(money.overdue.amounts)}
          detail={expected(money.overdue)}
          address={clientsIn('overdue')}
        />
        <Figure
          name={texts.paid}
          value={sum(money.paid_this_month.amounts)}
          detail={texts.bills(money.paid_this_month.bills)}
          address={to('/bills', {}, { state: 'complete' })}
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

const number = (value: number) => value.toLocaleString('en')

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
