import { Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import classes from './BuildingsView.module.css'

const words = texts.tags.buildings

interface BuildingFormProps {
  save(building: { name: string; address: string }): Promise<void>
  cancel(): void
}

export function BuildingForm({ save, cancel }: BuildingFormProps) {
  const form = useForm({
    start: { name: '', address: '' },
    send: ({ name, address }) => save({ name: name.trim(), address: address.trim() }),
  })
  return (
    <Form form={form} className={classes.form} act={texts.tags.save} cancel={cancel} isNative>
      <div className={classes.fields}>
        <TextField form={form} name="name" label={words.name} isRequired withAsterisk={false} maxLength={50} />
        <TextField form={form} name="address" label={words.address} maxLength={200} />
      </div>
    </Form>
  )
}
