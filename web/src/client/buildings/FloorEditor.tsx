/** Edits a floor: its name, its plan, and the positions of gateways, in fields as well as on the plan. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { change, queryClient, useChange } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { PictureField } from '../blocks/PictureField.tsx'
import { floorAddress } from '../route.ts'
import type { Building, Floor, GatewaySpot, TaggedUnit } from '../types.ts'
import classes from './BuildingsView.module.css'

const words = texts.tags.buildings

interface FloorEditorProps {
  readonly building: Building
  readonly floor: Floor
  readonly gateways: readonly TaggedUnit[]
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

function PlanPanel({ floor }: FloorEditorProps) {
  const params = { id: floor.id }
  return (
    <Panel title={words.plan}>
      <PictureField
        className={classes.file}
        label={floor.plan ? words.otherPlan : words.upload}
        hint={words.uploadHint}
        upload={(picture) => change('putClientFloorsByIdPlan', params, picture)}
      />
      {floor.plan && (
        <div className={classes.buttons}>
          <ConfirmButton
            label={words.removePlan}
            effect={words.removePlanEffect}
            sure={words.removePlanSure}
            act={() => change('deleteClientFloorsByIdPlan', params)}
          />
        </div>
      )}
    </Panel>
  )
}

function GatewaysPanel({ floor, gateways }: FloorEditorProps) {
  const [chosen, setChosen] = useState('')
  const hanging = useMutation({
    mutationFn: async () => {
      await change('putClientGatewaysByIdSpot', { id: Number(chosen) }, { floor_id: floor.id, x: 0.5, y: 0.5 })
      setChosen('')
    },
  })
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
        <Button variant="default" disabled={chosen === ''} loading={hanging.isPending} onClick={() => hanging.mutate()}>
          {words.hang}
        </Button>
      </div>
      <Failure error={hanging.error} />
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
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function SpotForm({ spot, floor, name }: { spot: GatewaySpot; floor: Floor; name: string }) {
  const params = { id: spot.unit_id }
  const form = useForm({
    start: { x: String(percent(spot.x)), y: String(percent(spot.y)), room: spot.room },
    send: ({ x, y, room }) =>
      change('putClientGatewaysByIdSpot', params, { floor_id: floor.id, x: Number(x) / 100, y: Number(y) / 100, room }),
  })
  const takingDown = useChange('deleteClientGatewaysByIdSpot')
  const share = { type: 'number', isRequired: true, withAsterisk: false, min: 0, max: 100, step: 0.1 } as const
  return (
    <form aria-label={words.spotOf(name)} onSubmit={form.submit}>
      <Text fw={600}>{name}</Text>
      <div className={classes.spot}>
        <TextField form={form} name="x" label={words.fromLeft} {...share} />
        <TextField form={form} name="y" label={words.fromTop} {...share} />
        <TextField form={form} name="room" label={words.room} maxLength={50} />
      </div>
      <Failure error={form.error ?? takingDown.error} />
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={form.isBusy}
          aria-label={`${texts.tags.save}: ${name}`}
        >
          {texts.tags.save}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={`${words.takeDown}: ${name}`}
          onClick={() => takingDown.mutate({ params })}
        >
          {words.takeDown}
        </Button>
      </div>
    </form>
  )
}

const percent = (part: number): number => Math.round(part * 1000) / 10

function FloorPanel({ building, floor }: FloorEditorProps) {
  const form = useForm({
    start: { name: floor.name, level: String(floor.level) },
    send: ({ name, level }) =>
      change('patchClientFloorsById', { id: floor.id }, { name: name.trim(), level: Number(level) }),
  })
  const next = Math.max(...building.floors.map(({ level }) => level)) + 1
  const adding = useForm({
    start: { name: '' },
    send: async ({ name }) => {
      const body = { name: name.trim(), level: next }
      const { id } = await change('postClientBuildingsByIdFloors', { id: building.id }, body)
      window.location.hash = floorAddress(id, true)
    },
  })
  /** Leaves what was deleted before everything is refreshed. */
  const leave = async () => {
    window.location.hash = '#/buildings'
    await queryClient.invalidateQueries()
  }
  return (
    <Panel title={words.floor}>
      <form className={classes.form} onSubmit={form.submit}>
        <div className={classes.fields}>
          <TextField form={form} name="name" label={words.name} isRequired withAsterisk={false} maxLength={50} />
          <TextField
            form={form}
            name="level"
            type="number"
            label={words.level}
            isRequired
            withAsterisk={false}
            min={-20}
            max={200}
          />
          <Button type="submit" variant="default" loading={form.isBusy}>
            {texts.tags.save}
          </Button>
        </div>
      </form>
      <form className={classes.form} onSubmit={adding.submit}>
        <div className={classes.fields}>
          <TextField form={adding} name="name" label={words.newFloor} isRequired withAsterisk={false} maxLength={50} />
          <Button type="submit" variant="default" loading={adding.isBusy}>
            {words.addFloor}
          </Button>
        </div>
      </form>
      <Failure error={form.error ?? adding.error} />
      <div className={classes.buttons}>
        {building.floors.length > 1 && (
          <ConfirmButton
            label={words.removeFloor}
            effect={words.removeFloorEffect(floor.name, floor.gateways.length)}
            sure={words.removeFloorSure}
            act={() => call('deleteClientFloorsById', { id: floor.id }).then(leave)}
          />
        )}
        <ConfirmButton
          label={words.removeBuilding}
          effect={words.removeBuildingEffect(building.name, building.floors.length)}
          sure={words.removeBuildingSure}
          act={() => call('deleteClientBuildingsById', { id: building.id }).then(leave)}
        />
      </div>
    </Panel>
  )
}
