/** A new provider plan: the limits within which dealers create their own plans. */
import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { call } from '../../../api/call.ts'
import type { OperatorManagedApplication } from '../../../api/generated.ts'
import { queryClient, useOperation } from '../../../api/queries.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { go, to, useQueryValues } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { AreaField, NumberField } from '../../blocks/fields.tsx'
import { PageBody, PageHead } from '../../blocks/layout.tsx'
import { toast } from '../../blocks/toasts.tsx'
import { useModuleTexts } from '../../plans/modules.tsx'
import planClasses from '../../plans/NewPlanPage.module.css'
import { moduleTitle, toggled } from '../../plans/plan.ts'
import classes from './NewOfferPage.module.css'
import { isRange, limitOf, type Range, startRange } from './offer.ts'

const { offers } = operator

export function NewOfferPage() {
  const query = useOperation('getOperatorApplications', undefined, { isSteady: true })
  const [values, change] = useQueryValues()
  return (
    <PageBody isNarrow>
      <PageHead title={offers.new} detail={offers.newText} back={{ address: to('/plans'), title: offers.title }} />
      <Panel>
        <Loaded query={query} height={320}>
          {(all) => {
            const app = all.find(({ app_id }) => app_id === values.get('app_id')) ?? all[0]!
            return (
              <NewOffer
                key={app.app_id}
                app={app}
                apps={all.map(({ app_id }) => app_id)}
                choose={(app_id) => change({ app_id })}
              />
            )
          }}
        </Loaded>
      </Panel>
    </PageBody>
  )
}

interface NewOfferProps {
  readonly app: OperatorManagedApplication
  readonly apps: readonly string[]
  choose(app: string): void
}

interface Values {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly price: number | ''
  readonly currency: string
  readonly limits: Readonly<Record<string, Range>>
  readonly modules: readonly string[]
}

function NewOffer({ app, apps, choose }: NewOfferProps) {
  const { titleOf } = useModuleTexts()
  const rangeOf = (limits: Values['limits'], quota: string) => limits[quota] ?? startRange(quota)
  const form = useForm<Values>({
    start: { name: '', type: 'managed', description: '', price: 0, currency: 'eur', limits: {}, modules: [] },
    judge: ({ name, price, currency, limits }) => ({
      name: name.trim() ? undefined : words.form.missing,
      price: price === '' ? words.form.missing : undefined,
      currency: /^[a-z]{3}$/i.test(currency) ? undefined : offers.currencyWrong,
      limits: app.quotas.every((quota) => isRange(quota, rangeOf(limits, quota))) ? undefined : offers.limitWrong,
    }),
    send: async ({ name, type, description, price, currency, limits, modules }) => {
      const isTrial = type === 'trial'
      await call('postOperatorProviderPlans', undefined, {
        app_id: app.app_id,
        name: name.trim(),
        type: isTrial ? 'trial' : 'managed',
        price: isTrial ? 0 : Number(price),
        currency: currency.toLowerCase(),
        limits: Object.fromEntries(app.quotas.map((quota) => [quota, limitOf(quota, rangeOf(limits, quota))])),
        modules,
        ...(description.trim() && { description: description.trim() }),
      })
      await queryClient.invalidateQueries()
      toast(offers.offered)
      go(to('/plans'))
    },
  })
  const { limits, modules, type } = form.values
  return (
    <Form form={form} act={offers.act}>
      <NativeSelect
        label={offers.application}
        data={apps.map((id) => ({ value: id, label: applicationTitle(id) }))}
        value={app.app_id}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <TextField form={form} name="name" label={offers.name} maxLength={100} isRequired isFirst />
      <SelectField
        form={form}
        name="type"
        label={offers.type}
        options={Object.entries(offers.types).map(([value, label]) => ({ value, label }))}
      />
      {type !== 'trial' && (
        <FieldRow>
          <NumberField form={form} name="price" label={offers.price} min={0} isRequired />
          <TextField form={form} name="currency" label={offers.currency} maxLength={3} isRequired />
        </FieldRow>
      )}
      <AreaField form={form} name="description" label={offers.description} rows={2} maxLength={1000} />
      <fieldset className={planClasses.group}>
        <legend>{offers.limits}</legend>
        {app.quotas.map((quota) => (
          <RangeFields
            key={quota}
            quota={quota}
            range={rangeOf(limits, quota)}
            change={(range) => form.set('limits', { ...limits, [quota]: range })}
          />
        ))}
        {form.faultOf('limits') && (
          <p className={classes.fault} role="alert">
            {form.faultOf('limits')}
          </p>
        )}
      </fieldset>
      <fieldset className={planClasses.group}>
        <legend>{offers.modules}</legend>
        <div className={planClasses.modules}>
          {app.modules.map((module) => (
            <Checkbox
              key={module.name}
              label={titleOf(module.name)}
              description={
                module.default_included ? words.plans.always : module.depended_on[0] && needsText(module.depended_on[0])
              }
              checked={module.default_included || modules.includes(module.name)}
              disabled={module.default_included}
              onChange={() => form.set('modules', toggled(modules, module.name, app.modules))}
            />
          ))}
        </div>
      </fieldset>
    </Form>
  )
}

const needsText = (name: string) => words.plans.needs(moduleTitle(name))

interface RangeProps {
  readonly quota: string
  readonly range: Range
  change(range: Range): void
}

function RangeFields({ quota, range, change }: RangeProps) {
  const isStorage = quota === 'unit_storage'
  const title = words.plans.quotas[quota] ?? quota
  return (
    <div className={classes.range}>
      <span className={classes.title}>
        {title}
        {isStorage && <span className={classes.hint}>{offers.storageHint}</span>}
      </span>
      {(['min', 'start', 'max'] as const).map((name, index) => (
        <NumberInput
          key={name}
          label={offers.limitHead[index]}
          aria-label={`${title}, ${offers.limitHead[index]}`}
          min={0}
          step={isStorage ? 10 : 1}
          suffix={isStorage ? ' MB' : ''}
          clampBehavior="none"
          error={!isRange(quota, range)}
          value={range[name]}
          onChange={(value) => change({ ...range, [name]: typeof value === 'number' ? value : '' })}
        />
      ))}
    </div>
  )
}
