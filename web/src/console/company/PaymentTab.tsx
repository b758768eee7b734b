/** The dealer's billing details. The operator verifies them; a change removes the verification. */
import { Button } from '@mantine/core'
import type { PaymentInfo } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Refused } from '../../shared/api.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { emailFault } from '../../shared/forms/fields.tsx'
import { FieldRow, Form, SwitchField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { CheckField } from '../blocks/fields.tsx'
import { Columns, Facts } from '../blocks/layout.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { toast } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { useMay, useSigned } from '../session.ts'
import { CollectionPanel } from './CollectionPanel.tsx'
import classes from './Company.module.css'
import { InvoiceSettingsPanel } from './InvoiceSettingsPanel.tsx'
import { changeOf, stateOf, takesVerificationBack, valuesOf } from './payment.ts'

const { payment: texts } = words.company
const tones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  verified: 'good',
  waiting: 'waiting',
  empty: 'warning',
}

export function PaymentTab() {
  const info = useOperation('getPaymentInformation', undefined)
  return (
    <Loaded query={info} height={420}>
      {(found) => <Payment key={found.updated_at} info={found} />}
    </Loaded>
  )
}

/** For those who may not change them, and so have no form. */
const read = ({ name, email, vat, reg_number, address }: PaymentInfo): readonly (readonly [string, string])[] =>
  [
    [texts.name, name],
    [texts.email, email],
    [texts.vat, vat],
    [texts.reg, reg_number],
    [texts.line1, address.line1],
    [texts.city, [address.postal_code, address.city].filter(Boolean).join(' ') || null],
    [texts.country, address.country],
  ].map(([title, value]) => [title ?? '', value ?? words.times.none])

function Payment({ info }: { info: PaymentInfo }) {
  const may = useMay()
  const state = stateOf(info)
  return (
    <Columns>
      <Panel title={texts.title} aside={<StateBadge tone={tones[state]}>{texts.states[state]}</StateBadge>}>
        <p className={classes.line}>{texts.explain}</p>
        <p className={classes.line}>
          {state === 'verified' ? texts.verifiedText : state === 'waiting' ? texts.waitingText : texts.emptyText}
        </p>
        {!info.agreement && <Notice tone="warning">{texts.agreementMissing}</Notice>}
        <Facts
          facts={[
            ...(may('manage') ? [] : read(info)),
            [texts.facts.updated, <Time key="updated" at={info.updated_at} as="day" />],
            [texts.facts.calculated, <Time key="calculated" at={info.calculated_at} as="day" />],
            [texts.facts.invoiced, <Time key="invoiced" at={info.invoiced_at} as="day" />],
          ]}
        />
      </Panel>
      {may('manage') && (
        <Panel>
          <PaymentForm info={info} />
        </Panel>
      )}
      <InvoiceSettingsPanel />
      <CollectionPanel />
      <KeptCardPanel />
    </Columns>
  )
}

function KeptCardPanel() {
  const may = useMay()
  const card = useOperation('getKeptCard', undefined)
  const remove = useChange('deleteKeptCard')
  const isNone = card.error instanceof Refused && card.error.status === 404
  const act = async () => {
    const isYes = await confirm({
      title: texts.card.confirmTitle,
      text: texts.card.confirmText,
      effect: [[1, texts.card.confirmEffect]],
      canBeUndone: true,
      undoText: texts.card.confirmUndo,
      act: texts.card.remove,
    })
    if (!isYes) return
    await remove.mutateAsync({ params: undefined, body: undefined })
    toast(texts.card.removed)
  }
  return (
    <Panel title={texts.card.title}>
      {isNone ? (
        <p className={classes.line}>{texts.card.none}</p>
      ) : (
        <Loaded query={card} height={60}>
          {({ brand, last4, month, year, kept_at }) => (
            <>
              <Facts
                facts={[
                  [texts.card.number, texts.card.shown(brand, last4)],
                  [texts.card.until, `${String(month).padStart(2, '0')}/${year}`],
                  [texts.card.since, <Time key="since" at={kept_at} as="day" />],
                ]}
              />
              <Failure error={remove.error} />
              {may('manage') && (
                <div className={classes.buttons}>
                  <Button variant="default" loading={remove.isPending} onClick={() => void act()}>
                    {texts.card.remove}
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      )}
    </Panel>
  )
}

const serverNames = {
  line1: 'address.line1',
  line2: 'address.line2',
  city: 'address.city',
  postal_code: 'address.postal_code',
  state: 'address.state',
  country: 'address.country',
} as const

function PaymentForm({ info }: { info: PaymentInfo }) {
  const { reload } = useSigned()
  const change = useChange('patchPaymentInformation')
  const start = valuesOf(info)
  const form = useForm({
    start,
    serverNames,
    judge: ({ email, country }) => ({
      email: email.trim() === '' ? undefined : emailFault(email),
      country: /^([A-Z]{2})?$/.test(country.trim()) ? undefined : texts.countryFault,
    }),
    send: async (values) => {
      const body = changeOf(start, values)
      if (!body) return toast(texts.nothing)
      const isYes =
        !info.verified ||
        !takesVerificationBack(body) ||
        (await confirm({
          title: texts.confirmTitle,
          text: texts.confirmText,
          effect: [[1, texts.confirmEffect]],
          canBeUndone: false,
          undoText: texts.confirmUndo,
          act: texts.confirmAct,
        }))
      if (!isYes) return
      await change.mutateAsync({ params: undefined, body })
      toast(texts.saved)
      // The frame shows data of the dealer that may have changed as well.
      await reload()
    },
  })
  return (
    <Form form={form}>
      <TextField form={form} name="name" label={texts.name} maxLength={200} />
      <TextField form={form} name="email" type="email" label={texts.email} maxLength={200} />
      <FieldRow>
        <TextField form={form} name="reg_number" label={texts.reg} maxLength={50} />
        <TextField form={form} name="vat" label={texts.vat} maxLength={50} />
      </FieldRow>
      <TextField form={form} name="line1" label={texts.line1} maxLength={200} />
      <TextField form={form} name="line2" label={texts.line2} maxLength={200} />
      <FieldRow>
        <TextField form={form} name="city" label={texts.city} maxLength={200} />
        <TextField form={form} name="postal_code" label={texts.postal} maxLength={20} />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="state" label={texts.state} maxLength={200} />
        <TextField form={form} name="country" label={texts.country} hint={texts.countryHint} maxLength={2} />
      </FieldRow>
      {info.auto_send_invoice !== undefined && (
        <SwitchField form={form} name="auto_send_invoice" label={texts.autoSend} />
      )}
      {info.auto_charge !== undefined && (
        <SwitchField form={form} name="auto_charge" label={texts.autoCharge} hint={texts.autoChargeHint} />
      )}
      {info.agreement ? (
        <p className={classes.line}>{texts.agreed}</p>
      ) : (
        <CheckField form={form} name="agreement" label={texts.agreement} hint={texts.agreementHint} />
      )}
    </Form>
  )
}
