/** An asset is made or changed; of sensors and gateways, which are the provider's, only the labels are. */
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Refused, useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { FormButtons } from '../../shared/Setting.tsx'
import { SureButton } from '../../shared/SureButton.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { change } from '../client-api.ts'
import classes from './AssetsView.module.css'
import type { Label, Thing } from './tags-api.ts'

const words = texts.tags

interface AssetFormProps {
  /** Undefined: a new one. */
  readonly thing?: Thing
  readonly labels: readonly Label[]
  readonly sensors: readonly Thing[]
  readonly categories: readonly string[]
  reload(): Promise<void>
  close(): void
}

export function AssetForm({ thing, labels, sensors, categories, reload, close }: AssetFormProps) {
  const isAsset = thing === undefined || thing.type === 'asset'
  const [name, setName] = useState(thing?.name ?? '')
  const [category, setCategory] = useState(thing?.category ?? '')
  const [sensor, setSensor] = useState(thing?.sensor_id ?? null)
  const [chosen, setChosen] = useState<readonly string[]>(thing?.label_ids ?? [])
  // Known as soon as it is made: whoever saves again because its labels did not arrive makes no second one.
  const id = useRef(thing?.id)
  const doing = useDoing()
  const nameFault = doing.error instanceof Refused ? doing.error.about('name') : undefined
  const save = async () => {
    const asset = { name: name.trim(), category: category.trim() || null, sensor_id: sensor }
    if (isAsset && id.current !== undefined) await change('PATCH', `/assets/${id.current}`, asset)
    else id.current ??= (await change<Thing>('POST', '/assets', asset)).id
    await change('PUT', `/units/${id.current}/labels`, { label_ids: chosen })
    await reload()
    close()
  }
  // It stands above the list, from far down in which it may have been chosen.
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'start' })
    shown.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={shown} className={classes.edited} tabIndex={-1}>
      <Panel title={thing ? thing.name : words.make}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void doing.run(save)
          }}
        >
          {isAsset ? (
            <div className={classes.fields}>
              <TextInput
                label={words.name}
                required
                withAsterisk={false}
                maxLength={100}
                value={name}
                error={nameFault}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <TextInput
                label={words.category}
                description={words.categoryHint}
                inputWrapperOrder={['label', 'input', 'description']}
                maxLength={50}
                list="asset-categories"
                value={category}
                onChange={({ currentTarget }) => setCategory(currentTarget.value)}
              />
              <datalist id="asset-categories">
                {categories.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
              <NativeSelect
                label={words.sensor}
                data={[
                  { value: '', label: words.noSensor },
                  ...sensors.map((one) => ({ value: String(one.id), label: sensorName(one) })),
                ]}
                value={sensor === null ? '' : String(sensor)}
                onChange={({ currentTarget: { value } }) => setSensor(value === '' ? null : Number(value))}
              />
            </div>
          ) : (
            <Text size="sm" c="dimmed">
              {words.ofProvider(thing.ident)}
            </Text>
          )}
          {labels.length > 0 && (
            <fieldset className={classes.ticks}>
              <legend>{words.labels.title}</legend>
              {labels.map(({ id, name: word }) => (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={({ currentTarget: { checked } }) =>
                      setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                    }
                  />
                  <span>{word}</span>
                </label>
              ))}
            </fieldset>
          )}
          {doing.error !== undefined && nameFault === undefined && <Failure error={doing.error} />}
          <FormButtons label={words.save} isBusy={doing.isBusy} cancel={close} />
        </form>
        {thing?.type === 'asset' && (
          <div className={classes.foot}>
            <SureButton
              label={words.remove}
              of={thing.name}
              effect={words.removeEffect(thing.name)}
              sure={words.removeSure}
              act={async () => {
                await change('DELETE', `/assets/${thing.id}`)
                close()
                await reload()
              }}
            />
          </div>
        )}
      </Panel>
    </div>
  )
}

const sensorName = ({ name, ident }: Thing): string => (name === ident ? name : `${name} (${ident})`)
