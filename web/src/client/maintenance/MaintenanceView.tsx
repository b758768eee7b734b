/** What has to be done to units by distance, engine hours or time: of all of them, or of one with its counters. */
import { Button, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useAsked } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import { ClientPage } from '../ClientPage.tsx'
import { change, type Unit } from '../client-api.ts'
import { maintenanceAddress, type Place } from '../place.ts'
import type { Fleet } from '../units/use-fleet.ts'
import { CountersPanel } from './CountersPanel.tsx'
import { listServices } from './maintenance-api.ts'
import { ServiceCard } from './ServiceCard.tsx'
import { ServiceForm } from './ServiceForm.tsx'

const words = texts.maintenance
const noUnits: readonly Unit[] = []

export function MaintenanceView({ place, fleet }: { place: Place & { view: 'maintenance' }; fleet: Fleet }) {
  const [services, reload] = useAsked(listServices)
  const [isMaking, setIsMaking] = useState(false)
  const units = fleet.units.value ?? noUnits
  const unit = units.find(({ id }) => id === place.unit)
  const shown = services.value?.filter(({ unit_id }) => unit === undefined || unit_id === unit.id)
  const nameOf = (id: number) => units.find((one) => one.id === id)?.name ?? String(id)
  return (
    <ClientPage
      title={words.title}
      aside={unit && !isMaking && <Button onClick={() => setIsMaking(true)}>{words.make}</Button>}
    >
      <Text c="dimmed">{words.explain}</Text>
      {fleet.units.kind === 'failed' && <Failure error={fleet.units.error} retry={fleet.reload} />}
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
      {unit && <CountersPanel key={unit.id} unit={unit.id} onChange={reload} />}
      {unit && isMaking && (
        <Panel title={words.make}>
          <ServiceForm
            label={words.make}
            save={async (plan) => {
              await change('POST', `/units/${unit.id}/services`, plan)
              await reload()
              setIsMaking(false)
            }}
            cancel={() => setIsMaking(false)}
          />
        </Panel>
      )}
      {services.kind === 'failed' && <Failure error={services.error} retry={reload} />}
      {services.kind === 'asking' && <Skeleton height={140} role="status" aria-label={texts.shared.loading} />}
      {shown?.length === 0 && <Text>{unit ? words.noneOfUnit : words.none}</Text>}
      {shown && shown.length > 0 && (
        <ul className={cards.list} aria-label={words.services}>
          {shown.map((service) => (
            <ServiceCard key={service.id} service={service} unitName={nameOf(service.unit_id)} reload={reload} />
          ))}
        </ul>
      )}
    </ClientPage>
  )
}
