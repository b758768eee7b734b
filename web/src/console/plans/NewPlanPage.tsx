/** A new plan: within a provider plan, so that the form offers nothing that would be refused. */
import { Anchor, Checkbox, NativeSelect, Slider } from '@mantine/core'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { Module, ProviderPlan } from '../../api/generated.ts'
import { queryClient, useOperation } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { decimalsOf, formatMoney } from '../../shared/format/money.ts'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { AreaField } from '../blocks/fields.tsx'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { appsOf } from '../clients/applications.ts'
import { useDealer } from '../session.ts'
import { useModuleTexts } from './modules.tsx'
import classes from './NewPlanPage.module.css'
import { isOffered, moduleTitle, quotaText, rangesOf, toggled } from './plan.ts'

const { create } = words.plans

export function NewPlanPage() {
  const { dialect } = useDealer()
  const [query, change] = useQueryValues()
  const apps = appsOf(dialect).filter(({ kind }) => kind === 'managed')
  const app = apps.find(({ id }) => id === query.get('app_id')) ?? apps[0]!
  const offered = useOperation('getBillingManagedPlansByAppId', { app_id: app.id }, { isSteady: true })
  const modules = useOperation('getClientPlansModules', { app_id: app.id }, { isSteady: true })
  return (
    <PageBody isNarrow>
      <PageHead title={words.plans.new} back={{ address: to('/plans'), title: words.plans.title }} />
      <Panel>
        <Loaded query={offered} height={320}>
          {(all) => (
            <Loaded query={modules} height={320}>
              {(known) => (
                <NewPlan
                  key={app.id}
                  app={app.id}
                  apps={apps.map(({ id }) => id)}
                  chooseApp={(id) => change({ app_id: id })}
                  offered={all.filter(isOffered)}
                  modules={known}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      </Panel>
    </PageBody>
  )
}

interface NewPlanProps {
  readonly app: string
  readonly apps: readonly string[]
  chooseApp(id: string): void
  readonly offered: readonly ProviderPlan[]
  readonly modules: readonly Module[]
}

interface Values {
  readonly managed_plan_id: string
  readonly name: string
  readonly description: string
  readonly quotas: Readonly<Record<string, number>>
  readonly modules: readonly string[]
}

function NewPlan({ app, apps, chooseApp, offered, modules }: NewPlanProps) {
  const { titleOf, hintOf } = useModuleTexts()
  const { verified, agreement, company_approved } = useDealer()
  const isVerified = verified && agreement
  const mayUse = ({ type }: ProviderPlan) => isVerified || (company_approved && type === 'trial')
  const usable = offered.find(mayUse)
  const form = useForm<Values>({
    start: { managed_plan_id: usable?.id ?? '', name: '', description: '', quotas: {}, modules: [] },
    judge: ({ name }) => ({ name: name.trim() ? undefined : words.form.missing }),
    send: async ({ managed_plan_id, name, description, ...values }) => {
      const plan = await call('postClientPlans', undefined, {
        managed_plan_id,
        app_id: app,
        name: name.trim(),
        quotas: filledQuotas(values.quotas),
        modules: values.modules.filter((one) => isIncluded(one)),
        ...(description.trim() && { description: description.trim() }),
      })
      await queryClient.invalidateQueries()
      go(to('/plans/:id', { id: plan.id }))
    },
  })
  const founded = offered.find(({ id }) => id === form.values.managed_plan_id) ?? usable
  const ranges = useMemo(() => (founded ? rangesOf(founded) : {}), [founded])
  const filledQuotas = (quotas: Values['quotas']) =>
    Object.fromEntries(
      Object.entries(ranges).map(([name, { min, max, start }]) => [
        name,
        Math.min(max, Math.max(min, quotas[name] ?? start)),
      ]),
    )
  const isIncluded = (name: string) => founded?.features.modules.includes(name) ?? false
  const quotas = filledQuotas(form.values.quotas)
  return (
    <Form form={form} act={create.act}>
      {!isVerified && (
        <Notice tone="warning">
          {company_approved ? create.unverified : create.unapproved}{' '}
          <Anchor underline="always" href={company_approved ? to('/company/:tab', { tab: 'payment' }) : to('/company')}>
            {words.company.title}
          </Anchor>
        </Notice>
      )}
      {apps.length > 1 && (
        // Everything else depends on it, so it is part of the address.
        <NativeSelect
          label={create.application}
          data={apps.map((id) => ({ value: id, label: applicationTitle(id) }))}
          value={app}
          onChange={({ currentTarget }) => chooseApp(currentTarget.value)}
        />
      )}
      {founded ? (
        <>
          <SelectField
            form={form}
            name="managed_plan_id"
            label={create.founded}
            hint={create.foundedHint}
            options={offered.map((plan) => ({ value: plan.id, label: labelOf(plan), disabled: !mayUse(plan) }))}
          />
          <TextField form={form} name="name" label={create.name} maxLength={100} isRequired isFirst />
          <AreaField form={form} name="description" label={create.description} rows={2} maxLength={1000} />
          <fieldset className={classes.group}>
            <legend>{create.quotas}</legend>
            {Object.entries(ranges).map(([name, range]) => (
              <div key={name} className={classes.quota}>
                <span id={`quota-${name}`}>{words.plans.quotas[name] ?? name}</span>
                <Slider
                  aria-labelledby={`quota-${name}`}
                  thumbLabel={words.plans.quotas[name] ?? name}
                  min={range.min}
                  max={range.max}
                  step={range.step}
                  label={(value) => quotaText(name, value)}
                  value={quotas[name]!}
                  onChange={(value) => form.set('quotas', { ...form.values.quotas, [name]: value })}
                />
                <output>{quotaText(name, quotas[name]!)}</output>
              </div>
            ))}
          </fieldset>
          <fieldset className={classes.group}>
            <legend>{create.modules}</legend>
            <div className={classes.modules}>
              {modules.map((module) => (
                <Checkbox
                  key={module.name}
                  label={titleOf(module.name)}
                  description={describe(module, founded, hintOf(module.name))}
                  checked={
                    module.default_included || (isIncluded(module.name) && form.values.modules.includes(module.name))
                  }
                  disabled={module.default_included || !isIncluded(module.name)}
                  onChange={() => form.set('modules', toggled(form.values.modules, module.name, modules))}
                />
              ))}
            </div>
          </fieldset>
        </>
      ) : (
        isVerified && <Notice tone="warning">{create.noFounded}</Notice>
      )}
    </Form>
  )
}

function labelOf({ name, price, currency, period, type }: ProviderPlan): string {
  // Prices of plans are in whole units of their currency, unlike the amounts of bills.
  const cost = create.price(formatMoney(price * 10 ** decimalsOf(currency), currency), period)
  return type === 'trial' ? `${name} (${create.trial})` : `${name} · ${cost}`
}

function describe(module: Module, founded: ProviderPlan, hint: string): string {
  if (module.default_included) return `${hint} · ${words.plans.always}`
  if (!founded.features.modules.includes(module.name)) return words.plans.notOffered(founded.name)
  const [needed] = module.depended_on
  return needed ? `${hint} · ${words.plans.needs(moduleTitle(needed))}` : hint
}
