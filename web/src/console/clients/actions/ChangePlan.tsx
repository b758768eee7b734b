import { useChange } from '../../../api/queries.ts'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { Form, SelectField, useForm } from '../../../shared/forms/form.tsx'
import { words } from '../../../shared/texts/console.ts'
import { toast } from '../../blocks/toasts.tsx'
import type { ActProps } from '../client.ts'
import { usePlans } from '../use-plans.ts'
import classes from './actions.module.css'

const { actions } = words.clients

export function ChangePlan(props: ActProps) {
  const { plans } = usePlans()
  const app = props.account.reg_apps[0]!
  const others = plans.filter((plan) => plan.app_id === app && plan.id !== props.plan?.id)
  if (others.length === 0) return <Notice tone="quiet">{actions.planNone}</Notice>
  return <Choose {...props} app={app} options={others.map(({ id, name }) => ({ value: id, label: name }))} />
}

interface ChooseProps extends ActProps {
  readonly app: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

function Choose({ account, plan, app, options, close }: ChooseProps) {
  const change = useChange('putAccountsByIdClientPlan')
  const set = (tariff_plan_id: string) =>
    change.mutateAsync({ params: { id: account.id }, body: { tariff_plan_id, app_id: app } })
  const form = useForm({
    start: { tariff_plan_id: options[0]!.value },
    send: async ({ tariff_plan_id }) => {
      await set(tariff_plan_id)
      close()
      toast(actions.planChanged, plan && { undo: () => set(plan.id) })
    },
  })
  return (
    <Form form={form} act={actions.plan} cancel={close}>
      <p className={classes.line}>{actions.planExplain}</p>
      <SelectField form={form} name="tariff_plan_id" label={actions.planNew} options={options} isFirst />
    </Form>
  )
}
