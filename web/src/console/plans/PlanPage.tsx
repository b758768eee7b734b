/** One plan: what it includes, what it costs, and when its clients pay. */
import { Button } from '@mantine/core'
import { isSpoken } from '../../api/call.ts'
import type { ClientPlan, UnitLimits } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { Columns, Facts, PageBody, PageHead, Stacked } from '../blocks/layout.tsx'
import { toast, toastResult } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import type { PageProps } from '../page.ts'
import { PlanPrices } from '../prices/PlanPrices.tsx'
import { useMay } from '../session.ts'
import { useModuleTexts } from './modules.tsx'
import { PlanAutomation } from './PlanAutomation.tsx'
import { automationText, quotaText, type UnitLimitValues, unitLimitNames, unitLimitsOf } from './plan.ts'
import { UnitLimitFields } from './UnitLimitFields.tsx'

const { plans } = words
const texts = plans.one

export function PlanPage({ params: { id = '' } }: PageProps) {
  const query = useOperation('getClientPlansById', { id })
  return (
    <PageBody>
      <Loaded query={query} height={320}>
        {(plan) => <OnePlan plan={plan} />}
      </Loaded>
    </PageBody>
  )
}

function OnePlan({ plan }: { plan: ClientPlan }) {
  const { titleOf, hintOf } = useModuleTexts()
  const may = useMay()
  const remove = useChange('deleteClientPlansById')
  const founded = useOperation('getBillingManagedPlansByAppId', { app_id: plan.app_id }, { isSteady: true })
  const unitLimits = useOperation('getConsoleClientPlansByIdUnitLimits', { id: plan.id })
  const removeIt = async () => {
    const isYes = await confirm({
      title: texts.removeTitle(plan.name),
      text: texts.removeText,
      effect: [[1, texts.removeEffect]],
      canBeUndone: false,
      act: texts.remove,
    })
    if (!isYes) return
    if (await toastResult(remove.mutateAsync({ params: { id: plan.id } }), texts.removed)) go(to('/plans'))
  }
  return (
    <>
      <PageHead
        title={plan.name}
        detail={`${applicationTitle(plan.app_id)} · ${automationText(plan)}`}
        back={{ address: to('/plans'), title: texts.back }}
      >
        {may('manage') && (
          <Button variant="default" onClick={() => void removeIt()} loading={remove.isPending}>
            {texts.remove}
          </Button>
        )}
      </PageHead>
      {plan.description && <p style={{ margin: 0 }}>{plan.description}</p>}
      <Columns>
        <Stacked>
          <Panel title={texts.quotas}>
            <Facts
              facts={[
                ...Object.entries(plan.quotas).map(
                  ([name, value]) => [plans.quotas[name] ?? name, quotaText(name, value)] as const,
                ),
                [texts.founded, founded.data?.find((one) => one.id === plan.managed_plan_id)?.name ?? words.times.none],
                [texts.created, <Time key="created" at={plan.created_at} as="day" />],
              ]}
            />
          </Panel>
          <Loaded query={unitLimits}>{(limits) => <UnitLimitsPanel planId={plan.id} limits={limits} />}</Loaded>
          <Panel title={texts.automation}>
            {isSpoken('patchClientPlansByIdPaymentLifecycle') ? (
              <PlanAutomation plan={plan} />
            ) : (
              <Notice tone="quiet">{texts.partner}</Notice>
            )}
          </Panel>
        </Stacked>
        <Panel title={texts.modules}>
          <Facts facts={plan.modules.map((name) => [titleOf(name), hintOf(name)] as const)} />
        </Panel>
      </Columns>
      <PlanPrices planId={plan.id} />
    </>
  )
}

function UnitLimitsPanel({ planId, limits }: { planId: string; limits: UnitLimits }) {
  const may = useMay()
  const save = useChange('putConsoleClientPlansByIdUnitLimits')
  const form = useForm<UnitLimitValues>({
    start: {
      unit_extra_fields: limits.unit_extra_fields ?? '',
      unit_notify_settings: limits.unit_notify_settings ?? '',
    },
    send: async (values) => {
      await save.mutateAsync({ params: { id: planId }, body: unitLimitsOf(values) })
      toast(texts.unitLimitsSaved)
    },
  })
  return (
    <Panel title={texts.unitLimits}>
      {may('manage') ? (
        <Form form={form} act={texts.unitLimitsSave}>
          <p style={{ margin: 0 }}>{texts.unitLimitsText}</p>
          <UnitLimitFields form={form} />
        </Form>
      ) : (
        <Facts facts={unitLimitNames.map((name) => [plans.quotas[name]!, limits[name] ?? texts.noLimit] as const)} />
      )}
    </Panel>
  )
}
