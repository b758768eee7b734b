/** The form of a webhook: its address and its events. */
import { Checkbox, Radio } from '@mantine/core'
import type { Webhook, WebhookWithSecret } from '../../api/generated.ts'
import { useChange } from '../../api/queries.ts'
import { Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import classes from './Developers.module.css'
import { type EventType, typeGroups } from './event-types.ts'

const { webhooks: texts } = words.developers

interface WebhookFormProps {
  /** Undefined: a new one. */
  readonly webhook?: Webhook
  readonly act: string
  close(): void
  done(webhook: Webhook | WebhookWithSecret): void
}

export function WebhookForm({ webhook, act, close, done }: WebhookFormProps) {
  const create = useChange('postWebhooks')
  const change = useChange('patchWebhooksById')
  const form = useForm({
    start: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      isEvery: webhook === undefined || webhook.types === null,
      types: (webhook?.types ?? []) as readonly EventType[],
    },
    judge: ({ url, isEvery, types }) => ({
      url: url.trim() === '' ? words.form.missing : undefined,
      types: isEvery || types.length > 0 ? undefined : texts.chooseOne,
    }),
    send: async ({ url, description, isEvery, types }) => {
      const body = { url: url.trim(), description: description.trim(), types: isEvery ? null : types }
      done(
        webhook
          ? await change.mutateAsync({ params: { id: webhook.id }, body })
          : await create.mutateAsync({ params: undefined, body }),
      )
    },
  })
  const { values, set } = form
  const toggle = (type: EventType) =>
    set('types', values.types.includes(type) ? values.types.filter((one) => one !== type) : [...values.types, type])
  const fault = form.faultOf('types')
  return (
    <Form form={form} act={act} cancel={close}>
      <TextField form={form} name="url" type="url" label={texts.url} hint={texts.urlHint} isFirst maxLength={2000} />
      <TextField form={form} name="description" label={texts.description} maxLength={100} />
      <Radio.Group
        label={texts.which}
        value={values.isEvery ? 'every' : 'chosen'}
        onChange={(value) => set('isEvery', value === 'every')}
      >
        <div className={classes.stack} style={{ paddingTop: '0.4rem' }}>
          <Radio value="every" label={texts.every} />
          <Radio value="chosen" label={texts.chosen} />
        </div>
      </Radio.Group>
      {!values.isEvery && (
        <div className={classes.groups}>
          {typeGroups.map(({ name, title, types }) => (
            <fieldset key={name} className={classes.group}>
              <legend>{title}</legend>
              <div className={classes.boxes}>
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    label={type}
                    checked={values.types.includes(type)}
                    onChange={() => toggle(type)}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          {fault && (
            <p className={classes.fault} role="alert">
              {fault}
            </p>
          )}
        </div>
      )}
    </Form>
  )
}
