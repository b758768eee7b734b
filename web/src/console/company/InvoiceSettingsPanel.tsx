/** Settings of invoices to clients: days, numbers, payment term, bank account. */
import type { InvoiceSettings } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { FieldRow, Form, SwitchField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { AreaField, NumberField } from '../blocks/fields.tsx'
import { toast } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'

const texts = words.company.invoiceSettings

export function InvoiceSettingsPanel() {
  const may = useMay()
  const settings = useOperation('getConsoleCompanyInvoiceSettings', undefined)
  if (!may('manage')) return null
  return (
    <Panel title={texts.title}>
      <Loaded query={settings}>{(found) => <SettingsForm settings={found} />}</Loaded>
    </Panel>
  )
}

function SettingsForm({ settings }: { settings: InvoiceSettings }) {
  const save = useChange('putConsoleCompanyInvoiceSettings')
  const form = useForm({
    start: {
      ...settings,
      terms_days: settings.terms_days as number | '',
      note: settings.note ?? '',
      iban: settings.iban ?? '',
      bic: settings.bic ?? '',
      account_holder: settings.account_holder ?? '',
    },
    judge: ({ time_zone, terms_days }) => ({
      time_zone: time_zone.trim() ? undefined : words.form.missing,
      terms_days: terms_days === '' ? words.form.missing : undefined,
    }),
    send: async ({ time_zone, terms_days, note, iban, bic, account_holder, ...rest }) => {
      const body = {
        ...{ ...rest, time_zone: time_zone.trim(), terms_days: Number(terms_days), note: note.trim() || null },
        ...{ iban: iban.trim() || null, bic: bic.trim() || null, account_holder: account_holder.trim() || null },
      }
      await save.mutateAsync({ params: undefined, body })
      toast(texts.saved)
    },
  })
  return (
    <Form form={form} act={texts.act}>
      <TextField form={form} name="time_zone" label={texts.zone} hint={texts.zoneHint} list="zones" isRequired />
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <FieldRow>
        <TextField form={form} name="prefix" label={texts.prefix} hint={texts.prefixHint} maxLength={20} />
        <NumberField form={form} name="terms_days" label={texts.terms} hint={texts.termsHint} min={0} max={365} />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="iban" label={texts.iban} hint={texts.ibanHint} maxLength={50} />
        <TextField form={form} name="bic" label={texts.bic} maxLength={20} />
      </FieldRow>
      <TextField form={form} name="account_holder" label={texts.holder} hint={texts.holderHint} maxLength={70} />
      <AreaField form={form} name="note" label={texts.note} hint={texts.noteHint} maxLength={2000} />
      <SwitchField form={form} name="allows_part_payments" label={texts.parts} hint={texts.partsHint} />
    </Form>
  )
}
