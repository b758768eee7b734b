/** Trends of the business: units over time, recent payments, new clients, and units that stopped reporting, by name. */
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Figures } from '../../api/generated.ts'
import { useListed, useOperation } from '../../api/queries.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { figures as texts } from '../../shared/texts/console-figures.ts'
import { Columns } from '../blocks/layout.tsx'
import { Money, Time } from '../blocks/values.tsx'
import { GrowthChart } from '../figures/Growth.tsx'
import classes from './TodayPage.module.css'

const shown = 5
const few = { first: shown, next: shown }

export const Trends = ({ figures }: { figures: Figures }) => (
  <>
    <Panel title={texts.growth.units}>
      <GrowthChart kind="units" months={figures.units} />
    </Panel>
    <Columns>
      <LatestPayments />
      <NewClients />
      <SilentUnits />
    </Columns>
  </>
)

interface LinesProps {
  readonly title: string
  readonly none: string
  readonly more: string
  readonly lines: readonly {
    readonly key: string
    readonly address: string
    readonly name: string
    readonly end: ReactNode
  }[]
}

const Lines = ({ title, none, more, lines }: LinesProps) => (
  <Panel
    title={title}
    aside={
      lines.length > 0 && (
        <Anchor inherit href={more}>
          {texts.trends.more}
        </Anchor>
      )
    }
  >
    {lines.length === 0 ? (
      <p className={classes.hint}>{none}</p>
    ) : (
      <ul className={classes.lines}>
        {lines.map(({ key, address, name, end }) => (
          <li key={key}>
            <Anchor inherit href={address}>
              {name}
            </Anchor>
            {end}
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

function LatestPayments() {
  const payments = useOperation('getConsoleFiguresPayments', { count: shown }).data ?? []
  const all = to('/figures/:list', { list: 'payments' })
  return (
    <Lines
      title={texts.trends.payments}
      none={texts.trends.noPayments}
      more={all}
      lines={payments.map(({ id, account_id, title, day, amount, currency }) => ({
        key: id,
        address: account_id === null ? all : to('/clients/:id', { id: account_id }),
        name: `${title ?? texts.gone}, ${formatCalendarDay(day)}`,
        end: <Money amount={amount} currency={currency} />,
      }))}
    />
  )
}

function NewClients() {
  const { items } = useListed('getAccounts', { sort: '-created_at' }, few)
  return (
    <Lines
      title={texts.trends.newClients}
      none={texts.trends.noClients}
      more={to('/clients', {}, { sort: '-created_at' })}
      lines={items.slice(0, shown).map(({ id, title, created_at }) => ({
        key: String(id),
        address: to('/clients/:id', { id }),
        name: title || String(id),
        end: <Time at={created_at} as="day" />,
      }))}
    />
  )
}

function SilentUnits() {
  const { items } = useListed('getUnits', { state: 'silent', sort: '-last_active' }, few)
  return (
    <Lines
      title={texts.trends.silent}
      none={texts.trends.noSilent}
      more={to('/units', {}, { state: 'silent', sort: '-last_active' })}
      lines={items.slice(0, shown).map(({ id, name, last_active }) => ({
        key: String(id),
        address: to('/units/:id', { id }),
        name,
        end: <Time at={last_active} />,
      }))}
    />
  )
}
