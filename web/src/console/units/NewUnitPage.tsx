/** A new unit of a client; in tags_app it may be a gateway, a tag or an asset. */
import { call } from '../../api/call.ts'
import { queryClient, useOperation } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { Form, type FormState, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { toast } from '../blocks/toasts.tsx'
import { tagsApp } from '../clients/applications.ts'
import { ModelPicker } from './ModelPicker.tsx'

const { create } = words.units
type Kind = keyof typeof create.kinds

interface NewUnit {
  readonly account_id: number | null
  readonly app_id: string
  readonly kind: string
  readonly name: string
  readonly ident: string
  readonly hw_id: number | null
  readonly description: string
}

export function NewUnitPage() {
  const [query] = useQueryValues()
  const given = Number(query.get('account_id'))
  const form: FormState<NewUnit> = useForm<NewUnit>({
    start: {
      account_id: Number.isSafeInteger(given) && given > 0 ? given : null,
      app_id: '',
      kind: 'gateway',
      name: '',
      ident: query.get('ident') ?? '',
      hw_id: null,
      description: '',
    },
    judge: ({ account_id, name, ident, hw_id, kind }) => ({
      account_id: account_id === null ? words.form.missing : undefined,
      name: name.trim() ? undefined : words.form.missing,
      ident: ident.trim() || (isTags && kind === 'asset') ? undefined : words.form.missing,
      hw_id: hw_id === null && !(isTags && kind !== 'gateway') ? words.form.missing : undefined,
    }),
    send: async (values) => {
      const { account_id, description, hw_id } = values as typeof values & { account_id: number; hw_id: number }
      const named = { name: values.name.trim(), account_id, ...(description && { description }) }
      const ident = values.ident.trim()
      const unit = await (isTags && values.kind === 'sensor'
        ? call('postUnitsSensors', undefined, { ...named, ident })
        : isTags && values.kind === 'asset'
          ? call('postUnitsAssets', undefined, { ...named, ...(ident && { ident }) })
          : call('postUnits', undefined, { ...named, ident, hw_id, app_id }))
      await queryClient.invalidateQueries()
      toast(create.done(unit.name))
      go(to('/units/:id/:tab', { id: unit.id, tab: 'setup' }))
    },
  })
  const { account_id, kind } = form.values
  const account = useOperation('getAccountsById', { id: account_id ?? 0 }, { isEnabled: account_id !== null }).data
  const apps = account?.reg_apps ?? []
  // The first one, until another is chosen.
  const app_id = apps.find((app) => app === form.values.app_id) ?? apps[0] ?? ''
  const isTags = app_id === tagsApp
  const identHint = { gateway: create.identHint, sensor: create.tagHint, asset: create.assetHint }
  return (
    <PageBody isNarrow>
      <PageHead title={create.title} back={{ address: to('/units'), title: words.units.page.back }} />
      <Panel>
        <Form form={form} act={create.act}>
          <ClientPicker
            label={create.client}
            hint={create.clientHint}
            value={account_id}
            onChange={(id) => form.set('account_id', id)}
            error={form.faultOf('account_id')}
            isRequired
          />
          {apps.length > 1 && (
            <SelectField
              form={form}
              name="app_id"
              label={create.application}
              options={apps.map((id) => ({ value: id, label: applicationTitle(id) }))}
            />
          )}
          {isTags && (
            <SelectField
              form={form}
              name="kind"
              label={create.kind}
              options={Object.entries(create.kinds).map(([value, label]) => ({ value, label }))}
            />
          )}
          <TextField form={form} name="name" label={create.name} maxLength={100} isRequired />
          <TextField
            form={form}
            name="ident"
            label={create.ident}
            hint={isTags ? identHint[kind as Kind] : create.identHint}
            maxLength={64}
            isRequired={!(isTags && kind === 'asset')}
            isMono
          />
          {!(isTags && kind !== 'gateway') && (
            <ModelPicker
              label={create.model}
              value={form.values.hw_id}
              onChange={(id) => form.set('hw_id', id)}
              error={form.faultOf('hw_id')}
              isRequired
            />
          )}
          <TextField form={form} name="description" label={create.description} maxLength={100} />
        </Form>
      </Panel>
    </PageBody>
  )
}
