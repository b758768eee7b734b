/** Whether and when invoices are charged to clients' cards. */
import type { CollectionSettings } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Form, SwitchField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { NumberField } from '../blocks/fields.tsx'
import { toast } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'

const texts = words.invoices.collection

export function CollectionPanel() {
  const may = useMay()
  const settings = useOperation('getConsoleCollection', undefined)
  if (!may('bills')) return null
  return (
    <Panel title={texts.settings}>
      <Loaded query={settings}>{(found) => <SettingsForm settings={found} />}</Loaded>
    </Panel>
  )
}

function SettingsForm({ settings }: { settings: CollectionSettings }) {
  const save = useChange('putConsoleCollection')
  const form = useForm({
    start: { is_on: settings.is_on, days_before: settings.days_before as number | '' },
    judge: ({ days_before }) => ({ days_before: days_before === '' ? words.form.missing : undefined }),
    send: async ({ is_on, days_before }) => {
      await save.mutateAsync({ params: undefined, body: { is_on, days_before: Number(days_before) } })
      toast(texts.saved)
    },
  })
  return (
    <Form form={form} act={texts.act}>
      <SwitchField form={form} name="is_on" label={texts.isOn} hint={texts.isOnHint} />
      <NumberField form={form} name="days_before" label={texts.days} hint={texts.daysHint} min={0} max={30} />
    </Form>
  )
}
