/** A geofence being drawn: its shape on the map and in numbers, and everything else about it. */
import { ActionIcon, Button, NativeSelect, TextInput, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Refused, useDoing } from '../../shared/api.ts'
import { BackIcon } from '../../shared/Icons.tsx'
import { Failure } from '../../shared/Notice.tsx'
import { showFirstFault } from '../../shared/show-fault.ts'
import { texts } from '../../shared/texts/texts.ts'
import type { Unit } from '../client-api.ts'
import { formatDuration } from '../measures.ts'
import { dateOf, dayOf, isDate } from '../timeline/day.ts'
import { useGroups } from '../units/groups/use-groups.ts'
import { ColourField } from './ColourField.tsx'
import { colours } from './colours.ts'
import { type Drawing, type Fault, shapeOf } from './draft.ts'
import classes from './GeofenceEditor.module.css'
import { changeGeofence, createGeofence, type Geofence } from './geofences-api.ts'
import { type Scope, ScopeField } from './ScopeField.tsx'
import { ShapeField } from './ShapeField.tsx'

const words = texts.geofences.form
const minimums = [0, 30, 60, 120, 300, 600, 1800, 3600]

interface GeofenceEditorProps {
  /** Undefined: a new one. */
  readonly geofence: Geofence | undefined
  readonly units: readonly Unit[]
  readonly drawing: Drawing
  readonly fault: Fault | undefined
  readonly chosenPoint: number | undefined
  onDrawing(change: (before: Drawing) => Drawing): void
  onColour(colour: string): void
  onCancel(): void
  onSaved(geofence: Geofence): Promise<void>
}

const scopeOf = (geofence: Geofence | undefined): Scope => ({
  isForAll: geofence?.for_all ?? true,
  units: new Set(geofence?.unit_ids),
  groups: new Set(geofence?.group_ids),
})

export function GeofenceEditor(props: GeofenceEditorProps) {
  const { geofence, units, drawing, fault, chosenPoint, onDrawing, onColour, onCancel, onSaved } = props
  const [name, setName] = useState(geofence?.name ?? '')
  const [colour, setColour] = useState<string>(geofence?.colour ?? colours[0])
  const [scope, setScope] = useState(() => scopeOf(geofence))
  const [minimum, setMinimum] = useState(geofence?.min_seconds ?? 30)
  const sinceBefore = geofence ? dateOf(geofence.since) : ''
  const [since, setSince] = useState(sinceBefore)
  const [isTried, setIsTried] = useState(false)
  const [groups] = useGroups()
  const doing = useDoing()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  useEffect(() => onColour(colour), [onColour, colour])
  const nameFault = name.trim() === '' ? words.faults.name : undefined
  const isNobody = !scope.isForAll && scope.units.size + scope.groups.size === 0
  const refused = doing.error instanceof Refused ? doing.error : undefined
  const shapeRefusal = refused?.faults.find(({ field }) => field?.startsWith('shape'))?.message

  const save = (form: HTMLFormElement) => {
    const shape = shapeOf(drawing.now)
    setIsTried(true)
    if (!shape || fault || nameFault || isNobody) return showFirstFault(form)
    void doing.run(async () => {
      const change = {
        ...{ name: name.trim(), colour, min_seconds: minimum, for_all: scope.isForAll },
        unit_ids: scope.isForAll ? [] : [...scope.units],
        group_ids: scope.isForAll ? [] : [...scope.groups],
        ...(since !== sinceBefore && isDate(since) && { since: dayOf(since).from }),
      }
      // What is the same is not sent: visits are computed anew only if something about them has changed.
      const isSame = geofence && JSON.stringify(geofence.shape) === JSON.stringify(shape)
      const whole = { ...change, ...(!isSame && { shape }) }
      await onSaved(geofence ? await changeGeofence(geofence.id, whole) : await createGeofence({ ...change, shape }))
    })
  }
  return (
    <form
      className={classes.form}
      aria-label={geofence ? words.editTitle(geofence.name) : words.newTitle}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save(event.currentTarget)
      }}
    >
      <div className={classes.head}>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.shared.cancel} onClick={onCancel}>
          <BackIcon />
        </ActionIcon>
        <Title order={1} className={classes.title} tabIndex={-1} ref={title}>
          {geofence ? words.editTitle(geofence.name) : words.newTitle}
        </Title>
      </div>
      <ShapeField
        drawing={drawing}
        fault={fault}
        isTried={isTried}
        refusal={shapeRefusal && words.faults.server(shapeRefusal)}
        chosenPoint={chosenPoint}
        onDrawing={(change) => {
          doing.forget()
          onDrawing(change)
        }}
      />
      <TextInput
        label={words.name}
        value={name}
        maxLength={100}
        required
        withAsterisk={false}
        error={isTried && nameFault}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ColourField value={colour} onChange={setColour} />
      <ScopeField
        scope={scope}
        units={units}
        groups={groups.value ?? []}
        fault={isTried && isNobody ? words.noneChosen : undefined}
        onChange={setScope}
      />
      <NativeSelect
        label={words.minimum}
        data={[...new Set([...minimums, minimum])]
          .sort((a, b) => a - b)
          .map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? words.everyStay : words.minimums(formatDuration(seconds)),
          }))}
        value={String(minimum)}
        onChange={({ currentTarget }) => setMinimum(Number(currentTarget.value))}
      />
      <TextInput
        type="date"
        label={words.since}
        description={words.sinceHint}
        max={dateOf(Date.now() / 1000)}
        value={since}
        onChange={({ currentTarget }) => setSince(currentTarget.value)}
      />
      {doing.error !== undefined && shapeRefusal === undefined && <Failure error={doing.error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={doing.isBusy}>
          {words.save}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {texts.shared.cancel}
        </Button>
      </div>
    </form>
  )
}
