/** Adds or changes an own field of vehicles. */
import { Textarea } from '@mantine/core'
import { ownFieldTexts as words } from '../texts/own-fields.ts'
import type { OwnField } from '../units/own-field.ts'
import { Form, SelectField, TextField, useForm } from './form.tsx'

interface OwnFieldFormProps {
  readonly field?: OwnField | undefined
  readonly className?: string | undefined
  save(said: Pick<OwnField, 'name' | 'type' | 'choices'>): Promise<unknown>
  close(): void
}

const types = (Object.entries(words.types) as [OwnField['type'], string][]).map(([value, label]) => ({ value, label }))
const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export function OwnFieldForm({ field, className, save, close }: OwnFieldFormProps) {
  const form = useForm({
    start: {
      name: field?.name ?? '',
      type: (field?.type ?? 'text') as string,
      choices: field?.choices.join('\n') ?? '',
    },
    judge: ({ name, type, choices }) => ({
      name: name.trim() === '' ? words.missingName : undefined,
      choices: type === 'choice' && linesOf(choices).length === 0 ? words.noChoices : undefined,
    }),
    send: async ({ name, type, choices }) => {
      await save({
        name: name.trim(),
        type: type as OwnField['type'],
        choices: type === 'choice' ? [...linesOf(choices)] : [],
      })
      close()
    },
  })
  return (
    <Form form={form} className={className} label={field?.name ?? words.add} cancel={close}>
      <TextField form={form} name="name" label={words.name} maxLength={50} isFirst />
      {!field && <SelectField form={form} name="type" label={words.type} hint={words.typeHint} options={types} />}
      {form.values.type === 'choice' && (
        <Textarea
          label={words.choices}
          description={words.choicesHint}
          rows={5}
          value={form.values.choices}
          error={form.faultOf('choices')}
          onChange={({ currentTarget }) => form.set('choices', currentTarget.value)}
        />
      )}
    </Form>
  )
}
