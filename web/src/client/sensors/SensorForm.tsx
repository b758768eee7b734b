/** Sets up or changes a sensor, with a preview of what it measures. */
import { Button, FileButton, NativeSelect, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { csvText } from '../../shared/files/csv.ts'
import { saveCsv } from '../../shared/files/save-file.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { readingsOf } from '../../shared/units/telemetry.ts'
import cards from '../blocks/Cards.module.css'
import type { Unit } from '../types.ts'
import { bodyOf, draftOf, faultsOf, newDraft, pairsOf, pairsText, type Sensor, type SensorBody } from './draft.ts'
import { SensorPreview } from './SensorPreview.tsx'
import classes from './SensorsView.module.css'

const words = texts.sensors

interface SensorFormProps {
  readonly label: string
  readonly unit: Unit
  readonly sensor?: Sensor
  save(body: SensorBody): Promise<unknown>
  cancel(): void
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export function SensorForm({ label, unit, sensor, save, cancel }: SensorFormProps) {
  const form = useForm({
    start: sensor ? draftOf(sensor) : newDraft,
    judge: faultsOf,
    send: (draft) => save(bodyOf(draft)),
  })
  const { values: draft, set } = form
  const telemetry = useOperation('getClientUnitsByIdTelemetry', { id: unit.id }).data ?? {}
  const numbers = readingsOf(telemetry).filter(({ measure }) => measure !== undefined)
  const until = Math.ceil(unit.last_active ?? Date.now() / 1000) + 1
  const { pairs, fault } = pairsOf(draft.calibration)
  return (
    <Form form={form} className={cards.form} label={label} cancel={cancel}>
      {!sensor && <TemplateChoice unit={unit} use={(template) => form.reset(draftOf(template))} />}
      <FieldRow>
        <TextField form={form} name="name" label={words.name} placeholder={words.nameHint} maxLength={60} isRequired />
        <SelectField form={form} name="kind" label={words.kind} options={optionsOf(words.kinds)} />
        <TextField form={form} name="measure" label={words.measure} maxLength={16} />
        <TextField form={form} name="decimals" label={words.decimals} type="number" min={0} max={6} />
      </FieldRow>
      <FieldRow>
        <TextField
          form={form}
          name="formula"
          label={words.formula}
          hint={words.formulaHint}
          maxLength={500}
          isRequired
          isMono
        />
        {numbers.length > 0 && (
          <NativeSelect
            label={words.parameter}
            description={'\u00a0'}
            data={[
              { value: '', label: '…' },
              ...numbers.map(({ key, name, value }) => ({ value: key, label: `${name} · ${key} · ${value}` })),
            ]}
            value=""
            onChange={({ currentTarget: { value } }) => set('formula', `${draft.formula} ${value}`.trim())}
          />
        )}
      </FieldRow>
      <div className={classes.columns}>
        <div className={classes.table}>
          <Textarea
            label={words.calibration}
            description={words.calibrationHint}
            autosize
            minRows={4}
            maxRows={14}
            spellCheck={false}
            value={draft.calibration}
            error={fault ?? form.faultOf('calibration')}
            onChange={({ currentTarget }) => set('calibration', currentTarget.value)}
          />
          <div className={cards.buttons}>
            <FileButton
              accept=".csv,.txt,text/csv,text/plain"
              onChange={async (file) => {
                if (!file) return
                const text = await file.text()
                const read = pairsOf(text)
                set('calibration', read.fault ? text : pairsText(read.pairs))
              }}
            >
              {(props) => (
                <Button {...props} variant="default" size="xs">
                  {words.importFile}
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              size="xs"
              disabled={pairs.length === 0}
              onClick={() => saveCsv('calibration.csv', csvText(['input', 'value'], pairs))}
            >
              {words.exportFile}
            </Button>
            {pairs.length > 0 && (
              <Text size="sm" c="dimmed">
                {words.pairs(pairs.length)}
              </Text>
            )}
          </div>
          {pairs.length > 0 && (
            <SelectField form={form} name="outside" label={words.outside} options={optionsOf(words.outsides)} />
          )}
          <FieldRow>
            <TextField form={form} name="min" label={words.min} hint={words.rangeHint} inputMode="decimal" />
            <TextField form={form} name="max" label={words.max} hint={words.rangeHint} inputMode="decimal" />
          </FieldRow>
          <FieldRow>
            <SelectField form={form} name="smoothing" label={words.smoothing} options={optionsOf(words.smoothings)} />
            {draft.smoothing !== 'none' && (
              <TextField form={form} name="smoothing_count" label={words.count} type="number" min={2} max={25} />
            )}
          </FieldRow>
        </div>
        <SensorPreview unit={unit.id} body={bodyOf(draft)} until={until} />
      </div>
    </Form>
  )
}

type Template = Parameters<typeof draftOf>[0] & { readonly id: string; readonly hw_id: number | null }

/** Those for its model, and those for any. */
function TemplateChoice({ unit, use }: { unit: Unit; use(template: Template): void }) {
  const [chosen, setChosen] = useState('')
  const all = useOperation('getClientSensorTemplates', undefined).data ?? []
  const fitting = (all as readonly Template[]).filter(({ hw_id }) => hw_id === null || hw_id === unit.hw_id)
  const template = fitting.find(({ id }) => id === chosen)
  if (fitting.length === 0) return null
  return (
    <>
      <NativeSelect
        label={words.useTemplate}
        data={[{ value: '', label: words.noTemplate }, ...fitting.map(({ id, name }) => ({ value: id, label: name }))]}
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value)
          const one = fitting.find(({ id }) => id === value)
          if (one) use(one)
        }}
      />
      {template && (
        <ConfirmButton
          key={template.id}
          label={words.removeTemplate}
          of={template.name}
          effect={words.removeTemplateEffect}
          sure={words.removeSure}
          act={() => change('deleteClientSensorTemplatesById', { id: template.id })}
        />
      )}
    </>
  )
}

/** For other units of the same model. */
export const saveTemplate = (sensor: Sensor, unit: Unit) =>
  change('postClientSensorTemplates', undefined, { ...bodyOf(draftOf(sensor)), hw_id: unit.hw_id })
