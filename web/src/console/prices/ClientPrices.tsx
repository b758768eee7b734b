/** Agreements with one client: its own prices, a discount, add-ons. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ClientPrice } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { Form, SwitchField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { SidePanel } from '../blocks/Dialog.tsx'
import { toast, toastResult } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'
import { AddOns, addOnOf, Gives, isWhole, typedAddOn } from './AddOns.tsx'
import { ValidFrom } from './PlanPrices.tsx'
import { PriceListFields, Rate } from './PriceListFields.tsx'
import { PriceLines, PriceVersions } from './PriceVersions.tsx'
import { listOf, rateOf, rateText, today, typedList } from './price.ts'

const texts = words.prices.agreed

interface ClientPricesProps {
  readonly accountId: number
  /** The currency of add-ons, if the client has no prices of its own. */
  readonly currency: string
  /** Of its plan; without a plan, add-ons have nothing to raise. */
  readonly app: string | undefined
}

export function ClientPrices({ accountId, currency, app }: ClientPricesProps) {
  const may = useMay()
  const [isEditing, setIsEditing] = useState(false)
  const prices = useOperation('getConsoleAccountsByIdPrices', { id: accountId })
  const remove = useChange('deleteConsoleAccountsByIdPricesByPriceId')
  const removeIt = ({ id }: ClientPrice) =>
    toastResult(remove.mutateAsync({ params: { id: accountId, price_id: id } }), words.prices.removed)
  return (
    <Panel
      title={texts.title}
      aside={
        may('manage') &&
        prices.data && (
          <Button variant="default" size="xs" onClick={() => setIsEditing(true)}>
            {texts.set}
          </Button>
        )
      }
    >
      <Loaded query={prices}>
        {(found) =>
          found.length === 0 ? (
            <p style={{ margin: 0 }}>{texts.none}</p>
          ) : (
            <PriceVersions
              versions={found}
              show={(version) => <Agreement version={version} currency={version.list?.currency ?? currency} />}
              remove={(version) => void removeIt(version)}
            />
          )
        }
      </Loaded>
      <SidePanel title={texts.title} isOpen={isEditing} close={() => setIsEditing(false)} isWide>
        <EditAgreement
          accountId={accountId}
          last={prices.data?.[0]}
          currency={currency}
          app={app}
          close={() => setIsEditing(false)}
        />
      </SidePanel>
    </Panel>
  )
}

function Agreement({ version, currency }: { version: ClientPrice; currency: string }) {
  const { list, discount_rate, add_ons } = version
  return (
    <>
      {list ? <PriceLines list={list} /> : <div>{texts.ofPlan}</div>}
      {discount_rate !== null && <div>{texts.ownDiscount(rateText(discount_rate))}</div>}
      {add_ons.length > 0 && (
        <ul>
          {add_ons.map((addOn) => (
            <li key={addOn.name}>
              {addOn.quantity} × {addOn.name}: {formatMoney(addOn.amount, currency)}
              <Gives addOn={addOn} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface EditProps extends ClientPricesProps {
  readonly last: ClientPrice | undefined
  close(): void
}

function EditAgreement({ accountId, last, currency, app, close }: EditProps) {
  const save = useChange('putConsoleAccountsByIdPrices')
  const form = useForm({
    start: () => ({
      valid_from: today(),
      isOwn: Boolean(last?.list),
      list: typedList(last?.list ?? undefined, currency),
      discount: last && last.discount_rate !== null ? rateText(last.discount_rate) : '',
      add_ons: (last?.add_ons ?? []).map((one) => typedAddOn(one, last?.list?.currency ?? currency)),
    }),
    judge: ({ valid_from, isOwn, list, discount, add_ons }) => ({
      valid_from: valid_from ? undefined : words.form.missing,
      list: !isOwn || listOf(list) ? undefined : words.form.missing,
      discount: discount === '' || rateOf(discount) !== undefined ? undefined : words.prices.form.rate,
      add_ons: add_ons.every((one) => isWhole(one, isOwn ? list.currency : currency)) ? undefined : words.form.missing,
    }),
    send: async ({ valid_from, isOwn, list, discount, add_ons }) => {
      const within = isOwn ? list.currency : currency
      await save.mutateAsync({
        params: { id: accountId },
        body: {
          valid_from,
          list: isOwn ? listOf(list)! : null,
          discount_rate: discount === '' ? null : rateOf(discount)!,
          add_ons: add_ons.map((one) => addOnOf(one, within)),
        },
      })
      close()
      toast(texts.saved)
    },
  })
  const { values } = form
  return (
    <Form form={form} act={words.prices.form.act} cancel={close}>
      <p style={{ margin: 0 }}>{texts.text}</p>
      <ValidFrom
        value={values.valid_from}
        error={form.faultOf('valid_from')}
        onChange={(day) => form.set('valid_from', day)}
      />
      <SwitchField form={form} name="isOwn" label={texts.own} />
      {values.isOwn && (
        <PriceListFields list={values.list} isTried={form.isTried} onChange={(list) => form.set('list', list)} />
      )}
      <Rate
        label={texts.discount}
        hint={texts.discountHint}
        value={values.discount}
        mayBeEmpty
        onChange={(discount) => form.set('discount', discount)}
      />
      <AddOns
        addOns={values.add_ons}
        currency={values.isOwn ? values.list.currency : currency}
        app={app}
        isTried={form.isTried}
        onChange={(addOns) => form.set('add_ons', addOns)}
      />
    </Form>
  )
}
