/** What the owner of a unit can do: change its names or device, or delete it. */
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { change, queryClient, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { ConfirmButton } from '../../../shared/forms/ConfirmButton.tsx'
import { SecretInput } from '../../../shared/forms/fields.tsx'
import { Form, TextField, useForm } from '../../../shared/forms/form.tsx'
import { go } from '../../../shared/router/router.ts'
import { texts } from '../../../shared/texts/texts.ts'
import tools from '../../../shared/tools/tools.module.css'
import { isCount, isDays, retentionFields, retentionOf } from '../../../shared/units/retention.ts'
import type { Model, Unit } from '../../types.ts'
import { reloadUnits } from '../queries/use-fleet.ts'
import { ModelField } from './ModelField.tsx'

const { add, edit: words } = texts.owner
const { missing } = texts.client.faults

export function EditUnit({ unit }: { unit: Unit }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={tools.panel} aria-label={words.title}>
      <Title order={3} className={tools.title}>
        {words.title}
      </Title>
      {isOpen ? (
        <Editing unit={unit} close={() => setIsOpen(false)} />
      ) : (
        <div className={tools.buttons}>
          <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
            {words.open}
          </Button>
          <ConfirmButton
            label={words.delete}
            effect={words.effect}
            sure={words.sure}
            act={async () => {
              await call('deleteClientUnitsById', { id: unit.id })
              // Leaves its page first, which would request everything again in vain.
              go('/units')
              await reloadUnits()
              await queryClient.invalidateQueries()
            }}
          />
        </div>
      )}
    </section>
  )
}

interface EditingProps {
  readonly unit: Unit
  close(): void
}

function Editing(props: EditingProps) {
  const models = useOperation('getClientModels', undefined, { isSteady: true })
  return (
    <Loaded query={models} height={320}>
      {(known) => <EditForm {...props} models={known} />}
    </Loaded>
  )
}

function EditForm({ unit, models, close }: EditingProps & { models: readonly Model[] }) {
  const form = useForm({
    start: () => ({
      name: unit.name,
      ident: unit.ident,
      hw_id: String(unit.hw_id),
      description: unit.description,
      password: '',
      ...retentionFields(unit),
    }),
    judge: ({ name, ident, hw_id, messages_ttl, messages_rotate }) => ({
      name: name.trim() ? undefined : missing,
      ident: ident.trim() ? undefined : missing,
      hw_id: hw_id ? undefined : missing,
      messages_ttl: isDays(messages_ttl) ? undefined : words.daysWrong,
      messages_rotate: isCount(messages_rotate) ? undefined : words.countWrong,
    }),
    // Only changes are sent.
    send: async ({ name, ident, hw_id, description, password, ...kept }) => {
      const changed = {
        ...(name.trim() !== unit.name && { name: name.trim() }),
        ...(ident.trim() !== unit.ident && { ident: ident.trim() }),
        ...(Number(hw_id) !== unit.hw_id && { hw_id: Number(hw_id) }),
        ...(description !== unit.description && { description }),
        ...(password && { password }),
      }
      if (Object.keys(changed).length > 0) await change('patchClientUnitsById', { id: unit.id }, changed)
      const before = retentionFields(unit)
      if (kept.messages_ttl !== before.messages_ttl || kept.messages_rotate !== before.messages_rotate) {
        await change('putClientUnitsByIdRetention', { id: unit.id }, retentionOf(kept))
      }
      await reloadUnits()
      close()
    },
  })
  return (
    <Form form={form} label={words.title} cancel={close}>
      <TextField form={form} name="name" label={add.name} maxLength={100} />
      <TextField form={form} name="description" label={words.description} maxLength={100} />
      <TextField form={form} name="ident" label={add.ident} hint={add.identHint} maxLength={64} isMono />
      <ModelField {...form.field('hw_id')} models={models} />
      <SecretInput
        label={words.password}
        description={words.passwordHint}
        name="password"
        autoComplete="new-password"
        maxLength={64}
        value={form.values.password}
        error={form.faultOf('password')}
        onChange={({ currentTarget }) => form.set('password', currentTarget.value)}
      />
      <TextField form={form} name="messages_ttl" label={words.days} hint={words.daysHint} maxLength={4} />
      <TextField form={form} name="messages_rotate" label={words.count} hint={words.countHint} maxLength={9} />
    </Form>
  )
}
