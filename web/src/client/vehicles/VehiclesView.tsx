/** The records of vehicles: all of them, or one with its photo and documents. */
import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { ownFieldTexts as fieldWords } from '../../shared/texts/own-fields.ts'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { type ClientRoute, vehicleAddress } from '../route.ts'
import { dateOf } from '../timeline/days/day.ts'
import type { Me, Unit, Vehicle } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { BulkForm } from './BulkForm.tsx'
import { expiryOf } from './expiry.ts'
import { FieldsPanel } from './FieldsPanel.tsx'
import { VehicleIcon } from './VehicleIcon.tsx'
import { VehiclePage } from './VehiclePage.tsx'
import classes from './Vehicles.module.css'
import { factsOf, photoAddress } from './vehicle.ts'

interface VehiclesViewProps {
  readonly route: ClientRoute & { view: 'vehicles' }
  readonly fleet: Fleet
  readonly me: Me
}

const noUnits: readonly Unit[] = []

export function VehiclesView({ route, fleet, me }: VehiclesViewProps) {
  const units = fleet.units.data ?? noUnits
  return route.unit === undefined ? (
    <VehicleList units={units} />
  ) : (
    <VehiclePage key={route.unit} id={route.unit} units={units} modules={me.modules} />
  )
}

function VehicleList({ units }: { units: readonly Unit[] }) {
  const query = useOperation('getClientVehicles', undefined)
  const fields = useOperation('getClientVehicleFields', undefined).data
  const [hasFieldsOpen, setHasFieldsOpen] = useState(false)
  const mayArrange = useMay('arrange')
  const [sought, setSought] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isEditing, setIsEditing] = useState(false)
  const nameOf = (id: number) => units.find((unit) => unit.id === id)?.name ?? String(id)
  const choose = (id: number, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <ClientPage
      title={words.title}
      aside={
        mayArrange && (
          <Button
            variant="default"
            size="xs"
            aria-expanded={hasFieldsOpen}
            onClick={() => setHasFieldsOpen(!hasFieldsOpen)}
          >
            {fieldWords.title}
          </Button>
        )
      }
    >
      <Text c="dimmed">{words.explain}</Text>
      {hasFieldsOpen && <FieldsPanel />}
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={sought}
        onChange={({ currentTarget }) => setSought(currentTarget.value)}
      />
      {isEditing && fields && (
        <Panel title={words.editChosen}>
          <BulkForm
            units={chosen}
            fields={fields}
            close={(isDone) => {
              setIsEditing(false)
              if (isDone) setChosen([])
            }}
          />
        </Panel>
      )}
      <Loaded query={query} height={140}>
        {(all) => {
          if (all.length === 0) return <Text>{words.none}</Text>
          const shown = all
            .filter((vehicle) => isFound(vehicle, nameOf(vehicle.unit_id), sought))
            .toSorted((one, other) => nameOf(one.unit_id).localeCompare(nameOf(other.unit_id)))
          return (
            <>
              {mayArrange && (
                <div className={classes.bulk}>
                  {shown.length > 1 && (
                    <label className={classes.all}>
                      <input
                        type="checkbox"
                        checked={shown.every(({ unit_id }) => chosen.includes(unit_id))}
                        onChange={({ currentTarget }) =>
                          setChosen(currentTarget.checked ? shown.map(({ unit_id }) => unit_id) : [])
                        }
                      />
                      {words.chooseAll}
                    </label>
                  )}
                  {chosen.length > 0 && !isEditing && (
                    <>
                      <Text>{words.chosen(chosen.length)}</Text>
                      <Button size="xs" onClick={() => setIsEditing(true)}>
                        {words.editChosen}
                      </Button>
                    </>
                  )}
                </div>
              )}
              {shown.length === 0 ? (
                <Text>{words.nothingFound}</Text>
              ) : (
                <ul className={cards.list} aria-label={words.title}>
                  {shown.map((vehicle) => (
                    <VehicleCard
                      key={vehicle.unit_id}
                      vehicle={vehicle}
                      name={nameOf(vehicle.unit_id)}
                      isChosen={chosen.includes(vehicle.unit_id)}
                      choose={mayArrange ? (isChosen) => choose(vehicle.unit_id, isChosen) : undefined}
                    />
                  ))}
                </ul>
              )}
            </>
          )
        }}
      </Loaded>
    </ClientPage>
  )
}

function isFound(vehicle: Vehicle, name: string, sought: string): boolean {
  const needle = sought.trim().toLowerCase()
  const own = vehicle.fields.map(({ value }) => String(value))
  return [name, vehicle.plate, vehicle.vin, vehicle.make, vehicle.model, ...own].some((text) =>
    text?.toLowerCase().includes(needle),
  )
}

interface VehicleCardProps {
  readonly vehicle: Vehicle
  readonly name: string
  readonly isChosen: boolean
  readonly choose: ((isChosen: boolean) => void) | undefined
}

function VehicleCard({ vehicle, name, isChosen, choose }: VehicleCardProps) {
  const { unit_id: unit, plate, icon, photo, next_expiry: day } = vehicle
  const expiry = expiryOf(day, dateOf(Date.now() / 1000))
  return (
    <li className={classes.card}>
      {choose && (
        <input
          type="checkbox"
          aria-label={words.choose(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => choose(currentTarget.checked)}
        />
      )}
      <a className={classes.link} href={vehicleAddress(unit)}>
        {photo ? (
          <img className={classes.thumb} src={photoAddress(unit, photo)} alt="" loading="lazy" />
        ) : (
          <span className={classes.thumb}>
            <VehicleIcon kind={icon} />
          </span>
        )}
        <span className={cards.main}>
          <span className={classes.name}>
            {name} {plate && <span className={classes.plate}>{plate}</span>}
          </span>
          <Text component="span" size="sm" c="dimmed">
            {factsOf(vehicle).join(' · ')}
          </Text>
        </span>
      </a>
      {day !== null && expiry === 'over' && <State tone="bad">{words.documentExpired}</State>}
      {day !== null && expiry === 'soon' && <State tone="warning">{words.documentSoon(formatCalendarDay(day))}</State>}
    </li>
  )
}
