/** How the business stands, and what needs a hand: each figure opens what it counts. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Today } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { ChevronIcon } from '../../shared/Icons.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { Columns, Empty, PageBody, PageHead, WhenHere } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { Money, Time } from '../blocks/values.tsx'
import { TodayIcon } from '../icons.tsx'
import { to } from '../place.ts'
import { useMay } from '../session.ts'
import { addressOf, type Need, toneOf } from './need.ts'
import classes from './TodayPage.module.css'

const { today } = words
const askEveryMs = 60_000

export function TodayPage() {
  const query = useOperation('getToday', undefined, { everyMilliseconds: askEveryMs })
  return (
    <PageBody>
      <PageHead title={today.title} detail={<Time at={query.data?.at} as="time" />} />
      <WhenHere query={query} height={480}>
        {(data) => (
          <>
            {data.clients.total === 0 && <Beginning />}
            <NeedsPanel needs={data.needs} />
            <MoneyPanel money={data.money} />
            <Columns>
              <ClientsPanel clients={data.clients} />
              <UnitsPanel units={data.units} />
            </Columns>
          </>
        )}
      </WhenHere>
    </PageBody>
  )
}

function Beginning() {
  const may = useMay()
  const { begin } = today
  const acts = may('manage') && (
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
      <Empty icon={<TodayIcon />} title={begin.title} action={acts}>
        {begin.text}
      </Empty>
    </Panel>
  )
}

const NeedsPanel = ({ needs }: { needs: readonly Need[] }) => (
  <Panel title={today.needs}>
    {needs.length === 0 ? (
      <p className={classes.nothing}>
        <StateBadge tone="good">{today.nothing}</StateBadge>
        <span className={classes.hint}>{today.nothingHint}</span>
      </p>
    ) : (
      <ol className={classes.needs}>
        {needs.map((need) => (
          <li key={need.kind}>
            <a href={addressOf(need)}>
              <span className={classes.needText}>
                <StateBadge tone={toneOf(need)}>{today.kinds[need.kind].text(need.count)}</StateBadge>
                <span className={classes.hint}>{today.kinds[need.kind].hint}</span>
              </span>
              <Amounts amounts={need.amounts} />
              <ChevronIcon />
            </a>
          </li>
        ))}
      </ol>
    )}
  </Panel>
)

type Amount = Need['amounts'][number]

const Amounts = ({ amounts }: { amounts: readonly Amount[] }) => (
  <span className={classes.amounts}>
    {amounts.map(({ amount, currency }) => (
      <Money key={currency} amount={amount} currency={currency} />
    ))}
  </span>
)

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly detail?: ReactNode
  readonly address?: string
}

function Figure({ name, value, detail, address }: FigureProps) {
  const inside = (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.value}>{value}</span>
      {detail && <span className={classes.hint}>{detail}</span>}
    </>
  )
  return address ? (
    <a className={classes.figure} href={address}>
      {inside}
    </a>
  ) : (
    <div className={classes.figure}>{inside}</div>
  )
}

function MoneyPanel({ money }: { money: Today['money'] }) {
  const texts = today.money
  const sum = (amounts: readonly Amount[]) => (amounts.length > 0 ? <Amounts amounts={amounts} /> : texts.none)
  const expected = ({ accounts, without_amount }: Today['money']['overdue']) =>
    without_amount > 0 ? `${texts.clients(accounts)}, ${texts.unknown(without_amount)}` : texts.clients(accounts)
  return (
    <Panel title={texts.title}>
      <div className={classes.figures}>
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
          address={to('/automation')}
        />
        <Figure
          name={texts.paid}
          value={sum(money.paid_this_month.amounts)}
          detail={texts.bills(money.paid_this_month.bills)}
          address={to('/bills', {}, { state: 'paid' })}
        />
        <Figure
          name={texts.open}
          value={sum(money.open.amounts)}
          detail={texts.bills(money.open.bills)}
          address={to('/bills', {}, { state: 'open' })}
        />
      </div>
    </Panel>
  )
}

const number = (value: number) => value.toLocaleString('en')

const ClientsPanel = ({ clients }: { clients: Today['clients'] }) => (
  <Panel title={today.clients.title}>
    <div className={classes.figures}>
      <Figure name={today.clients.total} value={number(clients.total)} address={to('/clients')} />
      <Figure
        name={today.clients.waiting}
        value={number(clients.waiting)}
        address={to('/clients', {}, { state: 'inactive' })}
      />
      <Figure name={today.clients.notice} value={number(clients.notice)} address={to('/automation')} />
      <Figure name={today.clients.overdue} value={number(clients.overdue)} address={to('/automation')} />
      <Figure name={today.clients.soon} value={number(clients.blocked_soon)} address={to('/automation')} />
      <Figure
        name={today.clients.blocked}
        value={number(clients.blocked)}
        address={to('/clients', {}, { state: 'blocked' })}
      />
    </div>
  </Panel>
)

const UnitsPanel = ({ units }: { units: Today['units'] }) => (
  <Panel title={today.units.title}>
    <div className={classes.figures}>
      <Figure name={today.units.all} value={number(units.all)} address={to('/units')} />
      <Figure
        name={today.units.connected}
        value={number(units.connected)}
        address={to('/units', {}, { state: 'connected' })}
      />
      <Figure
        name={today.units.silent}
        value={number(units.silent)}
        address={to('/units', {}, { sort: 'last_active' })}
      />
      <Figure name={today.units.never} value={number(units.never)} address={to('/units', {}, { state: 'never' })} />
    </div>
  </Panel>
)
