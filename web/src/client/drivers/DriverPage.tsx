/** One driver: details, driving score, keys, units and trips. */
import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { driverAddress } from '../route.ts'
import { dateOf } from '../timeline/days/day.ts'
import type { Driver, Unit } from '../types.ts'
import { AssignmentsPanel } from './AssignmentsPanel.tsx'
import { DriverForm } from './DriverForm.tsx'
import { DriverTrips } from './DriverTrips.tsx'
import { KeysPanel } from './KeysPanel.tsx'
import { ScorePanel } from './ScorePanel.tsx'
import { ShiftsPanel } from './ShiftsPanel.tsx'

interface DriverPageProps {
  readonly id: string
  readonly units: readonly Unit[]
  readonly hasScores: boolean
}

export function DriverPage({ id, units, hasScores }: DriverPageProps) {
  const query = useOperation('getClientDriversById', { id })
  const nameOf = (unit: number) => units.find((one) => one.id === unit)?.name ?? String(unit)
  return (
    <ClientPage title={query.data?.name ?? words.title} aside={<Anchor href={driverAddress()}>{words.back}</Anchor>}>
      <Loaded query={query} height={140}>
        {(driver) => (
          <>
            <About driver={driver} />
            {hasScores && <ScorePanel driver={id} nameOf={nameOf} />}
            <KeysPanel driver={driver} />
            <AssignmentsPanel driver={id} units={units} nameOf={nameOf} />
            <ShiftsPanel driver={id} units={units} nameOf={nameOf} />
            <DriverTrips driver={id} nameOf={nameOf} />
          </>
        )}
      </Loaded>
    </ClientPage>
  )
}

function About({ driver }: { driver: Driver }) {
  const mayArrange = useMay('arrange')
  const [isEdited, setIsEdited] = useState(false)
  const { phone, email, licence_number, licence_expires_on: day, notes } = driver
  if (isEdited) {
    return (
      <Panel title={words.edit}>
        <DriverForm
          label={words.edit}
          driver={driver}
          save={async (values) => {
            await change('patchClientDriversById', { id: driver.id }, values)
            setIsEdited(false)
          }}
          cancel={() => setIsEdited(false)}
        />
      </Panel>
    )
  }
  const isOver = day !== null && day < dateOf(Date.now() / 1000)
  const licence = day && (isOver ? words.licenceOver : words.licence)(formatCalendarDay(day))
  const facts = [phone, email, licence_number && words.licenceNumber(licence_number), licence, notes].filter(Boolean)
  return (
    <Panel>
      {facts.length > 0 && <Text mb="sm">{facts.join(' · ')}</Text>}
      {mayArrange && (
        <div className={cards.buttons}>
          <Button variant="default" size="xs" onClick={() => setIsEdited(true)}>
            {words.edit}
          </Button>
          <ConfirmButton
            label={words.remove}
            effect={words.removeEffect}
            sure={words.removeSure}
            act={async () => {
              await change('deleteClientDriversById', { id: driver.id })
              window.location.hash = driverAddress()
            }}
          />
        </div>
      )}
    </Panel>
  )
}
