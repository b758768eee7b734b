/** What was invoiced and paid between two days, as a file for accounting. */
import { call } from '../../api/call.ts'
import { saveCsv } from '../../shared/files/save-file.ts'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { NumberField } from '../blocks/fields.tsx'
import { today } from '../prices/price.ts'

const texts = words.invoices.journal

type Format = keyof typeof texts.formats
type Chart = keyof typeof texts.charts

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export function JournalDialog({ close }: { close(): void }) {
  const form = useForm({
    start: () => ({
      issued_from: `${today().slice(0, 8)}01`,
      issued_to: today(),
      format: 'csv' as Format,
      chart: 'skr03' as Chart,
      consultant: 1001 as number | '',
      client: 1 as number | '',
    }),
    judge: ({ issued_from, issued_to }) => ({
      issued_from: issued_from ? undefined : words.form.missing,
      issued_to: issued_to ? undefined : words.form.missing,
    }),
    send: async ({ format, chart, consultant, client, ...days }) => {
      const batch =
        format === 'datev' ? { chart, consultant: consultant || undefined, client: client || undefined } : {}
      const text = await call('getConsoleClientInvoicesJournal', { ...days, format, ...batch })
      saveCsv(`${texts.fileNames[format]}-${days.issued_from}-${days.issued_to}.csv`, text)
      close()
    },
  })
  return (
    <Form form={form} act={texts.act} cancel={close}>
      <p style={{ margin: 0 }}>{texts.text}</p>
      <FieldRow>
        <TextField form={form} name="issued_from" type="date" label={texts.from} isRequired />
        <TextField form={form} name="issued_to" type="date" label={texts.to} isRequired />
      </FieldRow>
      <SelectField form={form} name="format" label={texts.format} options={optionsOf(texts.formats)} />
      {form.values.format === 'datev' && (
        <>
          <SelectField form={form} name="chart" label={texts.chart} options={optionsOf(texts.charts)} />
          <FieldRow>
            <NumberField form={form} name="consultant" label={texts.consultant} min={1001} max={9_999_999} />
            <NumberField form={form} name="client" label={texts.client} min={1} max={99_999} />
          </FieldRow>
        </>
      )}
    </Form>
  )
}
