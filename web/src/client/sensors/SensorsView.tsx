/** Sensors: of all units, or of one. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { locale, texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { type ClientRoute, sensorsAddress } from '../route.ts'
import type { Unit } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { SensorCard } from './SensorCard.tsx'
import { SensorForm } from './SensorForm.tsx'

const words = texts.sensors
const noUnits: readonly Unit[] = []
/** Refreshed often while a history is computed. */
const askAgainMs = 3_000

export function SensorsView({ route, fleet }: { route: ClientRoute & { view: 'sensors' }; fleet: Fleet }) {
  const query = useOperation('getClientUnitSensors', undefined, {
    everyMilliseconds: (all) => (all?.some(({ recomputing }) => recomputing) ? askAgainMs : false),
  })
  const mayArrange = useMay('arrange')
  const [isMaking, setIsMaking] = useState(false)
  const units = fleet.units.data ?? noUnits
  const unit = units.find(({ id }) => id === route.unit)
  const making = unit ?? units[0]
  return (
    <ClientPage
      title={words.title}
      aside={mayArrange && making && !isMaking && <Button onClick={() => setIsMaking(true)}>{words.make}</Button>}
    >
      <Text c="dimmed">{words.explain}</Text>
      {fleet.units.isLoadingError && <Failure error={fleet.units.error} retry={fleet.units.refetch} />}
      <NativeSelect
        label={words.unit}
        data={[
          ...(isMaking ? [] : [{ value: '', label: words.all }]),
          ...units.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={unit ? String(unit.id) : isMaking && making ? String(making.id) : ''}
        onChange={({ currentTarget }) => {
          window.location.hash = sensorsAddress(Number(currentTarget.value) || undefined)
        }}
      />
      {isMaking && making && (
        <Panel title={`${words.make}: ${making.name}`}>
          <SensorForm
            key={making.id}
            label={words.make}
            unit={making}
            save={async (body) => {
              await change('postClientUnitsByIdSensors', { id: making.id }, body)
              setIsMaking(false)
            }}
            cancel={() => setIsMaking(false)}
          />
        </Panel>
      )}
      <Loaded query={query} height={140}>
        {(sensors) => {
          // In the order of the units.
          const shown = (unit ? [unit] : units).flatMap((of) =>
            sensors
              .filter(({ unit_id }) => unit_id === of.id)
              .toSorted((one, other) => one.name.localeCompare(other.name, locale, { numeric: true }))
              .map((sensor) => ({ sensor, of })),
          )
          if (shown.length === 0) return <Text>{words.none}</Text>
          return (
            <ul className={cards.list} aria-label={words.title}>
              {shown.map(({ sensor, of }) => (
                <SensorCard key={sensor.id} sensor={sensor} unit={of} units={units} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </ClientPage>
  )
}
