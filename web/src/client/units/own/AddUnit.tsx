/** The form for a new unit of an owned account, which replaces the list of units. */
import { ActionIcon, Anchor, Button, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryClient, useOperation } from '../../../api/queries.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { BackIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Failure, Notice } from '../../../shared/feedback/Notice.tsx'
import { formatAgo } from '../../../shared/format/times.ts'
import { Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { go } from '../../../shared/router/router.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { unitAddress } from '../../route.ts'
import type { Me, Model, NearbyDevice } from '../../types.ts'
import { reloadUnits } from '../queries/use-fleet.ts'
import { CodeField } from './CodeField.tsx'
import { modelIn, type NamedDevice } from './code.ts'
import { ModelField } from './ModelField.tsx'
import classes from './own.module.css'
import { roomIn } from './room.ts'

const words = texts.owner.add
const { missing } = texts.client.faults

interface AddUnitProps {
  readonly me: Me
  /** From the address, which may come from a QR code. */
  readonly given: NamedDevice
}

export function AddUnit({ me, given }: AddUnitProps) {
  const models = useOperation('getClientModels', undefined, { isSteady: true })
  const { apps, left, most } = roomIn(me.plans)
  return (
    <section className={classes.page} aria-label={words.title}>
      <div className={classes.head}>
        <ActionIcon component="a" href="#/units" variant="subtle" color="gray" aria-label={texts.fleet.groups.back}>
          <BackIcon />
        </ActionIcon>
        <Title order={2} className={classes.title}>
          {words.title}
        </Title>
      </div>
      {apps.length === 0 ? (
        <Notice tone="warning">
          <p>{words.full(most)}</p>
          <Anchor href="#/account" size="sm">
            {texts.errors.toPlan}
          </Anchor>
        </Notice>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {words.left(left)}
          </Text>
          <Loaded query={models} height={320}>
            {(known) => <AddForm apps={apps} models={known} given={given} />}
          </Loaded>
        </>
      )}
    </section>
  )
}

interface AddFormProps {
  readonly apps: readonly string[]
  readonly models: readonly Model[]
  readonly given: NamedDevice
}

const idOf = (model: Model | undefined) => (model ? String(model.id) : '')

function AddForm({ apps, models, given }: AddFormProps) {
  const near = useMutation({ mutationFn: (ident: string) => call('getClientUnclaimedDevices', { ident }) })
  const form = useForm({
    start: () => ({
      ident: given.ident,
      hw_id: idOf(modelIn(models, given.model)),
      name: '',
      app_id: apps[0] ?? '',
    }),
    judge: ({ ident, hw_id, name }) => ({
      ident: ident.trim() ? undefined : missing,
      hw_id: hw_id ? undefined : missing,
      name: name.trim() ? undefined : missing,
    }),
    send: async (values) => {
      const ident = values.ident.trim()
      const body = { name: values.name.trim(), hw_id: Number(values.hw_id), app_id: values.app_id }
      const { id } = device
        ? await call('postClientUnclaimedDevicesByIdClaim', { id: device.id }, body)
        : await call('postClientUnits', undefined, { ...body, ident })
      await reloadUnits()
      go(unitAddress(id))
      // Only afterwards: with this unit the plan may be full, and the form is gone.
      await queryClient.invalidateQueries()
    },
  })
  const ident = form.values.ident.trim()
  // Another ident was entered meanwhile, so the result is for another device.
  const found = near.variables === ident ? near.data : undefined
  const device = found?.[0]
  const isSpoken = (model: Model, by: NearbyDevice) => model.protocol === by.protocol
  const fitting = device ? models.filter((model) => isSpoken(model, device)) : models
  const search = () =>
    near.mutate(ident, {
      // A model with another protocol was chosen before the device was found.
      onSuccess: ([by]) => {
        const chosen = modelIn(models, form.values.hw_id)
        if (by && chosen && !isSpoken(chosen, by)) form.set('hw_id', '')
      },
    })
  const read = (named: NamedDevice) => {
    form.set('ident', named.ident)
    const model = modelIn(models, named.model)
    if (model) form.set('hw_id', idOf(model))
  }
  return (
    <>
      <CodeField onRead={read} />
      <Form form={form} act={words.title}>
        <TextField form={form} name="ident" label={words.ident} hint={words.identHint} maxLength={64} isMono />
        {ident && <Near search={search} isBusy={near.isPending} error={near.error} found={found} />}
        <ModelField {...form.field('hw_id')} models={fitting} />
        <TextField form={form} name="name" label={words.name} maxLength={100} />
        {apps.length > 1 && (
          <SelectField
            form={form}
            name="app_id"
            label={words.app}
            options={apps.map((app) => ({ value: app, label: applicationTitle(app) }))}
          />
        )}
      </Form>
    </>
  )
}

interface NearProps {
  search(): void
  readonly isBusy: boolean
  readonly error: unknown
  readonly found: readonly NearbyDevice[] | undefined
}

/** For a person with the device at hand: is it on, and does it reach the server? */
function Near({ search, isBusy, error, found }: NearProps) {
  const [device] = found ?? []
  return (
    <div className={classes.near}>
      <Text size="sm" c="dimmed">
        {words.nearHint}
      </Text>
      <Button variant="default" size="xs" loading={isBusy} onClick={search}>
        {words.near}
      </Button>
      <Failure error={error} />
      {device && <Notice tone="good">{words.found(formatAgo(device.last_seen), device.protocol)}</Notice>}
      {found && !device && <Notice tone="warning">{words.notFound}</Notice>}
    </div>
  )
}
