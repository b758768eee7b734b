/** A geofence while it is drawn: its shape on the map and in numbers, and everything else about it. */
import { ActionIcon, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Refused } from '../../shared/api.ts'
import { BackIcon } from '../../shared/content/Icons.tsx'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatDuration } from '../measures.ts'
import { dateOf, dayOf, isDate } from '../timeline/days/day.ts'
import type { Geofence, Unit } from '../types.ts'
import { colours } from './colours.ts'
import classes from './GeofenceEditor.module.css'
import { type Scope, ScopeField } from './ScopeField.tsx'
import { ColourField } from './shapes/ColourField.tsx'
import { type Drawing, type Fault, shapeOf } from './shapes/draft.ts'
import { ShapeField } from './shapes/ShapeField.tsx'

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
  onSaved(id: string): void
}

interface Values {
  readonly name: string
  readonly colour: string
  readonly scope: Scope
  readonly minimum: string
  readonly since: string
  /** Drawn on the map, not stored here. */
  readonly shape?: never
}

const scopeOf = (geofence: Geofence | undefined): Scope => ({
  isForAll: geofence?.for_all ?? true,
  units: new Set(geofence?.unit_ids),
  groups: new Set(geofence?.group_ids),
})

export function GeofenceEditor(props: GeofenceEditorProps) {
  const { geofence, units, drawing, fault, chosenPoint, onDrawing, onColour, onCancel, onSaved } = props
  const sinceBefore = geofence ? dateOf(geofence.since) : ''
  const form = useForm<Values>({
    start: () => ({
      name: geofence?.name ?? '',
      colour: geofence?.colour ?? colours[0],
      scope: scopeOf(geofence),
      minimum: String(geofence?.min_seconds ?? 30),
      since: sinceBefore,
    }),
    judge: ({ name, scope }) => ({
      name: name.trim() === '' ? words.faults.name : undefined,
      scope: !scope.isForAll && scope.units.size + scope.groups.size === 0 ? words.noneChosen : undefined,
      // The field shows the problem of the shape itself.
      shape: fault || !shapeOf(drawing.now) ? '' : undefined,
    }),
    send: async ({ name, colour, scope, minimum, since }) => {
      const shape = shapeOf(drawing.now)!
      const own = {
        ...{ name: name.trim(), colour, min_seconds: Number(minimum), for_all: scope.isForAll },
        unit_ids: scope.isForAll ? [] : [...scope.units],
        group_ids: scope.isForAll ? [] : [...scope.groups],
        ...(since !== sinceBefore && isDate(since) && { since: dayOf(since).from }),
      }
      // Unchanged values are not sent: visits are computed again only if something relevant has changed.
      const isSame = geofence && JSON.stringify(geofence.shape) === JSON.stringify(shape)
      const { id } = geofence
        ? await change('patchClientGeofencesById', { id: geofence.id }, { ...own, ...(!isSame && { shape }) })
        : await change('postClientGeofences', undefined, { ...own, shape })
      onSaved(id)
    },
  })
  const { colour, minimum } = form.values
  const groups = useOperation('getClientGroups', undefined).data ?? []
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  useEffect(() => onColour(colour), [onColour, colour])
  const refused = form.error instanceof Refused ? form.error : undefined
  const shapeRefusal = refused?.faults.find(({ field }) => field?.startsWith('shape'))?.message
  const heading = geofence ? words.editTitle(geofence.name) : words.newTitle
  return (
    <Form
      form={shapeRefusal ? { ...form, error: null } : form}
      className={classes.form}
      label={heading}
      act={words.save}
      cancel={onCancel}
    >
      <div className={classes.head}>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.shared.cancel} onClick={onCancel}>
          <BackIcon />
        </ActionIcon>
        <Title order={1} className={classes.title} tabIndex={-1} ref={title}>
          {heading}
        </Title>
      </div>
      <ShapeField
        drawing={drawing}
        fault={fault}
        isTried={form.isTried}
        refusal={shapeRefusal && words.faults.server(shapeRefusal)}
        chosenPoint={chosenPoint}
        onDrawing={(draw) => {
          form.forget()
          onDrawing(draw)
        }}
      />
      <TextField form={form} name="name" label={words.name} maxLength={100} isRequired withAsterisk={false} />
      <ColourField {...form.field('colour')} />
      <ScopeField units={units} groups={groups} {...form.field('scope')} />
      <SelectField
        form={form}
        name="minimum"
        label={words.minimum}
        options={[...new Set([...minimums, Number(minimum)])]
          .sort((a, b) => a - b)
          .map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? words.everyStay : words.minimums(formatDuration(seconds)),
          }))}
      />
      <TextField
        form={form}
        name="since"
        type="date"
        label={words.since}
        hint={words.sinceHint}
        max={dateOf(Date.now() / 1000)}
      />
    </Form>
  )
}
