/**
 * Subscriptions for owned accounts. They come with the installation; the operator can change only prices and limits per
 * unit.
 */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { OperatorOfferedSubscription } from '../../../api/generated.ts'
import { queryClient, useOperation } from '../../../api/queries.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { FieldRow, Form, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { Dialog } from '../../blocks/Dialog.tsx'
import { NumberField } from '../../blocks/fields.tsx'
import { SmallTable } from '../../blocks/layout.tsx'
import { toast } from '../../blocks/toasts.tsx'
import { unitLimitsOf } from '../../plans/plan.ts'
import { UnitLimitFields } from '../../plans/UnitLimitFields.tsx'
import classes from '../operator.module.css'
import { limitText, priceText, unitLimitTexts } from './offer.ts'

const { offers } = operator

export function SubscriptionPlans() {
  const query = useOperation('getOperatorSubscriptionPlans', undefined)
  return (
    <Panel>
      <div className={classes.stack}>
        <p className={classes.text}>{offers.subscriptionText}</p>
        <Loaded query={query} height={240}>
          {(all) => (
            <SmallTable label={offers.subscriptions} head={offers.subscriptionHead}>
              {all.map((plan) => (
                <tr key={`${plan.app_id} ${plan.name}`}>
                  <td>{plan.name}</td>
                  <td>{applicationTitle(plan.app_id)}</td>
                  <td className={classes.number}>
                    {plan.price === null || plan.currency === null
                      ? offers.notSold
                      : priceText(plan.price, plan.currency)}
                  </td>
                  <td>{plan.platforms.map((name) => offers.platforms[name] ?? name).join(', ')}</td>
                  <td>
                    {Object.entries(plan.data)
                      .flatMap(([name, value]) => limitText(name, value))
                      .concat(unitLimitTexts(plan))
                      .join(' · ')}
                  </td>
                  <td className={classes.number}>{plan.running.toLocaleString(locale)}</td>
                  <td>
                    <TermsButton plan={plan} />
                  </td>
                </tr>
              ))}
            </SmallTable>
          )}
        </Loaded>
      </div>
    </Panel>
  )
}

function TermsButton({ plan }: { plan: OperatorOfferedSubscription }) {
  const [isOpen, setIsOpen] = useState(false)
  const title = offers.priceOf(plan.name, applicationTitle(plan.app_id))
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`${offers.changePrice}: ${title}`}
        onClick={() => setIsOpen(true)}
      >
        {offers.changePrice}
      </Button>
      <Dialog title={title} isOpen={isOpen} close={() => setIsOpen(false)}>
        <TermsForm plan={plan} close={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function TermsForm({ plan, close }: { plan: OperatorOfferedSubscription; close: () => void }) {
  const form = useForm({
    start: {
      price: (plan.price ?? '') as number | '',
      currency: plan.currency ?? 'eur',
      unit_extra_fields: (plan.unit_extra_fields ?? '') as number | '',
      unit_notify_settings: (plan.unit_notify_settings ?? '') as number | '',
    },
    judge: ({ currency }) => ({ currency: /^[a-z]{3}$/i.test(currency) ? undefined : offers.currencyWrong }),
    send: async ({ price, currency, ...limits }) => {
      const isSold = price !== ''
      const terms = { price: isSold ? Number(price) : null, currency: isSold ? currency.toLowerCase() : null }
      const body = { ...terms, ...unitLimitsOf(limits) }
      const params = { app_id: plan.app_id, name: plan.name }
      await call('patchOperatorSubscriptionPlansByAppIdByName', params, body)
      await queryClient.invalidateQueries()
      toast(offers.priceSaved)
      close()
    },
  })
  return (
    <Form form={form} act={offers.savePrice} cancel={close}>
      {plan.subscr_types.length > 0 && (
        <>
          <p className={classes.text}>{offers.priceHint}</p>
          <FieldRow>
            <NumberField form={form} name="price" label={offers.price} min={0} />
            <TextField form={form} name="currency" label={offers.currency} maxLength={3} isRequired />
          </FieldRow>
        </>
      )}
      <p className={classes.text}>{offers.unitLimits}</p>
      <UnitLimitFields form={form} />
    </Form>
  )
}
