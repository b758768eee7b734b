/** The people who drive: all of them, or one with score, keys, units and trips. */
import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { formatKm } from '../measures.ts'
import { type ClientRoute, driverAddress } from '../route.ts'
import { dateOf } from '../timeline/days/day.ts'
import type { Driver, Me } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { DriverForm } from './DriverForm.tsx'
import { DriverPage } from './DriverPage.tsx'
import { lastDays, numberText } from './period.ts'

interface DriversViewProps {
  readonly route: ClientRoute & { view: 'drivers' }
  readonly fleet: Fleet
  readonly me: Me
}

export function DriversView({ route, fleet, me }: DriversViewProps) {
  const hasScores = me.modules.includes('statistics')
  return route.driver === undefined ? (
    <DriverList hasScores={hasScores} />
  ) : (
    <DriverPage key={route.driver} id={route.driver} units={fleet.units.data ?? []} hasScores={hasScores} />
  )
}

function DriverList({ hasScores }: { hasScores: boolean }) {
  const drivers = useOperation('getClientDrivers', undefined)
  const [period] = useState(lastDays)
  const scores = useOperation('getClientDriverScores', period, { isEnabled: hasScores })
  const mayArrange = useMay('arrange')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <ClientPage
      title={words.title}
      aside={mayArrange && !isAdding && <Button onClick={() => setIsAdding(true)}>{words.add}</Button>}
    >
      <Text c="dimmed">{words.explain}</Text>
      {isAdding && (
        <Panel title={words.add}>
          <DriverForm
            label={words.add}
            save={async (values) => {
              await change('postClientDrivers', undefined, values)
              setIsAdding(false)
            }}
            cancel={() => setIsAdding(false)}
          />
        </Panel>
      )}
      <Loaded query={drivers} height={140}>
        {(all) =>
          all.length === 0 ? (
            <Text>{words.none}</Text>
          ) : (
            <ul className={cards.list} aria-label={words.title}>
              {all.map((driver) => (
                <DriverCard
                  key={driver.id}
                  driver={driver}
                  score={scores.data?.find(({ driver_id }) => driver_id === driver.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </ClientPage>
  )
}

interface DriverCardProps {
  readonly driver: Driver
  readonly score: { readonly score: number | null; readonly distance: number; readonly trips: number } | undefined
}

function DriverCard({ driver, score }: DriverCardProps) {
  const { licence_expires_on: day } = driver
  const isOver = day !== null && day < dateOf(Date.now() / 1000)
  const facts = [driver.phone, driver.keys.length > 0 ? words.keyCount(driver.keys.length) : null]
  return (
    <li className={cards.card}>
      <div className={cards.main}>
        <div className={cards.head}>
          <Anchor href={driverAddress(driver.id)} fw={600} className={cards.title}>
            {driver.name}
          </Anchor>
          {isOver && <State tone="bad">{words.licenceOver(formatCalendarDay(day))}</State>}
        </div>
        <Text size="sm" c="dimmed">
          {[
            ...facts,
            score && score.trips > 0 ? words.lately(words.driven(formatKm(score.distance), score.trips)) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {typeof score?.score === 'number' && (
        <div className={cards.buttons}>
          <Text title={words.period}>
            {words.score}: <strong>{words.ofHundred(numberText(Math.round(score.score)))}</strong>
          </Text>
        </div>
      )}
    </li>
  )
}
