/** Services by distance, engine hours or time: of all units, or of one with its counters. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { type ClientRoute, maintenanceAddress } from '../route.ts'
import type { Unit } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { CountersPanel } from './CountersPanel.tsx'
import { ServiceCard } from './ServiceCard.tsx'
import { ServiceForm } from './ServiceForm.tsx'

const words = texts.maintenance
const noUnits: readonly Unit[] = []

export function MaintenanceView({ route, fleet }: { route: ClientRoute & { view: 'maintenance' }; fleet: Fleet }) {
  const query = useOperation('getClientMaintenance', {})
  const mayArrange = useMay('arrange')
  const [isMaking, setIsMaking] = useState(false)
  const units = fleet.units.data ?? noUnits
  const unit = units.find(({ id }) => id === route.unit)
  const nameOf = (id: number) => units.find((one) => one.id === id)?.name ?? String(id)
  return (
    <ClientPage
      title={words.title}
      aside={
        mayArrange && units.length > 0 && !isMaking && <Button onClick={() => setIsMaking(true)}>{words.make}</Button>
      }
    >
      <Text c="dimmed">{words.explain}</Text>
      {fleet.units.isLoadingError && <Failure error={fleet.units.error} retry={fleet.units.refetch} />}
      <NativeSelect
        label={words.unit}
        description={unit ? undefined : words.unitHint}
        data={[{ value: '', label: words.all }, ...units.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={unit ? String(unit.id) : ''}
        onChange={({ currentTarget }) => {
          setIsMaking(false)
          window.location.hash = maintenanceAddress(Number(currentTarget.value) || undefined)
        }}
      />
      {unit && <CountersPanel key={unit.id} unit={unit.id} />}
      {isMaking && (
        <Panel title={words.make}>
          <ServiceForm
            label={words.make}
            units={unit ? undefined : units}
            save={async (plan, chosen) => {
              await change('postClientUnitsByIdServices', { id: unit?.id ?? chosen }, plan)
              setIsMaking(false)
            }}
            cancel={() => setIsMaking(false)}
          />
        </Panel>
      )}
      <Loaded query={query} height={140}>
        {(services) => {
          const shown = services.filter(({ unit_id }) => unit === undefined || unit_id === unit.id)
          if (shown.length === 0) return <Text>{unit ? words.noneOfUnit : words.none}</Text>
          return (
            <ul className={cards.list} aria-label={words.services}>
              {shown.map((service) => (
                <ServiceCard key={service.id} service={service} unitName={nameOf(service.unit_id)} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </ClientPage>
  )
}
