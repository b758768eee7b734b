import { Button } from '@mantine/core'
import { call, isSpoken } from '../../../api/call.ts'
import type { GatewayPlace } from '../../../api/generated.ts'
import { queryClient, useOperation } from '../../../api/queries.ts'
import { ArrowIcon, TrashIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { go, to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { PasswordTextField } from '../../blocks/fields.tsx'
import { Columns } from '../../blocks/layout.tsx'
import { toast, toastFailure } from '../../blocks/toasts.tsx'
import { useMay } from '../../session.ts'
import { ModelPicker } from '../ModelPicker.tsx'
import { useMoving } from '../MoveUnits.tsx'
import type { UnitProps } from '../unit.ts'
import { hasTracker } from '../unit.ts'
import classes from '../units.module.css'
import { KeepingPanel } from './KeepingPanel.tsx'
import { LinksPanel } from './LinksPanel.tsx'
import { ProtocolPanel } from './ProtocolPanel.tsx'
import { SourceNetworksPanel } from './SourceNetworksPanel.tsx'

const { bin, create, move: moveTexts, settings } = words.units

const saved = async (work: Promise<unknown>) => {
  await work
  await queryClient.invalidateQueries()
  toast(settings.saved)
}

export function SettingsTab({ unit }: UnitProps) {
  const may = useMay()
  if (!may('units')) return <Notice tone="quiet">{settings.readOnly}</Notice>
  return (
    <Columns>
      <div className={classes.stack}>
        <Panel title={settings.title}>
          <UnitForm unit={unit} />
        </Panel>
        {hasTracker(unit) && <ProtocolPanel unit={unit} />}
      </div>
      <div className={classes.stack}>
        {unit.type === 'asset' && isSpoken('putUnitsByIdLink') && <AssetPanels unit={unit} />}
        {unit.type === 'gateway' && isSpoken('putUnitsByIdPlace') && <PlacePanel unit={unit} />}
        <KeepingPanel unit={unit} />
        {hasTracker(unit) && <SourceNetworksPanel unit={unit} />}
        <LinksPanel unit={unit} />
        {hasTracker(unit) && <MovePanel unit={unit} />}
        <Panel title={settings.danger}>
          <div className={classes.stack}>
            <p className={classes.line}>{settings.deleteHint}</p>
            <div>
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                leftSection={<TrashIcon />}
                onClick={() => void deleteUnit(unit).catch(toastFailure)}
              >
                {settings.delete}
              </Button>
            </div>
          </div>
        </Panel>
      </div>
    </Columns>
  )
}

function MovePanel({ unit }: UnitProps) {
  const { move, dialog } = useMoving()
  const run = async () => {
    const [id] = (await move([unit])) ?? []
    if (id !== undefined) go(to('/units/:id', { id }))
  }
  return (
    <Panel title={moveTexts.open}>
      <div>
        <Button variant="default" leftSection={<ArrowIcon />} onClick={() => void run()}>
          {moveTexts.act}
        </Button>
      </div>
      {dialog}
    </Panel>
  )
}

/** What else will be deleted is requested when it matters. */
async function deleteUnit(unit: UnitProps['unit']): Promise<void> {
  const none = () => undefined
  const [telemetry, waiting] = await Promise.all([
    call('getUnitsByIdTelemetry', { id: unit.id }).catch(none),
    hasTracker(unit)
      ? call('getUnitsByIdCommands', { id: unit.id, state: 'queued', fields: 'id' }).catch(none)
      : undefined,
  ])
  const links = (unit.linked_devices?.length ?? 0) + (unit.device_link ? 1 : 0)
  const isYes = await confirm({
    title: settings.deleteTitle(unit.name),
    text: settings.deleteHint,
    effect: [
      [1, settings.effectUnit],
      [Object.keys(telemetry ?? {}).length, settings.effectParameters],
      ...(waiting && waiting.length > 0 ? ([[waiting.length, settings.effectCommands]] as const) : []),
      ...(links > 0 ? ([[links, settings.effectLinked]] as const) : []),
    ],
    canBeUndone: true,
    undoText: bin.undo,
    act: settings.delete,
    typed: unit.name,
  })
  if (!isYes) return
  await call('deleteUnitsById', { id: unit.id })
  go(to('/units'))
  toast(settings.deleted(unit.name))
  await queryClient.invalidateQueries()
}

function UnitForm({ unit }: UnitProps) {
  const form = useForm({
    start: {
      name: unit.name,
      ident: unit.ident,
      hw_id: unit.hw_id as number | null,
      description: unit.description,
      password: '',
    },
    judge: ({ name, ident }) => ({
      name: name.trim() ? undefined : words.form.missing,
      ident: ident.trim() ? undefined : words.form.missing,
    }),
    // Only changes are sent.
    send: ({ name, ident, hw_id, description, password }) =>
      saved(
        call(
          'patchUnitsById',
          { id: unit.id },
          {
            ...(name.trim() !== unit.name && { name: name.trim() }),
            ...(ident.trim() !== unit.ident && { ident: ident.trim() }),
            ...(hw_id !== null && hw_id !== unit.hw_id && { hw_id }),
            ...(description !== unit.description && { description }),
            ...(password && { password }),
          },
        ),
      ),
  })
  return (
    <Form form={form}>
      <TextField form={form} name="name" label={create.name} maxLength={100} isRequired />
      <TextField form={form} name="ident" label={create.ident} maxLength={64} isRequired isMono />
      {hasTracker(unit) && (
        <ModelPicker
          label={create.model}
          value={form.values.hw_id}
          onChange={(id) => form.set('hw_id', id)}
          error={form.faultOf('hw_id')}
          isRequired
        />
      )}
      <TextField form={form} name="description" label={create.description} maxLength={100} />
      {hasTracker(unit) && (
        <PasswordTextField form={form} name="password" label={settings.password} hint={settings.passwordHint} isNew />
      )}
    </Form>
  )
}

function AssetPanels({ unit }: UnitProps) {
  const units = useOperation('getUnits', { account_ids: String(unit.account_id), sort: 'name', limit: 1000 })
  return (
    <>
      <Panel title={settings.link}>
        <Loaded query={units} height={90}>
          {(all) => (
            <LinkForm
              unit={unit}
              sensors={all
                .filter(({ type }) => type === 'sensor')
                .map(({ id, name, ident }) => ({
                  value: String(id),
                  label: name === ident ? name : `${name} · ${ident}`,
                }))}
            />
          )}
        </Loaded>
      </Panel>
      <Panel title={settings.category}>
        <CategoryForm unit={unit} />
      </Panel>
    </>
  )
}

function LinkForm({ unit, sensors }: UnitProps & { sensors: readonly { value: string; label: string }[] }) {
  const form = useForm({
    start: { device_link: unit.device_link ? String(unit.device_link) : '' },
    send: ({ device_link }) =>
      saved(call('putUnitsByIdLink', { id: unit.id }, { device_link: device_link ? Number(device_link) : null })),
  })
  return (
    <Form form={form}>
      <SelectField
        form={form}
        name="device_link"
        label={settings.linkTo}
        hint={settings.linkHint}
        none={settings.linkNone}
        options={sensors}
      />
    </Form>
  )
}

function CategoryForm({ unit }: UnitProps) {
  const form = useForm({
    start: { category: unit.category ?? '' },
    send: ({ category }) => saved(call('putUnitsByIdCategory', { id: unit.id }, { category: category.trim() || null })),
  })
  return (
    <Form form={form}>
      <TextField form={form} name="category" label={settings.category} maxLength={100} />
    </Form>
  )
}

function PlacePanel({ unit }: UnitProps) {
  const place = useOperation('getUnitsByIdPlace', { id: unit.id })
  return (
    <Panel title={settings.place}>
      <Loaded query={place} height={90}>
        {(found) => <PlaceForm unit={unit} place={found} />}
      </Loaded>
    </Panel>
  )
}

const degrees = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

function PlaceForm({ unit, place }: UnitProps & { place: GatewayPlace }) {
  const fault = (text: string) => (Number.isNaN(degrees(text)) ? settings.number : undefined)
  const form = useForm({
    start: { latitude: String(place.latitude ?? ''), longitude: String(place.longitude ?? '') },
    judge: ({ latitude, longitude }) => ({ latitude: fault(latitude), longitude: fault(longitude) }),
    send: ({ latitude, longitude }) =>
      saved(call('putUnitsByIdPlace', { id: unit.id }, { latitude: degrees(latitude), longitude: degrees(longitude) })),
  })
  return (
    <Form form={form}>
      <p className={classes.line}>{settings.placeHint}</p>
      <FieldRow>
        <TextField form={form} name="latitude" label={settings.latitude} />
        <TextField form={form} name="longitude" label={settings.longitude} />
      </FieldRow>
    </Form>
  )
}
