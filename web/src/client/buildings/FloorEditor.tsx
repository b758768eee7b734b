/** What can be changed about a floor: its name, its plan, and where gateways hang, in fields as well as on the plan. */
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { SureButton } from '../../shared/SureButton.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Building, Floor, Spot, Thing } from '../assets/tags-api.ts'
import { change } from '../client-api.ts'
import { floorAddress } from '../place.ts'
import classes from './BuildingsView.module.css'
import { pictureOf } from './picture.ts'

const words = texts.tags.buildings

interface FloorEditorProps {
  readonly building: Building
  readonly floor: Floor
  readonly gateways: readonly Thing[]
  reload(): Promise<void>
}

export const FloorEditor = (props: FloorEditorProps) => (
  <div className={classes.editor}>
    <div className={classes.form}>
      <PlanPanel {...props} />
      <FloorPanel {...props} />
    </div>
    <GatewaysPanel {...props} />
  </div>
)

function PlanPanel({ floor, reload }: FloorEditorProps) {
  const doing = useDoing()
  return (
    <Panel title={words.plan}>
      <TextInput
        className={classes.file}
        type="file"
        label={floor.plan ? words.otherPlan : words.upload}
        description={words.uploadHint}
        accept="image/png,image/jpeg,image/webp"
        disabled={doing.isBusy}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (!file) return
          // The same file, mended, is to be taken again.
          currentTarget.value = ''
          void doing.run(async () => {
            await change('PUT', `/floors/${floor.id}/plan`, await pictureOf(file))
            await reload()
          })
        }}
      />
      {doing.error !== undefined && <Failure error={doing.error} />}
      {floor.plan && (
        <div className={classes.buttons}>
          <SureButton
            label={words.removePlan}
            effect={words.removePlanEffect}
            sure={words.removePlanSure}
            act={async () => {
              await change('DELETE', `/floors/${floor.id}/plan`)
              await reload()
            }}
          />
        </div>
      )}
    </Panel>
  )
}

function GatewaysPanel({ floor, gateways, reload }: FloorEditorProps) {
  const doing = useDoing()
  const [chosen, setChosen] = useState('')
  const away = gateways.filter(({ id }) => !floor.gateways.some(({ unit_id }) => unit_id === id))
  return (
    <Panel title={words.gateways}>
      <div className={classes.fields}>
        <NativeSelect
          label={words.gateway}
          data={[
            { value: '', label: words.chooseGateway },
            ...away.map(({ id, name, place }) => ({
              value: String(id),
              label: place?.floor ? words.hangsIn(name, place.floor.name) : name,
            })),
          ]}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={chosen === ''}
          loading={doing.isBusy}
          onClick={() =>
            void doing.run(async () => {
              await change('PUT', `/gateways/${chosen}/spot`, { floor_id: floor.id, x: 0.5, y: 0.5 })
              setChosen('')
              await reload()
            })
          }
        >
          {words.hang}
        </Button>
      </div>
      {doing.error !== undefined && <Failure error={doing.error} />}
      <Text size="sm" c="dimmed" my="sm">
        {words.dragHint}
      </Text>
      <ul className={classes.spots}>
        {floor.gateways.map((spot) => (
          <li key={`${spot.unit_id} ${spot.x} ${spot.y} ${spot.room}`}>
            <SpotForm
              spot={spot}
              floor={floor}
              name={gateways.find(({ id }) => id === spot.unit_id)?.name ?? String(spot.unit_id)}
              reload={reload}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface SpotFormProps {
  readonly spot: Spot
  readonly floor: Floor
  readonly name: string
  reload(): Promise<void>
}

function SpotForm({ spot, floor, name, reload }: SpotFormProps) {
  const [x, setX] = useState(String(percent(spot.x)))
  const [y, setY] = useState(String(percent(spot.y)))
  const [room, setRoom] = useState(spot.room)
  const doing = useDoing()
  const field = { type: 'number', required: true, withAsterisk: false, min: 0, max: 100, step: 0.1 } as const
  return (
    <form
      aria-label={words.spotOf(name)}
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(async () => {
          const body = { floor_id: floor.id, x: Number(x) / 100, y: Number(y) / 100, room }
          await change('PUT', `/gateways/${spot.unit_id}/spot`, body)
          await reload()
        })
      }}
    >
      <Text fw={600}>{name}</Text>
      <div className={classes.spot}>
        <TextInput
          {...field}
          label={words.fromLeft}
          value={x}
          onChange={({ currentTarget }) => setX(currentTarget.value)}
        />
        <TextInput
          {...field}
          label={words.fromTop}
          value={y}
          onChange={({ currentTarget }) => setY(currentTarget.value)}
        />
        <TextInput
          label={words.room}
          maxLength={50}
          value={room}
          onChange={({ currentTarget }) => setRoom(currentTarget.value)}
        />
      </div>
      {doing.error !== undefined && <Failure error={doing.error} />}
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={doing.isBusy}
          aria-label={`${texts.tags.save}: ${name}`}
        >
          {texts.tags.save}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={`${words.takeDown}: ${name}`}
          onClick={() =>
            void doing.run(async () => {
              await change('DELETE', `/gateways/${spot.unit_id}/spot`)
              await reload()
            })
          }
        >
          {words.takeDown}
        </Button>
      </div>
    </form>
  )
}

const percent = (part: number): number => Math.round(part * 1000) / 10

function FloorPanel({ building, floor, reload }: FloorEditorProps) {
  const [name, setName] = useState(floor.name)
  const [level, setLevel] = useState(String(floor.level))
  const [added, setAdded] = useState('')
  const doing = useDoing()
  const top = Math.max(...building.floors.map((one) => one.level))
  return (
    <Panel title={words.floor}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void doing.run(async () => {
            await change('PATCH', `/floors/${floor.id}`, { name: name.trim(), level: Number(level) })
            await reload()
          })
        }}
      >
        <div className={classes.fields}>
          <TextInput
            label={words.name}
            required
            withAsterisk={false}
            maxLength={50}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            type="number"
            label={words.level}
            required
            withAsterisk={false}
            min={-20}
            max={200}
            value={level}
            onChange={({ currentTarget }) => setLevel(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={doing.isBusy}>
            {texts.tags.save}
          </Button>
        </div>
      </form>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void doing.run(async () => {
            const body = { name: added.trim(), level: top + 1 }
            const { id } = await change<Floor>('POST', `/buildings/${building.id}/floors`, body)
            await reload()
            window.location.hash = floorAddress(id, true)
          })
        }}
      >
        <div className={classes.fields}>
          <TextInput
            label={words.newFloor}
            required
            withAsterisk={false}
            maxLength={50}
            value={added}
            onChange={({ currentTarget }) => setAdded(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={doing.isBusy}>
            {words.addFloor}
          </Button>
        </div>
      </form>
      {doing.error !== undefined && <Failure error={doing.error} />}
      <div className={classes.buttons}>
        {building.floors.length > 1 && (
          <SureButton
            label={words.removeFloor}
            effect={words.removeFloorEffect(floor.name, floor.gateways.length)}
            sure={words.removeFloorSure}
            act={async () => {
              await change('DELETE', `/floors/${floor.id}`)
              window.location.hash = '#/buildings'
              await reload()
            }}
          />
        )}
        <SureButton
          label={words.removeBuilding}
          effect={words.removeBuildingEffect(building.name, building.floors.length)}
          sure={words.removeBuildingSure}
          act={async () => {
            await change('DELETE', `/buildings/${building.id}`)
            window.location.hash = '#/buildings'
            await reload()
          }}
        />
      </div>
    </Panel>
  )
}
