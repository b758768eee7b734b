/** A sensor of a unit: its last value, and its actions. */

import { Code, NativeSelect, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { locale, texts } from '../../shared/texts/texts.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { Ticks } from '../notifications/Ticks.tsx'
import type { Unit } from '../types.ts'
import type { Sensor } from './draft.ts'
import { SensorForm, saveTemplate } from './SensorForm.tsx'
import { valueText } from './value.ts'

const words = texts.sensors

interface SensorCardProps {
  readonly sensor: Sensor
  readonly unit: Unit
  readonly units: readonly Unit[]
}

export function SensorCard({ sensor, unit, units }: SensorCardProps) {
  const mayArrange = useMay('arrange')
  const [open, setOpen] = useState<'edit' | 'copy'>()
  const [said, setSaid] = useState('')
  const keeping = useMutation({
    mutationFn: () => saveTemplate(sensor, unit),
    onMutate: () => setSaid(''),
    onSuccess: () => setSaid(words.templateSaved),
  })
  const title = `${sensor.name}, ${unit.name}`
  const close = () => setOpen(undefined)
  const others = units.filter(({ id }) => id !== unit.id)
  const button = (label: string, onClick: () => void, isExpanded?: boolean) => (
    <CardButton label={label} of={title} onClick={onClick} {...(isExpanded !== undefined && { isExpanded })} />
  )
  return (
    <li className={cards.card} aria-label={title}>
      <div className={cards.main}>
        <div className={cards.head}>
          <Text fw={600} className={cards.title}>
            {sensor.name} <span className={cards.of}>{unit.name}</span>
          </Text>
          {sensor.recomputing && <State tone="quiet">{words.recomputing}</State>}
        </div>
        <Text size="sm">
          {sensor.value === null ? words.noValue : `${valueText(sensor)} · ${formatTime(sensor.at ?? 0)}`}
        </Text>
        <Text size="sm" c="dimmed">
          <Code>{sensor.formula}</Code> {settingsOf(sensor)}
        </Text>
      </div>
      {mayArrange && (
        <div className={cards.buttons}>
          {button(words.edit, () => setOpen(open === 'edit' ? undefined : 'edit'), open === 'edit')}
          {others.length > 0 &&
            button(words.copy, () => setOpen(open === 'copy' ? undefined : 'copy'), open === 'copy')}
          {button(words.template, () => keeping.mutate())}
          <ConfirmButton
            label={words.remove}
            of={title}
            effect={words.removeEffect}
            sure={words.removeSure}
            act={() => change('deleteClientUnitSensorsById', { id: sensor.id })}
          />
        </div>
      )}
      <Failure error={keeping.error} />
      {said && (
        <Text size="sm" role="status">
          {said}
        </Text>
      )}
      {open === 'edit' && (
        <SensorForm
          label={`${words.edit}: ${title}`}
          unit={unit}
          sensor={sensor}
          save={async (body) => {
            await change('patchClientUnitSensorsById', { id: sensor.id }, body)
            close()
          }}
          cancel={close}
        />
      )}
      {open === 'copy' && (
        <CopyForm
          sensor={sensor}
          units={others}
          done={(text) => {
            setSaid(text)
            close()
          }}
          cancel={close}
        />
      )}
    </li>
  )
}

/** What else is done with the result of the formula. */
function settingsOf({ calibration, smoothing, smoothing_count, min, max }: Sensor): string {
  return [
    calibration.length > 0 && words.calibrated(words.pairs(calibration.length)),
    (min !== null || max !== null) && words.valid(min?.toLocaleString(locale), max?.toLocaleString(locale)),
    smoothing !== 'none' && words.smoothed(words.smoothings[smoothing], smoothing_count),
  ]
    .filter(Boolean)
    .join(' · ')
}

interface CopyFormProps {
  readonly sensor: Sensor
  readonly units: readonly Unit[]
  done(text: string): void
  cancel(): void
}

function CopyForm({ sensor, units, done, cancel }: CopyFormProps) {
  const form = useForm({
    start: { unit_ids: new Set<number>() as ReadonlySet<number>, existing: 'replace' as 'replace' | 'keep' },
    send: async ({ unit_ids, existing }) => {
      const body = { unit_ids: [...unit_ids], existing }
      const { created, replaced, kept } = await change('postClientUnitSensorsByIdCopies', { id: sensor.id }, body)
      done(words.copied(created, replaced, kept))
    },
  })
  return (
    <Form form={form} className={cards.form} label={`${words.copy}: ${sensor.name}`} act={words.copy} cancel={cancel}>
      <Ticks
        legend={words.copyTo}
        every={words.all}
        of={units.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={form.values.unit_ids}
        fault={form.faultOf('unit_ids')}
        onChange={(chosen) => form.set('unit_ids', chosen)}
      />
      <NativeSelect
        label={words.existing}
        data={(['replace', 'keep'] as const).map((value) => ({ value, label: words.existings[value] }))}
        value={form.values.existing}
        onChange={({ currentTarget }) => form.set('existing', currentTarget.value as 'replace' | 'keep')}
      />
    </Form>
  )
}
