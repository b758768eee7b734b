/** Fees that dealers pay every month for a service of the platform. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { OperatorOfferedServicePlan } from '../../../api/generated.ts'
import { queryClient, useChange, useOperation } from '../../../api/queries.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { PlansIcon, PlusIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { Dialog } from '../../blocks/Dialog.tsx'
import { AreaField, NumberField } from '../../blocks/fields.tsx'
import { Empty, SmallTable } from '../../blocks/layout.tsx'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import { toast, toastResult } from '../../blocks/toasts.tsx'
import { Time } from '../../blocks/values.tsx'
import classes from '../operator.module.css'
import { priceText } from './offer.ts'

const { offers } = operator

export function ServicePlans() {
  const query = useOperation('getOperatorServicePlans', undefined)
  return (
    <Panel>
      <Loaded query={query} height={200}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<PlansIcon />} title={offers.servicesEmpty.title}>
              {offers.servicesEmpty.text}
            </Empty>
          ) : (
            <SmallTable label={offers.services} head={offers.serviceHead}>
              {all.map((plan) => (
                <Row key={plan.id} plan={plan} />
              ))}
            </SmallTable>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Row({ plan }: { plan: OperatorOfferedServicePlan }) {
  const ending = useChange('postOperatorServicePlansByIdEnd')
  const end = async () => {
    const isYes = await confirm({
      title: offers.endTitle(plan.name),
      text: offers.endText,
      effect: [[1, offers.endEffect]],
      canBeUndone: false,
      act: offers.end,
    })
    if (!isYes) return
    await toastResult(ending.mutateAsync({ params: { id: plan.id } }), offers.isEnded)
  }
  const isRunning = plan.status === 'active'
  return (
    <tr>
      <td>
        {plan.name}
        {plan.description && <p className={classes.quiet}>{plan.description}</p>}
      </td>
      <td>{applicationTitle(plan.app_id)}</td>
      <td className={classes.number}>{priceText(plan.price, plan.currency)}</td>
      <td className={classes.number}>
        <Time at={plan.data.time_begin} as="day" />
      </td>
      <td>
        <StateBadge tone={isRunning ? 'good' : 'quiet'}>{isRunning ? offers.running : offers.ended}</StateBadge>
      </td>
      <td>
        {isRunning && (
          <Button variant="default" size="xs" loading={ending.isPending} onClick={() => void end()}>
            {offers.end}
          </Button>
        )}
      </td>
    </tr>
  )
}

export function NewServiceButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button leftSection={<PlusIcon />} onClick={() => setIsOpen(true)}>
        {offers.newService}
      </Button>
      <Dialog title={offers.newService} isOpen={isOpen} close={() => setIsOpen(false)}>
        <NewService close={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function NewService({ close }: { close: () => void }) {
  const applications = useOperation('getOperatorApplications', undefined, { isSteady: true })
  const form = useForm({
    start: { app_id: '', name: '', description: '', price: 0 as number | '', currency: 'eur' },
    judge: ({ name, price, currency }) => ({
      name: name.trim() ? undefined : words.form.missing,
      price: price === '' ? words.form.missing : undefined,
      currency: /^[a-z]{3}$/i.test(currency) ? undefined : offers.currencyWrong,
    }),
    send: async ({ app_id, name, description, price, currency }) => {
      await call('postOperatorServicePlans', undefined, {
        app_id: app_id || (applications.data?.[0]?.app_id ?? ''),
        name: name.trim(),
        price: Number(price),
        currency: currency.toLowerCase(),
        ...(description.trim() && { description: description.trim() }),
      })
      await queryClient.invalidateQueries()
      toast(offers.introduced)
      close()
    },
  })
  return (
    <Form form={form} act={offers.serviceAct} cancel={close}>
      <TextField form={form} name="name" label={offers.name} maxLength={100} isRequired isFirst />
      <SelectField
        form={form}
        name="app_id"
        label={offers.application}
        options={(applications.data ?? []).map(({ app_id }) => ({ value: app_id, label: applicationTitle(app_id) }))}
      />
      <FieldRow>
        <NumberField form={form} name="price" label={offers.price} min={0} isRequired />
        <TextField form={form} name="currency" label={offers.currency} maxLength={3} isRequired />
      </FieldRow>
      <AreaField form={form} name="description" label={offers.description} rows={2} maxLength={1000} />
    </Form>
  )
}
