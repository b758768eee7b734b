/** One vehicle: its photo, what is known about it, and its documents. */
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { FieldRow, Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { PhotoField } from '../blocks/PhotoField.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { formatKm } from '../measures.ts'
import { maintenanceAddress, unitAddress, vehicleAddress } from '../route.ts'
import type { OwnField, Unit, Vehicle } from '../types.ts'
import { DocumentsPanel } from './DocumentsPanel.tsx'
import { OwnInputs, ownFaults, ownOf, ownStart, shownValue } from './OwnFields.tsx'
import { commonOf, VehicleFields, yearFault } from './VehicleFields.tsx'
import { VehicleIcon } from './VehicleIcon.tsx'
import classes from './Vehicles.module.css'
import { photoAddress } from './vehicle.ts'

const noFields: readonly OwnField[] = []

interface VehiclePageProps {
  readonly id: number
  readonly units: readonly Unit[]
  readonly modules: readonly string[]
}

export function VehiclePage({ id, units, modules }: VehiclePageProps) {
  const query = useOperation('getClientUnitsByIdVehicle', { id })
  const fields = useOperation('getClientVehicleFields', undefined).data ?? noFields
  const name = units.find((unit) => unit.id === id)?.name ?? words.title
  return (
    <ClientPage title={name} aside={<Anchor href={vehicleAddress()}>{words.back}</Anchor>}>
      <Loaded query={query} height={240}>
        {(vehicle) => (
          <>
            <div className={classes.page}>
              <Panel>
                <PhotoField
                  address={vehicle.photo && photoAddress(id, vehicle.photo)}
                  name={name}
                  instead={<VehicleIcon kind={vehicle.icon} />}
                  upload={(picture) => change('putClientUnitsByIdPhoto', { id }, picture)}
                  remove={() => change('deleteClientUnitsByIdPhoto', { id })}
                />
              </Panel>
              <About vehicle={vehicle} fields={fields} modules={modules} />
            </div>
            <DocumentsPanel unit={id} />
          </>
        )}
      </Loaded>
    </ClientPage>
  )
}

interface AboutProps {
  readonly vehicle: Vehicle
  readonly fields: readonly OwnField[]
  readonly modules: readonly string[]
}

function About({ vehicle, fields, modules }: AboutProps) {
  const mayArrange = useMay('arrange')
  const [isEdited, setIsEdited] = useState(false)
  if (isEdited) return <EditPanel vehicle={vehicle} fields={fields} close={() => setIsEdited(false)} />
  const { unit_id: unit, plate, vin, make, model, year, fuel, icon } = vehicle
  const facts = [
    [words.plate, plate],
    [words.vin, vin],
    [words.make, make],
    [words.model, model],
    [words.year, year],
    [words.fuel, fuel && words.fuels[fuel]],
    [words.icon, icon && words.icons[icon]],
  ] as const
  return (
    <Panel>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} data-empty={value === null || undefined}>
            <dt>{name}</dt>
            <dd>
              {name === words.icon && icon && <VehicleIcon kind={icon} />}
              {value ?? words.unknown}
            </dd>
          </div>
        ))}
        {fields.map((field) => {
          const value = shownValue(field, vehicle)
          return (
            <div key={field.id} data-empty={value === null || undefined}>
              <dt>{field.name}</dt>
              <dd>{value ?? words.unknown}</dd>
            </div>
          )
        })}
        {modules.includes('maintenance') && <Mileage unit={unit} />}
      </dl>
      <div className={cards.buttons}>
        {mayArrange && (
          <Button variant="default" size="xs" onClick={() => setIsEdited(true)}>
            {words.edit}
          </Button>
        )}
        <Button component="a" variant="default" size="xs" href={unitAddress(unit)}>
          {words.map}
        </Button>
        {modules.includes('maintenance') && (
          <Button component="a" variant="default" size="xs" href={maintenanceAddress(unit)}>
            {words.maintenance}
          </Button>
        )}
      </div>
    </Panel>
  )
}

/** From its counter, which is set under "Maintenance". */
function Mileage({ unit }: { unit: number }) {
  const { data } = useOperation('getClientUnitsByIdCounters', { id: unit })
  if (!data) return null
  return (
    <div>
      <dt>{words.mileage}</dt>
      <dd>{formatKm(data.mileage.value * 1000)}</dd>
    </div>
  )
}

interface EditPanelProps extends Pick<AboutProps, 'vehicle' | 'fields'> {
  close(): void
}

function EditPanel({ vehicle, fields, close }: EditPanelProps) {
  const { unit_id: id, plate, vin, make, model, year, fuel, icon } = vehicle
  const form = useForm({
    start: {
      plate: plate ?? '',
      vin: vin ?? '',
      make: make ?? '',
      model: model ?? '',
      year: year === null ? '' : String(year),
      fuel: fuel ?? '',
      icon: icon ?? '',
      ...ownStart(fields, vehicle),
    },
    judge: (values) => ({ year: yearFault(values.year), ...ownFaults(fields, values) }),
    send: async ({ plate, vin, ...values }) => {
      const said = { plate: plate.trim() || null, vin: vin.trim() || null, ...commonOf(values) }
      await change('patchClientUnitsByIdVehicle', { id }, { ...said, fields: ownOf(fields, values) })
      close()
    },
  })
  return (
    <Panel title={words.edit}>
      <Form form={form} className={cards.form} label={words.edit} cancel={close}>
        <FieldRow>
          <TextField form={form} name="plate" label={words.plate} maxLength={20} isFirst />
          <TextField form={form} name="vin" label={words.vin} maxLength={30} isMono />
        </FieldRow>
        <VehicleFields form={form} />
        <OwnInputs form={form} fields={fields} none={words.unknown} />
      </Form>
    </Panel>
  )
}
