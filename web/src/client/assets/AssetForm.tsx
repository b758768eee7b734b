/** Creates or changes an asset. Sensors and gateways belong to the provider; only their labels can be changed. */
import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { change, queryClient } from '../../api/queries.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go } from '../../shared/router/router.ts'
import { texts } from '../../shared/texts/texts.ts'
import type { Label, TaggedUnit } from '../types.ts'
import classes from './AssetsView.module.css'

const words = texts.tags

interface AssetFormProps {
  /** Undefined: a new one. */
  readonly unit?: TaggedUnit
  readonly labels: readonly Label[]
  readonly sensors: readonly TaggedUnit[]
  readonly categories: readonly string[]
  close(): void
}

export function AssetForm({ unit, labels, sensors, categories, close }: AssetFormProps) {
  const isAsset = unit === undefined || unit.type === 'asset'
  // Stored once it is created: saving again because the labels failed must not create a second asset.
  const id = useRef(unit?.id)
  const form = useForm({
    start: {
      name: unit?.name ?? '',
      category: unit?.category ?? '',
      sensor_id: String(unit?.sensor_id ?? ''),
      label_ids: unit?.label_ids ?? [],
    },
    send: async ({ name, category, sensor_id, label_ids }) => {
      const asset = {
        name: name.trim(),
        category: category.trim() || null,
        sensor_id: sensor_id === '' ? null : Number(sensor_id),
      }
      if (isAsset && id.current !== undefined) await call('patchClientAssetsById', { id: id.current }, asset)
      else id.current ??= (await call('postClientAssets', undefined, asset)).id
      await change('putClientUnitsByIdLabels', { id: id.current }, { label_ids })
      close()
    },
  })
  const chosen = form.values.label_ids
  // The form is at the top, and the button that opened it may be far down.
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'start' })
    shown.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={shown} className={classes.edited} tabIndex={-1}>
      <Panel title={unit ? words.edit : words.make}>
        <Form form={form} className={classes.form} act={words.save} cancel={close} isNative>
          {isAsset ? (
            <div className={classes.fields}>
              <TextField form={form} name="name" label={words.name} isRequired withAsterisk={false} maxLength={100} />
              <TextField
                form={form}
                name="category"
                label={words.category}
                hint={words.categoryHint}
                inputWrapperOrder={['label', 'input', 'description']}
                maxLength={50}
                list="asset-categories"
              />
              <datalist id="asset-categories">
                {categories.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
              <SelectField
                form={form}
                name="sensor_id"
                label={words.sensor}
                none={words.noSensor}
                options={sensors.map((one) => ({ value: String(one.id), label: sensorName(one) }))}
              />
            </div>
          ) : (
            <Text size="sm" c="dimmed">
              {words.ofProvider(unit.ident)}
            </Text>
          )}
          {labels.length > 0 && (
            <fieldset className={classes.ticks}>
              <legend>{words.labels.title}</legend>
              {labels.map(({ id: label, name: word }) => (
                <label key={label}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(label)}
                    onChange={({ currentTarget: { checked } }) =>
                      form.set('label_ids', checked ? [...chosen, label] : chosen.filter((one) => one !== label))
                    }
                  />
                  <span>{word}</span>
                </label>
              ))}
            </fieldset>
          )}
        </Form>
        {unit?.type === 'asset' && (
          <div className={classes.foot}>
            <ConfirmButton
              label={words.remove}
              of={unit.name}
              effect={words.removeEffect(unit.name)}
              sure={words.removeSure}
              act={async () => {
                await call('deleteClientAssetsById', { id: unit.id })
                go('#/assets')
                await queryClient.invalidateQueries()
              }}
            />
          </div>
        )}
      </Panel>
    </div>
  )
}

const sensorName = ({ name, ident }: TaggedUnit): string => (name === ident ? name : `${name} (${ident})`)
